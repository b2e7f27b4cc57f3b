"""Explain every number: from what somebody asks in words to the parts that make it up.

`explain` takes `AP of Kara`, `red mana of Jace`, `place of Kara`, `wound of Kara`, the id of an
act, condition or question, or the number of an entry. It looks through one pair of eyes at one
moment, and tells nothing that those eyes have not seen.
"""

from __future__ import annotations

from projections.explain.question import explain, window_now
from projections.explain.results import Explained, Unclear, Window
from projections.explain.viewpoint import Look

__all__ = ["Explained", "Look", "Unclear", "Window", "explain", "window_now"]
