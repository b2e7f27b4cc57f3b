"""Keyboard of a terminal: single keys, as they are pressed."""

from __future__ import annotations

import os
import select
import sys
import termios
import tty
from types import TracebackType

ARROWS = {"\x1b[C": "n", "\x1bOC": "n", "\x1b[D": "b", "\x1bOD": "b"}
"""Arrow to the right and to the left, as the keys that mean the same."""


class Keys:
    """Keys of the terminal while this is entered; afterwards it is as it was."""

    def __enter__(self) -> Keys:
        """Take keys one by one, without showing them."""
        self._file = sys.stdin.fileno()
        self._before = termios.tcgetattr(self._file)
        tty.setcbreak(self._file)
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        """Leave the terminal as it was."""
        termios.tcsetattr(self._file, termios.TCSADRAIN, self._before)

    def read(self, wait: float | None) -> str:
        """Return the next key; empty if none came in time, `q` where there are no more."""
        if not select.select([self._file], [], [], wait)[0]:
            return ""
        pressed = os.read(self._file, 8).decode(errors="replace")
        return ARROWS.get(pressed, pressed[:1]) if pressed else "q"

    def line(self, prompt: str) -> str:
        """Return a line that is typed, shown as usual."""
        termios.tcsetattr(self._file, termios.TCSADRAIN, self._before)
        try:
            return input(prompt)
        except EOFError:
            return ""
        finally:
            tty.setcbreak(self._file)
