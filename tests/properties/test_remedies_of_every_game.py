"""Remedies that move the head or the dice, in each of the five games, over HTTP."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest

from api.handlers.dice_consent import shows_chance
from domain.events import CardDrawn, DiceRolled
from domain.state.combat import state_hash
from tests.support.clients.http_client import steps_of
from tests.support.combats.disputed import Middle
from tests.support.combats.disputes_of_games import head, last_chance, middle, refused

__all__ = ["middle"]

pytestmark = pytest.mark.sweep


def test_an_amendment_is_shown_before_it_is_ruled_and_plays_the_rest_again(middle: Middle):
    """The last step never was, by ruling; nothing follows it, so it falls away alone."""
    combat = middle.service.combat(middle.combat)
    last = combat.numbers.number(combat.node)
    parent = state_hash(combat.moments.at(combat.line.last(combat.line.parent(combat.line.head))))
    remedy: dict[str, Any] = {"remedy": "amend", "entry": last, "how": "annul"}
    number = middle.contests(middle.bo, middle.last_deed(middle.ann_plays))
    said, *steps = middle.rita.would("rule-dispute", dispute=number, remedy=remedy)["steps"]
    assert f"annul entry {last}" in said["becomes"][0]
    assert [step["verdict"] for step in steps] == ["falls"]
    claimed = middle.bo.would("contest", entry=last, by="vote", claim=remedy)
    assert [step["verdict"] for step in claimed["steps"]] == ["new"]
    ruling: dict[str, Any] = {"dispute": number, "remedy": remedy, "note": "It never was."}
    middle.rita.says("rule-dispute", **ruling)
    assert middle.case(number)["stage"] == "settled"
    assert head(middle) == parent
    moved = middle.cleo.read("events?limit=500&after=200")["items"][-1]
    assert (moved["type"], moved["basis"]) == ("combat.rewound/1", "ruled")
    assert moved["cause"] == f"dispute {number}" and moved["note"]["words"] == "It never was."


@pytest.mark.parametrize("choice", ["dismiss", "uphold"])
def test_going_back_is_appealed_and_the_vote_rules_again(middle: Middle, choice: str):
    """The head has moved with the ruling; the vote leaves it there, or takes it back."""
    entry, was = middle.last_deed(middle.ann_plays), head(middle)
    back: dict[str, Any] = {"remedy": "go-back", "to": entry - 1}
    number = middle.contests(middle.bo, entry, claim=back)
    assert steps_of(middle.rita.would("rule-dispute", dispute=number, remedy=back), "falls")
    there = hash_after(middle, entry - 1)
    ruled = middle.rita.says("rule-dispute", dispute=number, remedy=back, note="Go back.")
    assert head(middle) == there
    appeal: dict[str, Any] = {"type": "answer-dispute", "dispute": number, "choice": "appeal"}
    middle.ann.says(**appeal, note="It was fair.")
    claims = check_the_appeal(middle, number, int(ruled["entries"][0]["number"]))
    middle.cleo.says("answer-dispute", dispute=number, choice=choice)
    first, second = middle.case(number)["rulings"]
    assert first["says"] == f"go back to entry {entry - 1}"
    expected = (True, first["says"]) if choice == "dismiss" else (False, claims)
    assert (second["stands"], second["says"]) == expected
    again = middle.bo.post("commands", {**appeal, "note": "once more"})
    assert refused(again) == "This was appealed once; an appeal is heard once."
    assert head(middle) == (there if choice == "dismiss" else was)


def check_the_appeal(middle: Middle, number: int, ruling: int) -> str:
    """Ann appealed: whoever is no party votes on going back to the entry of the ruling."""
    case = middle.case(number)
    assert (case["stage"], case["appeal"]) == ("open", "p1")
    assert (case["by"], case["deciders"]) == ("vote", ["p3"])
    assert case["claims"] == f"go back to entry {ruling}"
    return str(case["claims"])


def hash_after(middle: Middle, entry: int) -> str:
    """The state hash at the end of the step that goes on after an entry."""
    combat = middle.service.combat(middle.combat)
    to = combat.line.node_after(combat.numbers.seq(entry))
    return state_hash(combat.moments.at(combat.line.last(combat.line.step_of(to))))


@pytest.mark.parametrize(
    ("policy", "asked"), [("referee", ("referee",)), ("consent", ("p1", "p3", "referee"))]
)
def test_dice_fall_again_from_before_them_as_the_table_consents(
    middle: Middle, policy: str, asked: tuple[str, ...]
):
    """The table votes for it, and whoever must agree still has to; the claimant does."""
    middle.rita.says("undo-policy", policy=policy, note="So we play.")
    entry, event = last_chance(middle)
    again: dict[str, Any] = {"remedy": "re-roll", "entry": entry}
    combat, before = middle.service.combat(middle.combat), hash_before(middle, entry)
    number = middle.contests(middle.bo, entry, by="vote", claim=again)
    voter = middle.people[middle.case(number)["deciders"][0]]
    upheld = voter.would("answer-dispute", dispute=number, choice="uphold")
    assert steps_of(upheld, "falls")
    assert not combat.luck.shown.is_renewed(event)
    uphold(middle, number)
    assert middle.case(number)["stage"] == "settled"
    assert head(middle) == before
    combat = middle.service.combat(middle.combat)
    waits = combat.table.fresh.request
    assert (waits.open_slots() if waits else ()) == asked
    for who in asked:
        assert not combat.luck.shown.is_renewed(event)
        caller = middle.rita if who == "referee" else middle.people[who]
        caller.says("answer-fresh-dice", choice="agree")
    assert combat.luck.shown.is_renewed(event) and combat.table.fresh.request is None


def hash_before(middle: Middle, entry: int) -> str:
    """The state hash before the step of an entry."""
    combat = middle.service.combat(middle.combat)
    step = combat.line.step_of(combat.numbers.seq(entry))
    return state_hash(combat.moments.at(combat.line.last(combat.line.parent(step))))


def uphold(middle: Middle, number: int) -> None:
    """All who decide uphold the claim, which carries it out."""
    for who in middle.case(number)["deciders"]:
        said = {"dispute": number, "choice": "uphold", "note": "So it was."}
        middle.people[who].says("answer-dispute", **said)


def amendments(middle: Middle) -> Iterator[dict[str, Any]]:
    """What fell last otherwise, and what fell before that: each face from the other end."""
    combat = middle.service.combat(middle.combat)
    shown = [entry for entry in combat.path(0, combat.node) if shows_chance(entry.event)]
    for entry in reversed(shown):
        first = combat.line.first(entry.step)
        [found] = combat.entries(first, first, kept=True)
        assert found.kept is not None and found.kept.command is not None
        said = found.kept.command.model_dump(
            mode="json", include={"type", "who", "about", "choice"}
        )
        event = entry.event
        if isinstance(event, CardDrawn):
            said["card"] = {"player": "foe", "foe": "player"}.get(event.card, "the Other")
        elif isinstance(event, DiceRolled):
            said["risk"] = getattr(found.kept.command, "risk", {})
            said["faces"] = {event.purpose: [event.sides + 1 - face for face in event.faces]}
        yield {"remedy": "amend", "entry": entry.meta.number, "command": said}


def upheld(middle: Middle, entry: int, remedy: dict[str, Any]) -> list[dict[str, Any]]:
    """A claim that is no party's to vote on, from contest to settling; the entries that it brought.

    By vote, since the referee plays some of those who are concerned here, and is a party then.
    """
    number = middle.contests(middle.bo, entry, by="vote", claim=remedy)
    last = int(middle.cleo.read("")["last"])
    uphold(middle, number)
    assert middle.case(number)["stage"] == "settled"
    found: list[dict[str, Any]] = middle.cleo.read(f"events?limit=500&after={last}")["items"]
    return found


def test_another_roll_is_ruled_and_what_followed_comes_out_as_it_was_shown(middle: Middle):
    """The face was another one: up to where the table has to say more, all is decided again."""
    tried = ((remedy, judged(middle, remedy)) for remedy in amendments(middle))
    remedy, steps = next(found for found in tried if found[1][0]["verdict"] == "changed")
    whole = [step for step in steps if step["verdict"] != "stopped"]
    if len(whole) < len(steps):
        remedy["upto"] = int(whole[-1]["number"])
    rows = upheld(middle, remedy["entry"], remedy)
    again = list(dict.fromkeys(row["again"] for row in rows if row.get("again")))
    assert len(again) == sum(step["verdict"] in ("kept", "changed") for step in whole) > 0
    [first] = [row for row in rows if row.get("again") == again[0] and fell(row)]
    said = remedy["command"]
    [fallen] = said["faces"].values() if "faces" in said else [said["card"]]
    assert fell(first) == fallen
    [moved] = [row for row in rows if row["type"] == "combat.rewound/1"]
    assert moved["basis"] == "ruled" and moved["cause"].startswith("dispute ")


def judged(middle: Middle, remedy: dict[str, Any]) -> list[dict[str, Any]]:
    """What a preview says of every step from the amended one on."""
    found = middle.rita.would("contest", entry=remedy["entry"], by="vote", claim=remedy)
    return [step for step in found["steps"] if step["verdict"] not in ("new", "falls")]


def fell(row: dict[str, Any]) -> Any:
    """What an entry shows of dice or cards."""
    return row["event"].get("faces") or row["event"].get("card")
