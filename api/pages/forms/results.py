"""Fields for what is said with a deed: what comes of it, and the rolls, one a line."""

from __future__ import annotations

from api.pages.forms.fields import Field

SAID_WITH_A_DEED = (
    Field(
        "lines:results",
        "lines",
        "What comes of it",
        optional=True,
        hint="One a line, such as Whale: hp -7, Kim: hp = 12, Kim: is wet 2 for 3 rounds, or Kim:"
        " is not wet.",
    ),
    Field(
        "lines:rolls",
        "lines",
        "Rolls",
        optional=True,
        hint="One a line: attack 2d20kh1+5 lets dice fall, attack 1d20+5 (14) against 15: hit says"
        " what fell, attack = 18 is a bare total.",
    ),
)
"""What may be said with a deed whose results the table tells."""
