"""A canvas on Pillow: flat areas, smooth shapes, text, bars and glows, all from cached masks.

Pillow draws hard edges. Every smooth shape is therefore drawn once at four times its size, scaled down to a mask
(8-bit, 0..255) and kept; drawing it is one paste of a colour through the mask. Text is kept in the same way.
"""

from __future__ import annotations

from functools import lru_cache
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from brimstone_env.core.errors import InputError
from brimstone_env.core.render.palette import Colour
from brimstone_env.core.render.shapes import outline_of

if TYPE_CHECKING:
    from PIL.Image import Image
    from PIL.ImageFont import FreeTypeFont

SCALE = 4  # how much larger masks are drawn
BOLDER = 0.55  # pixels by which the second stroke of bold text is shifted


def load_pillow() -> tuple[Any, Any, Any, Any]:
    """Pillow's modules Image, ImageDraw, ImageFilter and ImageFont.

    Raises:
        InputError: if Pillow is not installed.
    """
    try:
        from PIL import Image, ImageDraw, ImageFilter, ImageFont
    except ImportError as error:
        raise InputError("pictures need Pillow, which is not installed: pip install 'brimstone-env[render]'") from error
    return Image, ImageDraw, ImageFilter, ImageFont


@lru_cache(maxsize=64)
def load_font(size: int) -> FreeTypeFont:
    """Pillow's own font in this size (pixels)."""
    _, _, _, fonts = load_pillow()
    return fonts.load_default(size)  # type: ignore[no-any-return]


@lru_cache(maxsize=4096)
def text_width(text: str, size: int, bold: bool = False) -> int:
    """Width of a line of text in pixels."""
    return int(np.ceil(load_font(size).getlength(text) + (BOLDER if bold else 0)))


@lru_cache(maxsize=4096)
def text_mask(text: str, size: int, bold: bool) -> Image:
    """The mask of a line of text, as high as the font's ascent and descent."""
    images, draws, _, _ = load_pillow()
    font = load_font(size)
    ascent, descent = font.getmetrics()
    mask = images.new("L", (max(1, text_width(text, size, bold) + 2), ascent + descent), 0)
    draw = draws.Draw(mask)
    draw.text((0, 0), text, font=font, fill=255)
    if bold:
        draw.text((BOLDER, 0), text, font=font, fill=255)
    return mask  # type: ignore[no-any-return]


@lru_cache(maxsize=1024)
def outline_mask(name: str, width: int, height: int, inset: float = 0.0) -> Image:
    """The mask of an outline of `shapes` in a box of that many pixels, smaller by ``inset`` on each side."""
    images, draws, _, _ = load_pillow()
    mask = images.new("L", (width * SCALE, height * SCALE), 0)
    across, down = (width - 2 * inset) * SCALE, (height - 2 * inset) * SCALE
    corners = [(inset * SCALE + x * across, inset * SCALE + y * down) for x, y in outline_of(name)]
    draws.Draw(mask).polygon(corners, fill=255)
    return mask.reduce(SCALE)  # type: ignore[no-any-return]


@lru_cache(maxsize=1024)
def rounded_mask(width: int, height: int, radius: float) -> Image:
    """The mask of a rectangle with round corners."""
    images, draws, _, _ = load_pillow()
    mask = images.new("L", (width * SCALE, height * SCALE), 0)
    box = (0, 0, width * SCALE - 1, height * SCALE - 1)
    draws.Draw(mask).rounded_rectangle(box, radius * SCALE, fill=255)
    return mask.reduce(SCALE)  # type: ignore[no-any-return]


@lru_cache(maxsize=256)
def ring_mask(size: int, thickness: float) -> Image:
    """The mask of a circle's line, ``thickness`` pixels inward from a box of ``size`` pixels."""
    images, draws, _, _ = load_pillow()
    mask = images.new("L", (size * SCALE, size * SCALE), 0)
    last = size * SCALE - 1
    draw = draws.Draw(mask)
    draw.ellipse((0, 0, last, last), fill=255)
    gap = thickness * SCALE
    draw.ellipse((gap, gap, last - gap, last - gap), fill=0)
    return mask.reduce(SCALE)  # type: ignore[no-any-return]


@lru_cache(maxsize=64)
def glow_mask(size: int, blur: float) -> Image:
    """A soft disc in a box of ``size`` pixels, fading over ``blur`` pixels."""
    images, draws, filters, _ = load_pillow()
    mask = images.new("L", (size, size), 0)
    edge = 2 * blur
    draws.Draw(mask).ellipse((edge, edge, size - 1 - edge, size - 1 - edge), fill=255)
    return mask.filter(filters.GaussianBlur(blur))  # type: ignore[no-any-return]


@lru_cache(maxsize=256)
def line_mask(across: int, down: int, thickness: float) -> Image:
    """The mask of a straight line from one corner of its box to the opposite one.

    The box has ``thickness`` pixels (rounded up) of room around it; ``down`` may be negative (a rising line).
    """
    images, draws, _, _ = load_pillow()
    room = int(np.ceil(thickness))
    size = ((across + 2 * room) * SCALE, (abs(down) + 2 * room) * SCALE)
    mask = images.new("L", size, 0)
    low, high = room * SCALE, (abs(down) + room) * SCALE
    start, end = (low, high) if down >= 0 else (high, low)
    ends = (room * SCALE, start, (across + room) * SCALE, end)
    draws.Draw(mask).line(ends, fill=255, width=max(1, round(thickness * SCALE)))
    return mask.reduce(SCALE)  # type: ignore[no-any-return]


@lru_cache(maxsize=2048)
def faded(make: Any, arguments: tuple[Any, ...], share: float) -> Image:
    """The mask ``make(*arguments)`` with every value multiplied by ``share`` (0..1)."""
    return make(*arguments).point(lambda value: round(value * share))  # type: ignore[no-any-return]


class Canvas:
    """A picture being drawn. Places are in pixels from the top left; text is anchored as ``anchor`` says.

    Attributes:
        image: the Pillow image, mode RGB.
        width: pixels across.
        height: pixels down.
    """

    def __init__(self, width: int, height: int, colour: Colour) -> None:
        images, _, _, _ = load_pillow()
        self.image: Image = images.new("RGB", (width, height), colour)
        self.width = width
        self.height = height

    def copy(self) -> Canvas:
        """Another canvas with the same picture."""
        twin = Canvas.__new__(Canvas)
        twin.image = self.image.copy()
        twin.width, twin.height = self.width, self.height
        return twin

    def to_array(self) -> NDArray[np.uint8]:
        """The picture as a fresh array (height, width, 3)."""
        return np.array(self.image, dtype=np.uint8)

    def rectangle(self, x: int, y: int, width: int, height: int, colour: Colour) -> None:
        """Fill a rectangle."""
        if width > 0 and height > 0:
            self.image.paste(colour, (x, y, x + width, y + height))

    def frame(self, x: int, y: int, width: int, height: int, colour: Colour, thickness: int = 1) -> None:
        """Draw a rectangle's border, inside its box."""
        t = thickness
        self.rectangle(x, y, width, t, colour)
        self.rectangle(x, y + height - t, width, t, colour)
        self.rectangle(x, y, t, height, colour)
        self.rectangle(x + width - t, y, t, height, colour)

    def rounded(self, x: int, y: int, width: int, height: int, radius: float, colour: Colour, share: float = 1) -> None:
        """Fill a rectangle with round corners; ``share`` below 1 lets the ground shine through."""
        if width > 0 and height > 0:
            self.image.paste(colour, (x, y), faded(rounded_mask, (width, height, radius), share))

    def shape(self, name: str, x: int, y: int, size: int, colour: Colour, inset: float = 0.0, share: float = 1) -> None:
        """Fill an outline of ``shapes`` in a square box of ``size`` pixels."""
        self.image.paste(colour, (x, y), faded(outline_mask, (name, size, size, inset), share))

    def ring(self, x: int, y: int, size: int, thickness: float, colour: Colour, share: float = 1) -> None:
        """Draw a circle's line, inside its box."""
        self.image.paste(colour, (x, y), faded(ring_mask, (size, thickness), share))

    def glow(self, x: int, y: int, size: int, blur: float, colour: Colour, share: float = 1) -> None:
        """Draw a soft disc, inside its box."""
        self.image.paste(colour, (x, y), faded(glow_mask, (size, blur), share))

    def line(
        self, start: tuple[int, int], end: tuple[int, int], thickness: float, colour: Colour, share: float = 1
    ) -> None:
        """Draw a straight line."""
        (x0, y0), (x1, y1) = sorted((start, end))
        room = int(np.ceil(thickness))
        self.image.paste(
            colour, (x0 - room, min(y0, y1) - room), faded(line_mask, (x1 - x0, y1 - y0, thickness), share)
        )

    def text(self, x: int, y: int, text: str, size: int, colour: Colour, anchor: str = "lm", bold: bool = False) -> int:
        """Write a line of text.

        Args:
            x: the anchor's place across.
            y: the anchor's place down.
            text: what to write.
            size: font size in pixels.
            colour: the ink.
            anchor: ``l``, ``m`` or ``r`` (left, middle, right), then ``t`` or ``m`` (top, middle of capitals).
            bold: whether to write in bold.

        Returns:
            The width in pixels.
        """
        width = text_width(text, size, bold)
        left = x - {"l": 0, "m": width // 2, "r": width}[anchor[0]]
        ascent, _ = load_font(size).getmetrics()
        capital = round(size * 0.72)  # height of a capital, which stands on the line at `ascent`
        top = y - (ascent - capital if anchor[1] == "t" else ascent - (capital + 1) // 2)
        self.image.paste(colour, (left, top), text_mask(text, size, bold))
        return width

    def bar(self, x: int, y: int, width: int, height: int, share: float, colour: Colour, ground: Colour) -> None:
        """Draw a bar that is filled to ``share`` (0..1); anything above 0 shows at least a sliver."""
        self.rectangle(x, y, width, height, ground)
        filled = round(width * min(1.0, max(0.0, share)))
        if share > 0:
            self.rectangle(x, y, max(1, filled), height, colour)

    def blend(self, x: int, y: int, picture: Image) -> None:
        """Paste a picture with transparency (mode RGBA), cut at the canvas's edge."""
        self.image.paste(picture, (x, y), picture)


def fit_text(text: str, size: int, width: int, bold: bool = False) -> str:
    """The text, cut with dots at the end if it is wider than ``width`` pixels."""
    if text_width(text, size, bold) <= width:
        return text
    while text and text_width(text + "...", size, bold) > width:
        text = text[:-1]
    return text.rstrip() + "..."


def write_png(frame: NDArray[np.uint8], path: str | Path) -> None:
    """Write a picture (height, width, 3) to a PNG file.

    Raises:
        InputError: if Pillow is not installed, or the file cannot be written.
    """
    images, _, _, _ = load_pillow()
    try:
        images.fromarray(frame).save(path, format="PNG", optimize=True)
    except OSError as error:
        raise InputError(f"{path}: cannot be written ({error.strerror})") from error
