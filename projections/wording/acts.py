"""Sentences about the exchange: acts, questions, answers, and what came of them."""

from __future__ import annotations

import re

from domain import events as e
from domain.events import Params
from domain.events.measures import units
from domain.ruleset.ruleset import Ruleset
from domain.ruleset.stage_list import SPANS
from domain.ruleset.windows import window_of
from projections.wording.context import Telling
from projections.wording.game_words import capital, join_with_and, verb
from projections.wording.reports import is_reported
from projections.wording.said_results import SAID, results_words

WITH = ("using", "targets")
HALVES = 2
"""Numbers that are kept in words go by halves."""

ABOUT = "{about}"
"""The blank, in what the game says of an answer, for the combatant that it is about."""

_BLANK = re.compile(r"\{([^}]+)\}")


def act_sentence(t: Telling, event: e.Acted) -> str:
    """A combatant acts, or goes on with an act."""
    return _does(t, event, "goes on" if event.on else "")


def reaction_sentence(t: Telling, event: e.Reacted) -> str:
    """A combatant reacts; an act that its controller ordered is no reaction."""
    doer, order = t.after.roster.get(event.who), t.act(event.on)
    by_order = doer is not None and order is not None and doer.controller == order.who
    return _does(t, event, "" if by_order else "reacts")


def _does(t: Telling, said: e.Said, lead: str) -> str:
    """`Cogan strikes Man`, `Man reacts and parries`, `Erik reacts: full attack at Man`.

    What is reported without a doer fell on somebody; what the rules make due is of somebody.
    """
    does = _to_another(t.rules, said) or verb(t.rules, said.manoeuvre)
    more = _more(t, said, does)
    if not said.who:
        at = " at " if is_reported(t.seen) else " of "
        return capital(t.noun(said.manoeuvre)) + _whom(t, said, at) + more
    who = t.name(said.who)
    if said.who not in t.after.roster.members:
        who = capital(who)
    if does:
        led = f"{lead} and " if lead else ""
        return f"{who} {led}{_in_own_words(t, said, does)}{more}"
    led = f" {lead}" if lead else ""
    called = said.manoeuvre
    return f"{who}{led}: {called}{_whom(t, said, ' at ')}{more}"


def _to_another(rules: Ruleset, said: e.Said) -> str:
    """The game's words for a deed on another whom a parameter names; empty where it has none.

    `"does begin bearer": "puts {bearer} in a new state"` holds where the bearer is not the doer.
    """
    others = (name for name, value in said.params.items() if value != said.who)
    return next(filter(None, (rules.words.get(f"does {said.manoeuvre} {n}") for n in others)), "")


def _more(t: Telling, said: e.Said, words: str) -> str:
    """What else was said: all of it in a full story, else the numbers that nothing else tells.

    The words of the game may, and what follows on the deed: postings of what is paid from pools of
    that name, and what the game says is told then (`"follows lose": "by"`), or after any deed
    (`"follows *": "cost *"` for all whose names begin so). What is no number is told where the game
    says so (`"tells shoot": "range, cover"`, `"tells *": "arc"`).
    """
    if t.full:
        others = {name: value for name, value in said.params.items() if name not in SAID}
        return t.params(others) + results_words(t, said.params)
    named = set(_BLANK.findall(words))
    if not isinstance(said, e.Declared):
        named |= {*t.after.pools.of.get(said.who, ()), *told_behind(t.rules, said)}
    words_too = _listed(t.rules, "tells", said)
    others = {
        name: value
        for name, value in said.params.items()
        if name not in named and (name in words_too or _is_number(value))
    }
    return t.params(others)


def told_behind(rules: Ruleset, said: e.Said) -> set[str]:
    """The parameters of a deed that the lines behind it tell, as the game says."""
    return _listed(rules, "follows", said)


def _listed(rules: Ruleset, what: str, said: e.Said) -> set[str]:
    """The parameters of a deed that the game's words list for it, or for any deed."""
    listed = (rules.words.get(f"{what} {m}", "") for m in (said.manoeuvre, "*"))
    names = {*", ".join(listed).split(", ")}
    return {name for name in said.params if {name, f"{name.partition(' ')[0]} *"} & names}


def _is_number(value: object) -> bool:
    """True for a number, such as an amount, or inches in halves as they are kept: `2 1/2`."""
    return not isinstance(value, bool) and units(value, HALVES) is not None


def _in_own_words(t: Telling, said: e.Said, does: str) -> str:
    """What somebody does, with what and at whom; the game's own words may name that themselves.

    `{targets}`, `{using}` and the names of parameters stand for themselves in them; what was not
    said leaves nothing behind but the words before it.
    """
    parts = {name: t.value(value) for name, value in said.params.items()}
    parts |= {"targets": t.names(said.targets), "using": t.name(said.using)}
    filled = _BLANK.sub(lambda found: parts.get(found[1], ""), does)
    named = {name: type(getattr(said, name))() for name in _BLANK.findall(does) if name in WITH}
    rest = _whom(t, said.model_copy(update=named), " at " if " " in does else " ")
    return " ".join(filled.split()).rstrip(" ,:") + rest


def _whom(t: Telling, said: e.Said, at: str) -> str:
    """At whom, and with what, or as the game says that of this manoeuvre: `casts Fireball`."""
    whom = at + t.names(said.targets) if said.targets else ""
    link = t.rules.words.get(f"using {said.manoeuvre}", "with ")
    return whom + (f" {link}{t.name(said.using)}" if said.using else "")


def declaration_sentence(t: Telling, event: e.Declared) -> str:
    """A combatant declares an act, or a rule makes one due."""
    called, means = event.manoeuvre, t.rules.words.get(f"means {event.manoeuvre}", "")
    more = _more(t, event, means)
    if not event.who:
        return f"Due: {t.noun(event.manoeuvre)}{_whom(t, event, ' of ')}{more}"
    if means:
        return f"{t.name(event.who)} {_in_own_words(t, event, means)}{more}"
    is_bare_verb = verb(t.rules, called) not in ("", called)
    if is_bare_verb and f"does {called}" not in t.rules.words:
        return f"{t.name(event.who)} means to {called}{_whom(t, event, ' ')}{more}"
    return f"{t.name(event.who)} declares {called}{_whom(t, event, ' at ')}{more}"


def withdrawn(t: Telling, event: e.Withdrawn) -> str:
    """Something declared, or an answer, is taken back."""
    if not event.act:
        slot = (t.seen.entry.meta.answers or ("", ""))[1]
        return f"{capital(t.name(slot))} takes an answer back"
    why = f": {event.why}" if event.why not in ("", "taken back") else ""
    return f"{capital(t.act_words(event.act))} is taken back{why}"


def question_sentence(t: Telling, event: e.Asked) -> str:
    """A window opens, or is drawn anew: what is asked, and whom, rank by rank."""
    says = window_of(t.rules, event.about).says
    again = "again: " if event.question in t.before.exchange.questions else ""
    ranks = sorted({slot.rank for slot in event.slots})
    whom = " | ".join(
        join_with_and(_slot(t, slot) for slot in event.slots if slot.rank == rank) for rank in ranks
    )
    return capital(f"{again}{says} ({whom or 'nobody'})")


def _slot(t: Telling, slot: e.Slot) -> str:
    barred = f", who may not: {slot.barred}" if slot.barred else ""
    return " or ".join(map(t.name, slot.holders)) + barred


def answer_sentence(t: Telling, event: e.Answered) -> str:
    """Somebody passes, chooses, or rules."""
    who, says = capital(t.name(event.who)), t.rules.words.get(f"says {event.choice}", "")
    if ABOUT not in says:
        who += _toward(t, event)
    if event.choice == "pass":
        return f"{who} passes"
    if says:
        comma = "," if "," in who else ""
        return f"{who}{comma} {_as_said(t, event, says)}"
    return f"{who}: {event.choice}{t.params(event.params)}"


def _as_said(t: Telling, event: e.Answered, says: str) -> str:
    """An answer in the game's own words; what they do not name follows behind."""
    params: Params = event.params
    if ABOUT in says:
        says = says.replace(ABOUT, _name_asked_about(t, _slots_of(t, event)[1]) or "it")
    named = {key: t.value(params[key]) for key in _BLANK.findall(says) if key in params}
    told = _BLANK.sub(lambda found: named.get(found[1], "somebody or something"), says)
    return told + t.params({key: value for key, value in params.items() if key not in named})


def _toward(t: Telling, event: e.Answered) -> str:
    """Toward whom an answer is, where somebody answers more than once: `, toward Man`."""
    mine, filled = _slots_of(t, event)
    name = _name_asked_about(t, filled) if len(mine) > 1 else ""
    return f", toward {name}" if name else ""


def _slots_of(t: Telling, event: e.Answered) -> tuple[list[e.Slot], e.Slot | None]:
    """The slots of who answers, and the one that the answer fills."""
    asked, filled = t.seen.entry.meta.answers or ("", "")
    question = t.before.exchange.questions.get(asked)
    slots = question.slots if question is not None else ()
    mine = [slot for slot in slots if event.who in slot.holders]
    return mine, next((slot for slot in mine if slot.id == filled), None)


def _name_asked_about(t: Telling, slot: e.Slot | None) -> str:
    """The name of the combatant that a slot is about; empty where it is about nobody."""
    about = slot.about if slot is not None else ""
    return t.name(about) if about in t.after.roster.members else ""


def outcome_sentence(t: Telling, event: e.Resolved) -> str:
    """What came of an act, with its figures; the one that it is called after stands with it."""
    members = t.after.roster.members
    numbers = {
        name: t.name(value) if name == "by" and value in members else t.number(value)
        for name, value in event.figures.items()
    }
    told = _came_of(t, event)
    if told.endswith(f": {event.outcome}") and event.outcome.casefold() in numbers:
        told += f" {numbers.pop(event.outcome.casefold())}"
    figures = ", ".join(f"{name} {number}" for name, number in numbers.items())
    return f"{told} ({figures})" if figures else told


def _came_of(t: Telling, event: e.Resolved) -> str:
    """`Cogan's strike on Man: hit`, or as the game says it (`"comes to hit": "{who} hits"`)."""
    of, act = t.name(event.of) if event.of else "", t.act(event.act)
    said = t.rules.words.get(f"comes to {event.outcome}")
    if said and act is not None:
        return capital(said.format(who=t.name(act.who), of=of or t.name(act.who)))
    if act is None and (event.act in SPANS or is_reported(t.seen)):  # no act is behind it
        return f"{capital(event.outcome)}{of and f' on {of}'}"
    return f"{capital(t.act_words(event.act))}{of and f' on {of}'}: {event.outcome}"


def closing_sentence(t: Telling, event: e.Closed) -> str:
    """An act is over, or a question closed."""
    if t.act(event.frame) is not None:
        how = f": {event.how}" if event.how else ""
        return f"{capital(t.act_words(event.frame))} is over{how}"
    question, how = t.before.exchange.questions.get(event.frame), event.how and f" ({event.how})"
    asked = f": {window_of(t.rules, question.about).says}" if question else ""
    return f"The question is closed{asked}{how}"
