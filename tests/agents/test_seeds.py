"""Seed blocks: never overlapping, and refused when too short."""

from itertools import combinations

import pytest

from brimstone_agents.seeds import BLOCKS, REPORT, find_block
from brimstone_env.core.errors import InputError


@pytest.mark.parametrize(("one", "two"), list(combinations(BLOCKS.values(), 2)), ids=lambda block: block.name)
def test_blocks__do_not_overlap(one, two):
    assert one.first + one.size <= two.first or two.first + two.size <= one.first


def test_seeds__start_at_the_block_and_go_up():
    assert REPORT.seeds(3).tolist() == [REPORT.first, REPORT.first + 1, REPORT.first + 2]
    assert REPORT.seeds(2, skip=1).tolist() == REPORT.seeds(3).tolist()[1:]


@pytest.mark.parametrize(("count", "skip"), [(0, 0), (-1, 0), (1, -1), (REPORT.size, 1), (REPORT.size + 1, 0)])
def test_seeds__refuse_what_is_outside_the_block(count, skip):
    with pytest.raises(InputError, match="seed block 'report'"):
        REPORT.seeds(count, skip)


def test_find_block__names_the_allowed_ones():
    with pytest.raises(InputError, match="'test' is unknown, allowed are report, selection, training"):
        find_block("test")
