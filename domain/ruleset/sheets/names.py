"""Patterns of names and of words in one line; they mean the same to Python and to ECMA-262.

Their classes of signs are spelled out, since the short ones differ.
"""

from __future__ import annotations

_UNSEEN = r"\x00-\x1f\x7f-\x9f\u2028-\u202e\u2066-\u2069\ufeff"
"""Signs that break a line, turn it round, or show nothing."""

_SPACES = r" \u00a0\u1680\u2000-\u200a\u202f\u205f\u3000"
_PUNCTUATION = r"!-/:-@\[-^`{-~"


def name_line(most: int, without: str = "") -> str:
    """Return the pattern of names in one line, without these signs, that end with no space."""
    inside_it = f"[^{_UNSEEN}{without}]{{0,{most - 1}}}"
    return f"{inside_it}[^{_UNSEEN}{_SPACES}{without}]"


def thing_name(first: str = "", without: str = "") -> str:
    """Return the pattern of names of up to 40 signs; the first is a letter, a digit or of these."""
    begin = f"[^{_UNSEEN}{_SPACES}{_PUNCTUATION}]"
    begin = f"(?:{begin}|[{first}])" if first else begin
    return f"{begin}(?:[^{_UNSEEN}{without}]{{0,38}}[^{_UNSEEN}{_SPACES}{without}])?"


THING_NAME = thing_name()
"""What a weapon or a spell may be called."""

LISTED_NAME = thing_name(without=",")
"""The same without a comma: what may stand in a list of names."""


def line(most: int, least: int = 0) -> str:
    """Return the pattern of up to so many signs in one line."""
    return f"[^{_UNSEEN}]{{{least},{most}}}"


ANY_NAME = line(80, 1)
"""What anything may be called whose name stands alone."""
