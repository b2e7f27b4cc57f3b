"""Disputes in words: what is contested, what is said to it, what is ruled and done."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from domain import events as e
from domain.ruleset.ruleset import Ruleset
from projections.wording.context import Telling
from projections.wording.game_words import NameOf, capital, join_with_and, pool_word

_SAID = {
    "state": "states the case",
    "uphold": "votes to uphold it",
    "dismiss": "votes to dismiss it",
    "withdraw": "withdraws it",
    "play-on": "lets play go on meanwhile",
}


def contest_sentence(t: Telling, event: e.Contested) -> str:
    """Return `Ann contests entry 40 (3.3) and claims: let it stand; the referee to rule`."""
    fact = f"{event.fact} of " if event.fact else ""
    what = f"contests {fact}{span_words(event.entry, event.upto)}{_under(event.clause)}"
    waits = "; play waits" if event.pause else ""
    who = f"{t.name(event.asker)} {what}{_claims(t, event.claim)}"
    return capital(f"{who}; {join_with_and(map(t.name, event.deciders))} to rule{waits}")


def span_words(first: int, last: int) -> str:
    """Return the entries that are contested, in words."""
    return f"entry {first}" if first == last else f"entries {first} to {last}"


def statement_sentence(t: Telling, event: e.DisputeAnswered) -> str:
    """Return a statement or a vote: `Ben votes to uphold it (dispute 44)`."""
    return capital(f"{t.name(event.who)} {_SAID[event.choice]} (dispute {event.dispute})")


def ruling_sentence(t: Telling, event: e.DisputeRuled) -> str:
    """Return a ruling: `The vote rules on dispute 44 (3.3): go back to entry 12`."""
    who = "the vote" if event.by == "vote" else t.name(event.by)
    does = remedy_words(event.remedy, t.rules, t.name)
    stays = "the ruling stands, " if event.stands else ""
    own = ", in a case of their own" if event.own_case else ""
    on = f"dispute {event.dispute}{_under(event.clause)}"
    return capital(f"{who} rules on {on}: {stays}{does}{own}")


def appeal_sentence(t: Telling, event: e.DisputeAppealed) -> str:
    """Return an appeal: `Ann appeals (dispute 44) and claims: let it stand; Cleo to rule`."""
    who = f"{t.name(event.who)} appeals (dispute {event.dispute}){_claims(t, event.claim)}"
    return capital(f"{who}; {join_with_and(map(t.name, event.deciders))} to rule")


def _under(clause: str) -> str:
    return f" ({clause})" if clause else ""


def _claims(t: Telling, claim: e.Params) -> str:
    return f" and claims: {remedy_words(claim, t.rules, t.name)}" if claim else ""


def remedy_words(remedy: e.Params, rules: Ruleset, name: NameOf) -> str:
    """What a remedy does, in its game's words: `annul entry 40`, `make good: Ann AP +1 1/2`."""
    match remedy:
        case {"remedy": "amend", "how": how, "entry": entry}:
            where = f"{remedy.get('where', 'before')} " if how == "insert" else ""
            return f"{how} {where}entry {entry}"
        case {"remedy": "go-back", "to": to}:
            return f"go back to entry {to}"
        case {"remedy": "compensate", "change": change}:
            return f"make good: {_change(change, rules, name)}"
        case {"remedy": "re-roll", "entry": entry}:
            return f"roll entry {entry} again"
    return "let it stand"


def _change(change: Any, rules: Ruleset, name: NameOf) -> str:
    match change:
        case {"what": "pool", "subject": who, "pool": pool}:
            says = pool_word(rules, pool, change.get("key", ""))
            return f"{name(who)} {says} {', '.join(_pool_changes(change))}"
        case {"what": "condition", "subject": who, "name": condition}:
            says = rules.condition_word(condition)
            level = f" {change['level']}" if change.get("level") else ""
            ends = "" if change.get("begin", True) else "no longer "
            return f"{name(who)} {ends}{says}{level}"
        case {"what": "condition-change", "subject": who, "name": condition}:
            says = rules.condition_word(condition)
            return f"{name(who)} {says} {', '.join(_condition_changes(change, name))}".rstrip()
        case {"what": "fact", "of": of, "name": fact, "value": value}:
            toward = f" and {name(change['toward'])}" if change.get("toward") else ""
            return f"{name(of)}{toward}, {rules.fact_word(fact)}: {value}"
        case {"what": "place", "subject": who, "place": place}:
            return f"{name(who)} to {place}"
    return f"order {', '.join(_places(change, name))}"


def _condition_changes(change: Any, name: NameOf) -> Iterator[str]:
    """What becomes of a condition: `level 2`, `toward Ana`, `3 rounds to go`, `until ended`."""
    if change.get("level") is not None:
        yield f"level {change['level']}"
    if toward := change.get("toward"):
        yield f"toward {name(toward)}"
    if until := change.get("until"):
        left, span = until["left"], until.get("span", "round")
        yield f"{left} {span}{'' if left == 1 else 's'} to go"
    if change.get("endless"):
        yield "until ended"


def _places(change: Any, name: NameOf) -> Iterator[str]:
    """Everybody in an order, each with the scores that were said: `Ana 22 and 12`, `Bert`."""
    scores = change.get("scores", {})
    for who in dict.fromkeys((*change.get("order", ()), *scores)):
        yield f"{name(who)} {join_with_and(map(str, scores.get(who, ())))}".rstrip()


def _pool_changes(change: Any) -> Iterator[str]:
    """What becomes of a pool: `+1 1/2`, `to 30`, `at least 0`, `at most 59`, `without a most`."""
    if (delta := change.get("delta")) is not None:
        yield str(delta) if str(delta).startswith("-") else f"+{delta}"
    if (to := change.get("to")) is not None:
        yield f"to {to}"
    for end in ("least", "most"):
        if (limit := change.get(end)) is not None:
            yield f"without a {end}" if limit == "none" else f"at {end} {limit}"
