"""A window that shows pictures, on pygame (SDL); imported at first use only."""

from __future__ import annotations

import os
from typing import Any

import numpy as np
from numpy.typing import NDArray

from brimstone_env.core.errors import InputError


class Window:
    """Shows frames (height, width, 3) until it is closed, by the program or by the user.

    Nothing runs in the background: the window answers the system whenever ``show`` or ``wait`` is called, and both
    sleep instead of spinning, so that an idle window costs next to nothing.

    Attributes:
        closed: whether the window is gone; showing a frame then does nothing.
    """

    def __init__(self, title: str) -> None:
        self.title = title
        self.closed = False
        self._pygame: Any = None
        self._screen: Any = None

    def show(self, frame: NDArray[np.uint8], seconds: float = 0.0) -> None:
        """Show a frame, and keep it up for ``seconds`` while answering the system.

        Raises:
            InputError: if pygame is not installed or no display is there.
        """
        if self.closed:
            return
        size = (frame.shape[1], frame.shape[0])
        if self._screen is None:
            self._open(size)
        elif self._screen.get_size() != size:
            self._screen = self._pygame.display.set_mode(size)
        picture = self._pygame.image.frombuffer(np.ascontiguousarray(frame).tobytes(), size, "RGB")
        self._screen.blit(picture, (0, 0))
        self._pygame.display.flip()
        self.wait(seconds)

    def wait(self, seconds: float) -> None:
        """Answer the system for ``seconds``; ends early if the user closes the window."""
        if self.closed or self._screen is None:
            return
        until = self._pygame.time.get_ticks() + round(1000 * seconds)
        while True:
            for event in self._pygame.event.get():
                if event.type == self._pygame.QUIT:
                    self.close()
                    return
            left = until - self._pygame.time.get_ticks()
            if left <= 0:
                return
            self._pygame.time.wait(min(left, 30))  # sleeps; 30 ms keep the window responsive

    def close(self) -> None:
        """Close the window; closing it again does nothing."""
        if not self.closed and self._screen is not None:
            self._pygame.display.quit()
        self.closed = True
        self._screen = None

    def _open(self, size: tuple[int, int]) -> None:
        os.environ.setdefault("PYGAME_HIDE_SUPPORT_PROMPT", "1")
        try:
            import pygame
        except ImportError as error:
            raise InputError(
                "render_mode 'human' needs pygame, which is not installed: pip install 'brimstone-env[render]'"
            ) from error
        try:
            pygame.display.init()
            self._screen = pygame.display.set_mode(size)
        except pygame.error as error:
            raise InputError(f"render_mode 'human' found no display to open a window on ({error})") from error
        pygame.display.set_caption(self.title)
        self._pygame = pygame
