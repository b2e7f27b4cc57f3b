"""The contract as it was last agreed: `python -m tests.support.goldens.contract` freezes it anew.

A route that changes its shape breaks somebody's program, so a change has to be seen. The types of
the Python client follow.
"""

from __future__ import annotations

import json
from pathlib import Path

from api.web.openapi import document
from api.web.routes import all_routes
from tests.support.goldens.answers import ANSWERS, written_answers

CONTRACT = Path(__file__).parents[2] / "api" / "golden" / "openapi.json"


def written() -> str:
    """The contract of today, as the file has it."""
    found = document(all_routes())
    found["info"].pop("version")
    return json.dumps(found, indent=1, ensure_ascii=False, sort_keys=True) + "\n"


if __name__ == "__main__":
    CONTRACT.parent.mkdir(exist_ok=True)
    CONTRACT.write_text(written(), encoding="utf-8")
    ANSWERS.write_text(written_answers(json.loads(written())), encoding="utf-8")
    print(f"frozen: {CONTRACT.name}, {len(all_routes())} routes")
