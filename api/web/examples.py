"""Fights that say every command there is, each in an order in which it is accepted.

They stand in the documents of the contract, and a test carries them out.
"""

from __future__ import annotations

import json
from typing import Any, Final

from api.transfer.samples import FOLDER

Json = dict[str, Any]

STORIES: Final[list[list[Json]]] = json.loads((FOLDER / "examples.json").read_text("utf-8"))
"""Each begins with the command that opens it."""

ELSEWHERE: Final[Json] = {"type": "go-on"}
"""What is said of a combat from elsewhere alone; no fight that is told from its opening has it."""

BY_TYPE: Final[dict[str, Json]] = {
    said["type"]: said for story in ([ELSEWHERE], *reversed(STORIES)) for said in reversed(story)
}
"""The first command of each type."""
