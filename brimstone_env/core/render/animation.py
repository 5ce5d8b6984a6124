"""Pictures in a row as an animated GIF."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from brimstone_env.core.errors import InputError
from brimstone_env.core.render.canvas import load_pillow

if TYPE_CHECKING:
    from PIL.Image import Image

COLOURS = 256  # of all pictures, chosen from the first one and a strip of colours from all over the cube
LEVELS = (0, 64, 128, 191, 255)  # of red, green and blue in that strip
PATCH = 12  # its height in pixels, and the width of each colour
Frame = tuple[NDArray[np.uint8], int]  # a picture (height, width, 3), and how long it stays, in milliseconds


def write_gif(frames: Iterable[Frame], path: str | Path, width: int) -> int:
    """Write an animation; pictures that do not differ from the one before lengthen its time instead.

    Args:
        frames: pictures of one size with their times, at least one.
        path: the file.
        width: pixels across; the pictures are scaled to it.

    Returns:
        Pictures written.

    Raises:
        InputError: if Pillow is not installed, there is no picture, or the file cannot be written.
    """
    images, times = [], []
    palette: Any = None
    modes, _, _, _ = load_pillow()
    for frame, milliseconds in merged(frames):
        image = scaled(frame, width)
        palette = palette or palette_of(image)
        images.append(image.quantize(palette=palette, dither=modes.Dither.NONE))
        times.append(milliseconds)
    if not images:
        raise InputError(f"{path}: there is no picture to write")
    try:
        images[0].save(path, format="GIF", save_all=True, append_images=images[1:], duration=times, loop=0)
    except OSError as error:
        raise InputError(f"{path}: cannot be written ({error.strerror})") from error
    return len(images)


def merged(frames: Iterable[Frame]) -> Iterator[Frame]:
    """The frames, equal neighbours made one."""
    kept: Frame | None = None
    for frame, milliseconds in frames:
        if kept is not None and np.array_equal(kept[0], frame):
            kept = (frame, kept[1] + milliseconds)
            continue
        if kept is not None:
            yield kept
        kept = (frame, milliseconds)
    if kept is not None:
        yield kept


def scaled(frame: NDArray[np.uint8], width: int) -> Image:
    """A picture of that width."""
    images, _, _, _ = load_pillow()
    image: Image = images.fromarray(frame)
    return image.resize((width, round(image.height * width / image.width)), images.Resampling.LANCZOS)


def palette_of(image: Image) -> Image:
    """A palette for pictures like this one, in which colours that it lacks have a neighbour."""
    images, _, _, _ = load_pillow()
    cube = np.array([(r, g, b) for r in LEVELS for g in LEVELS for b in LEVELS], np.uint8)
    strip = np.repeat(np.repeat(cube[None], PATCH, axis=0), PATCH, axis=1)
    wide = images.new("RGB", (max(image.width, strip.shape[1]), image.height + PATCH))
    wide.paste(image, (0, 0))
    wide.paste(images.fromarray(strip), (0, image.height))
    palette: Image = wide.quantize(COLOURS)
    return palette
