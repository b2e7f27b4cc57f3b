"""What a refusal says is missing reads as a sentence about whoever lacks it."""

from __future__ import annotations

import pytest

from domain.ruleset.refusals import not_yet
from domain.ruleset.ruleset import Need, Refused, free_of
from projections.wording.refusals import tell_refusal
from tests.support.games.toy import TOY


@pytest.mark.parametrize(
    ("need", "says"),
    [
        (Need("target", "hand to hand", "ann"), "Ann: not hand to hand"),
        (Need("item", "free square", "ann"), "Ann: no free square"),
        (Need("fact", "open to undo requests", "ann"), "Ann: not open to undo requests"),
        (Need("fact", "party", "ann", wanted=False, has=True), "Ann: party"),
        (free_of("prone", "ann"), "Ann: prone"),
        (Need("trait", "speed", "ann", 1, 0, ">="), "Ann: speed: at least 1 needed, 0 now"),
        (Need("limit", "targets", "", 1, 0, ">="), "targets: at least 1, 0 so far"),
        (Need("limit", "targets", "", 1, 2, "<="), "targets: at most 1, 2 so far"),
        (Need("limit", "targets", "", 0, 1, "<="), "targets: at most 0, 1 so far"),
        (not_yet("dash", "ann"), "Ann: dash: at most 1, 1 so far"),
    ],
)
def test_what_is_missing_in_words(need: Need, says: str) -> None:
    refused = Refused("T4", "it cannot be", missing=[need])
    told = tell_refusal(refused, TOY, lambda who: {"ann": "Ann"}.get(who, who))
    assert [missing.says for missing in told.missing] == [says]
