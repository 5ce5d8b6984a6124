"""The drawing helpers that no game knows of: colours, canvas, text grid, window."""

import sys
import types

import numpy as np
import pytest

from brimstone_env.core.errors import InputError
from brimstone_env.core.render.canvas import Canvas, fit_text, text_width
from brimstone_env.core.render.palette import BLACK, WHITE, darker, hex_colour, ink_on, lighter, mix, terminal_index
from brimstone_env.core.render.text_grid import PLAIN, Style, TextGrid
from brimstone_env.core.render.window import Window

RED = (200, 0, 0)


def test_palette():
    assert hex_colour("#ff8000") == (255, 128, 0)
    assert mix(BLACK, WHITE, 0.5) == (128, 128, 128)
    assert lighter(RED, 1) == WHITE
    assert darker(RED, 1) == BLACK
    assert ink_on(WHITE) != WHITE
    assert ink_on(BLACK) == WHITE
    assert [terminal_index(colour) for colour in (BLACK, WHITE, (255, 0, 0), (128, 128, 128))] == [16, 231, 196, 244]


def drawn(draw):
    canvas = Canvas(60, 40, BLACK)
    draw(canvas)
    return canvas.to_array()


@pytest.mark.parametrize(
    "draw",
    [
        lambda c: c.rectangle(5, 5, 10, 10, RED),
        lambda c: c.frame(5, 5, 10, 10, RED),
        lambda c: c.rounded(5, 5, 20, 20, 4, RED, 0.5),
        lambda c: c.shape("star", 5, 5, 30, RED),
        lambda c: c.ring(5, 5, 30, 3, RED),
        lambda c: c.glow(5, 5, 30, 3, RED),
        lambda c: c.line((5, 30), (40, 5), 2, RED),
        lambda c: c.line((40, 5), (40, 30), 2, RED),
        lambda c: c.text(5, 20, "Hill", 16, RED, bold=True),
        lambda c: c.bar(5, 5, 30, 5, 0.01, RED, BLACK),
        lambda c: c.shape("circle", -20, -20, 40, RED),
        lambda c: c.shape("circle", 50, 30, 40, RED),
    ],
)
def test_canvas__draws_in_its_colour(draw):
    pixels = drawn(draw)
    assert pixels.shape == (40, 60, 3)
    assert pixels[..., 0].max() > 60
    assert pixels[..., 1:].max() == 0


def test_canvas__nothing_to_draw_and_copies():
    assert drawn(lambda c: (c.rectangle(5, 5, 0, 9, RED), c.bar(5, 5, 30, 5, 0, RED, BLACK))).max() == 0
    canvas = Canvas(10, 10, BLACK)
    canvas.copy().rectangle(0, 0, 5, 5, RED)
    assert canvas.to_array().max() == 0


def test_canvas__text_is_anchored():
    left = drawn(lambda c: c.text(30, 20, "HH", 14, RED, "lm"))
    right = drawn(lambda c: c.text(30, 20, "HH", 14, RED, "rm"))
    rows = np.flatnonzero(left.max(axis=(1, 2)))
    assert left[:, :28].max() == 0
    assert right[:, 32:].max() == 0
    assert abs((rows[0] + rows[-1]) / 2 - 20) <= 1.5


def test_fit_text():
    assert fit_text("abc", 14, 200) == "abc"
    short = fit_text("a long line of words", 14, 60)
    assert short.endswith("...")
    assert text_width(short, 14) <= 60


def test_text_grid():
    grid = TextGrid(2, 6)
    assert grid.write(0, 1, "abc", Style(RED, bold=True)) == 4
    grid.write(1, 4, "defg")
    grid.write(5, 0, "outside")
    grid.fill(1, 0, 2, Style(ground=RED))
    assert grid.render(colour=False) == " abc\n    de"
    assert grid.render(colour=True) == " \x1b[0;1;38;5;160mabc\x1b[0m\n\x1b[0;48;5;160m  \x1b[0m  de"
    assert PLAIN.code() == "\x1b[0m"


class FakeScreen:
    def __init__(self, size):
        self.size, self.shown = size, []

    def get_size(self):
        return self.size

    def blit(self, picture, place):
        self.shown.append(picture)


def fake_pygame(events):
    """A pygame that opens no window: its clock goes on by what is waited."""
    clock = [0]
    pygame = types.ModuleType("pygame")
    pygame.error, pygame.QUIT, pygame.screens, pygame.quits = RuntimeError, 1, [], []
    pygame.display = types.SimpleNamespace(
        init=lambda: None,
        set_mode=lambda size: pygame.screens.append(FakeScreen(size)) or pygame.screens[-1],
        set_caption=lambda title: None,
        flip=lambda: None,
        quit=lambda: pygame.quits.append(1),
    )
    pygame.image = types.SimpleNamespace(frombuffer=lambda data, size, mode: (data, size, mode))
    pygame.event = types.SimpleNamespace(
        get=lambda: [types.SimpleNamespace(type=t) for t in (events and events.pop(0))]
    )
    pygame.time = types.SimpleNamespace(get_ticks=lambda: clock[0], wait=lambda ms: clock.__setitem__(0, clock[0] + ms))
    return pygame


def test_window__shows_frames_and_closes_twice(monkeypatch):
    pygame = fake_pygame([])
    monkeypatch.setitem(sys.modules, "pygame", pygame)
    window = Window("test")
    frame = np.zeros((4, 6, 3), np.uint8)
    window.show(frame, 0.1)
    window.show(frame)
    assert len(pygame.screens) == 1
    assert pygame.screens[0].shown == [(bytes(72), (6, 4), "RGB")] * 2
    window.show(np.zeros((2, 2, 3), np.uint8))
    assert pygame.screens[-1].size == (2, 2)
    window.close()
    window.close()
    window.show(frame)
    assert window.closed
    assert pygame.quits == [1]


def test_window__the_user_closes_it(monkeypatch):
    monkeypatch.setitem(sys.modules, "pygame", fake_pygame([[], [1]]))
    window = Window("test")
    window.show(np.zeros((4, 6, 3), np.uint8), 1.0)
    assert window.closed


def test_window__closing_one_that_was_never_opened():
    window = Window("test")
    window.wait(1.0)
    window.close()
    assert window.closed


def test_window__faults_are_one_sentence(monkeypatch):
    frame = np.zeros((4, 6, 3), np.uint8)
    monkeypatch.setitem(sys.modules, "pygame", None)
    with pytest.raises(InputError, match=r"brimstone-env\[render\]"):
        Window("test").show(frame)
    pygame = fake_pygame([])
    monkeypatch.setitem(sys.modules, "pygame", pygame)

    def no_display():
        raise RuntimeError("no video device")

    pygame.display.init = no_display
    with pytest.raises(InputError, match="no display"):
        Window("test").show(frame)
