import re
from html.parser import HTMLParser

from brimstone_agents.benchmark.page import make_page
from brimstone_agents.benchmark.scores import Estimate
from brimstone_agents.benchmark.tables import Table, number, percent, text, with_interval

VOID = {"meta", "img", "source", "link", "br"}


class Reader(HTMLParser):
    """Checks that tags close in order, and collects what the page points at."""

    def __init__(self):
        super().__init__()
        self.open, self.targets, self.words = [], [], []

    def handle_starttag(self, tag, attrs):
        if tag not in VOID:
            self.open.append(tag)
        self.targets += [value for name, value in attrs if name in ("src", "href", "srcset")]

    def handle_endtag(self, tag):
        assert self.open.pop() == tag

    def handle_data(self, data):
        self.words.append(data)


def make(**changes):
    rows = [
        [text("a <b> & c"), with_interval(Estimate(0.5, 0.4, 0.6)), percent(0.25, 0.25)],
        [text("other"), number(float("nan")), percent(0.5, 0.5)],
    ]
    table = Table("scores", "Scores", ["agent", "score", "wins"], rows, "What `it` is.", **changes)
    pictures = {"scores-plot.png": b"light"}
    return make_page(
        "A <title>", [table], [("command", "`brimstone benchmark x`")], pictures, {"scores-plot.png": b"d"}
    )


def test_page_is_sound_and_points_nowhere_else():
    reader = Reader()
    reader.feed(make())
    assert reader.open == []
    assert reader.targets == ["#scores", "data:image/png;base64,ZA==", "data:image/png;base64,bGlnaHQ="]
    assert not re.search(r"https?://|@import|url\(", make())
    assert 'id="scores"' in make()


def test_words_are_escaped():
    assert "A &lt;title&gt;" in make()
    assert "a &lt;b&gt; &amp; c" in make()
    assert "What <code>it</code> is." in make()
    assert "<code>brimstone benchmark x</code>" in make()


def test_numbers_say_how_they_sort():
    page = make()
    assert '<td class=number data-order="0.5">0.50 (0.40 to 0.60)</td>' in page
    assert '<td class=number data-order="">-</td>' in page
    assert 'style="--shade:25%"' in page


def test_long_tables_are_folded():
    assert "<details>" not in make()
    assert "<summary>2 rows</summary>" in make(is_long=True)
