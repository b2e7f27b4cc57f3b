"""Sentences about the exchange: acts, questions, answers, and what came of them."""

from __future__ import annotations

from domain import events as e
from domain.windows import window_of
from projections.telling import Telling
from projections.words import capital, label, listed, verb


def acted(t: Telling, event: e.Acted) -> str:
    """Somebody does something, or goes on with what he does."""
    return _does(t, event, "goes on" if event.on else "")


def reacted(t: Telling, event: e.Reacted) -> str:
    """Somebody answers another's act."""
    return _does(t, event, "reacts")


def _does(t: Telling, said: e.Said, lead: str) -> str:
    """`Cogan strikes Man`, `Man reacts and parries`, `Erik reacts: full attack at Man`."""
    does, more = verb(t.rules, said.manoeuvre), t.params(said.params) if t.full else ""
    if not said.who:
        return capital(label(said.manoeuvre)) + _whom(t, said, " at ") + more
    if "{" in does:
        places = {"target": t.names(said.targets), "using": t.name(said.using)}
        return f"{t.name(said.who)} {f'{lead} and ' if lead else ''}{does.format(**places)}{more}"
    if does:
        led = f"{lead} and " if lead else ""
        at = " at " if " " in does else " "
        return f"{t.name(said.who)} {led}{does}{_whom(t, said, at)}{more}"
    led = f" {lead}" if lead else ""
    called = label(said.manoeuvre)
    return f"{t.name(said.who)}{led}: {called}{_whom(t, said, ' at ')}{more}"


def _whom(t: Telling, said: e.Said, at: str) -> str:
    """At whom, and with what."""
    whom = at + t.names(said.targets) if said.targets else ""
    return whom + (f" with {t.name(said.using)}" if said.using else "")


def declared(t: Telling, event: e.Declared) -> str:
    """Somebody says what he will do, or a rule says what is due."""
    called, more = label(event.manoeuvre), t.params(event.params) if t.full else ""
    if not event.who:
        return f"Due: {called}{_whom(t, event, ' at ')}{more}"
    if event.manoeuvre.isalpha() and f"does {event.manoeuvre}" not in t.rules.words:
        return f"{t.name(event.who)} means to {called}{_whom(t, event, ' ')}{more}"
    return f"{t.name(event.who)} declares {called}{_whom(t, event, ' at ')}{more}"


def withdrawn(t: Telling, event: e.Withdrawn) -> str:
    """Something declared, or an answer, is taken back."""
    if not event.act:
        slot = (t.seen.entry.meta.answers or ("", ""))[1]
        return f"{capital(t.name(slot))} takes an answer back"
    why = f": {event.why}" if event.why not in ("", "taken back") else ""
    return f"{capital(t.act_words(event.act))} is taken back{why}"


def asked(t: Telling, event: e.Asked) -> str:
    """A window opens, or is drawn anew: what is asked, and whom, rank by rank."""
    says = window_of(t.rules, event.about).says
    again = " again" if event.question in t.before.exchange.questions else ""
    ranks = sorted({slot.rank for slot in event.slots})
    whom = " | ".join(
        listed(_slot(t, slot) for slot in event.slots if slot.rank == rank) for rank in ranks
    )
    return f"{event.question}{again}: {says} ({whom or 'nobody'})"


def _slot(t: Telling, slot: e.Slot) -> str:
    barred = f", who may not: {slot.barred}" if slot.barred else ""
    return t.name(slot.who) + barred


def answered(t: Telling, event: e.Answered) -> str:
    """Somebody passes, chooses, or rules."""
    who = capital(t.name(event.who))
    if event.choice == "pass":
        return f"{who} passes"
    return f"{who}: {event.choice.replace('-', ' ')}{t.params(event.params)}"


def resolved(t: Telling, event: e.Resolved) -> str:
    """What came of an act, with its figures."""
    figures = ", ".join(f"{name} {t.number(value)}" for name, value in event.figures.items())
    told = _came_of(t, event)
    return f"{told} ({figures})" if figures else told


def _came_of(t: Telling, event: e.Resolved) -> str:
    """`Cogan's strike on Man: hit`, or as the game says it (`"comes to hit": "{who} hits"`)."""
    of, act = t.name(event.of) if event.of else "", t.act(event.act)
    said = t.rules.words.get(f"comes to {event.outcome}")
    if said and act is not None:
        return capital(said.format(who=t.name(act.who), of=of or t.name(act.who)))
    return f"{capital(t.act_words(event.act))}{of and f' on {of}'}: {event.outcome}"


def closed(t: Telling, event: e.Closed) -> str:
    """An act is over, or a question closed."""
    how = f": {event.how}" if event.how else ""
    if t.act(event.frame) is not None:
        return f"{capital(t.act_words(event.frame))} is over{how}"
    return f"{event.frame} is closed{how}"
