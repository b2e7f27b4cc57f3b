"""Words of other programs in a form that may stand in a log."""

from __future__ import annotations

import re

_UNSEEN = re.compile("[\x00-\x1f\x7f-\x9f\u2028-\u202e\u2066-\u2069\ufeff\ud800-\udfff]+")
_LIKE_AN_ID = re.compile(r"#(?=[0-9]+\.[0-9])")
"""What an id of the log begins with, such as `#12.3`."""


def plain(text: str) -> str:
    """Return a text in one line, without signs that cannot be seen, or that look like an id."""
    return " ".join(_LIKE_AN_ID.sub("# ", _UNSEEN.sub(" ", text)).split())
