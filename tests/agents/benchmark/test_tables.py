import numpy as np
import pytest

from brimstone_agents.benchmark.scores import Estimate
from brimstone_agents.benchmark.tables import Table, number, p_value, percent, text, to_markdown, whole, with_interval

NAN = float("nan")


@pytest.mark.parametrize(
    ("cell", "shown"),
    [
        (whole(1234567), "1,234,567"),
        (number(1234.567), "1,234.57"),
        (number(NAN), "-"),
        (percent(0.256), "26%"),
        (p_value(0.00001), "< 0.0001"),
        (p_value(0.25), "0.2500"),
        (with_interval(Estimate(0.5, 0.25, 0.755)), "0.50 (0.25 to 0.76)"),
        (with_interval(Estimate(0.5, NAN, NAN)), "0.50"),
        (with_interval(Estimate(1.0, 1.0, 1.0)), "1.00"),
        (with_interval(Estimate(NAN, NAN, NAN)), "-"),
        (with_interval(Estimate(-0.001, -0.004, 0.2)), "0.00 (0.00 to 0.20)"),
        (with_interval(Estimate(0.5, 0.4, 0.6), 0, 100), "50 (40 to 60)"),
    ],
)
def test_cells(cell, shown):
    assert cell.text == shown


def test_markdown_has_equal_widths_and_numbers_to_the_right():
    table = Table("t", "T", ["agent", "n"], [[text("a"), whole(5)], [text("longer"), whole(12345)]])
    assert to_markdown(table).splitlines() == [
        "| agent  |      n |",
        "| ------ | -----: |",
        "| a      |      5 |",
        "| longer | 12,345 |",
    ]


def test_order_of_cells_is_their_value():
    assert with_interval(Estimate(0.3, 0.1, 0.4)).order == 0.3
    assert np.isnan(number(NAN).order)
    assert text("x").order is None
