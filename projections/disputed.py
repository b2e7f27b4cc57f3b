"""Disputes in words: what is contested, what is said to it, what is ruled and done."""

from __future__ import annotations

from typing import Any

from domain import events as e
from domain.ruleset import Ruleset
from projections.telling import Telling
from projections.words import NameOf, capital, listed, pool_word

DISPUTED = {
    "state": "states the case",
    "uphold": "votes to uphold it",
    "dismiss": "votes to dismiss it",
    "accept": "accepts the ruling",
    "appeal": "appeals against the ruling",
    "drop": "contests it no longer",
    "play-on": "lets play go on meanwhile",
    "ruled": "",
}
"""What somebody does in a dispute, by the choice that is recorded."""


def contested(t: Telling, event: e.Asked) -> str:
    """A dispute, or an appeal: `Ann contests entry 40 (3.3) and claims: let it stand`."""
    said: dict[str, Any] = event.params
    clause = f" ({said['clause']})" if said.get("clause") else ""
    claim = (
        f" and claims: {remedy_words(said['claim'], t.rules, t.name)}" if said.get("claim") else ""
    )
    rules = listed(t.name(s.who) for s in event.slots if s.about != "statement" and not s.barred)
    if appeal := said.get("appeal"):
        lead = f"{t.name(appeal)} appeals{claim}"
    else:
        fact = f"{said['fact']} of " if said.get("fact") else ""
        what = f"contests {fact}{span_words(said['entry'], said['upto'])}"
        lead = f"{t.name(said['asker'])} {what}{clause}{claim}"
    waits = "; play waits" if said.get("pause") else ""
    return capital(f"{lead}; {rules} to rule{waits}")


def span_words(first: int, last: int) -> str:
    """The entries that are contested."""
    return f"entry {first}" if first == last else f"entries {first} to {last}"


def disputed(t: Telling, event: e.Answered) -> str:
    """A statement, a vote, a ruling, or what is made of that."""
    which = t.about.get((t.seen.entry.meta.answers or ("", ""))[0], "")
    if event.choice != "ruled":
        on = f" ({which})" if which else ""
        return capital(f"{t.name(event.who)} {DISPUTED[event.choice]}{on}")
    said: dict[str, Any] = event.params
    who = "The vote" if event.who == "vote" else t.name(event.who)
    own = ", in a case of his own" if said.get("own") else ""
    clause = f" ({said['clause']})" if said.get("clause") else ""
    does = remedy_words(said["remedy"], t.rules, t.name)
    return capital(f"{who} rules on the {which or 'dispute'}{clause}: {does}{own}")


def remedy_words(remedy: dict[str, Any], rules: Ruleset, name: NameOf) -> str:
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


def _change(change: dict[str, Any], rules: Ruleset, name: NameOf) -> str:
    match change:
        case {"what": "pool", "subject": who, "pool": pool, "delta": delta}:
            sign = "" if str(delta).startswith("-") else "+"
            return f"{name(who)} {pool_word(rules, pool, change.get('key', ''))} {sign}{delta}"
        case {"what": "condition", "subject": who, "name": condition}:
            kind = rules.condition(condition)
            level = f" {change['level']}" if change.get("level") else ""
            ends = "" if change.get("begin", True) else "no longer "
            return f"{name(who)} {ends}{kind.says if kind else condition}{level}"
        case {"what": "fact", "of": of, "name": fact, "value": value}:
            kind_of_fact = rules.fact(fact)
            toward = f" and {name(change['toward'])}" if change.get("toward") else ""
            return f"{name(of)}{toward}, {kind_of_fact.says if kind_of_fact else fact}: {value}"
        case {"what": "place", "subject": who, "place": place}:
            return f"{name(who)} to {place}"
    return f"order {', '.join(map(name, change.get('order', ())))}"
