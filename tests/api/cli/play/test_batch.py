"""`combatlog batch`: commands sent together, tried, sent again, and where they stop."""

from __future__ import annotations

import json
from typing import Any

from api.service.batch import MOST_WHOLE
from tests.api.cli.play.test_adjust import hunt
from tests.support.clients.cli_runner import Typed

__all__ = ["hunt"]

HURT = {
    "type": "adjust",
    "note": "A thorn.",
    "change": {"what": "pool", "subject": "kim", "pool": "hp", "delta": -1},
}
NOBODY = {"type": "act", "who": "nobody", "manoeuvre": "hit"}


def file_of(typed: Typed, *lines: object) -> str:
    (typed.folder / "some.jsonl").write_text("".join(f"{json.dumps(line)}\n" for line in lines))
    return "some.jsonl"


def hp_of_kim(typed: Typed) -> Any:
    pools = typed.json("show state last")["pools"]
    return next(row["current"] for row in pools if row["who"] == "kim" and row["pool"] == "hp")


def test_commands_are_sent_together_once_for_a_key(hunt: Typed):
    some = file_of(hunt, HURT, HURT, HURT)
    assert "Nothing was changed." in hunt.says(f"batch {some} --dry-run")
    assert hp_of_kim(hunt) == 12
    assert hunt.says(f"batch {some} --key k") == "Carried out: 3.\n"
    assert (
        hunt.says(f"batch {some} --key k --into last") == "Carried out before, under this key: 3.\n"
    )
    assert hp_of_kim(hunt) == 9


def test_a_refusal_names_its_line_and_nothing_is_done(hunt: Typed):
    problem = hunt.fails(f"batch {file_of(hunt, HURT, HURT, NOBODY)}")
    assert problem["line"] == 3 and problem["detail"].startswith("Line 3: ")
    assert hp_of_kim(hunt) == 12


def test_a_long_one_says_where_it_stopped(hunt: Typed):
    done = hunt.run(f"batch {file_of(hunt, *[HURT] * 2, NOBODY, *[HURT] * MOST_WHOLE)}")
    assert done.exit_code == 1 and done.stdout.startswith(
        "Carried out: 2.\nStopped there. Line 3: "
    )
    assert hp_of_kim(hunt) == 10
