"""Where we were: a fight in five lines, for those who go on with it next week.

Game, title and whose go it is; how everybody stands; what is open; what happened last; what comes
next. All of it is folded from what its reader may see.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import Any, NamedTuple

from domain import events as e
from domain.legality.openings import may_begin_round
from domain.legality.option import Option
from domain.ruleset.other_revision import as_asked
from domain.ruleset.ruleset import Ruleset
from domain.ruleset.scene import Scene
from domain.ruleset.windows import window_of
from domain.state.exchange import Question
from domain.state.viewer import REFEREE
from domain.table.disputes import Dispute
from domain.table.undo_requests import Request
from projections.state.turn_order import TurnOrder, turn_order
from projections.story.last_act import Happening, last_happenings, since_last_act
from projections.story.standing import Standing, how_they_stand, life_of
from projections.visibility.snapshot import Moment, line_of_play
from projections.visibility.visible_log import SeenEntry
from projections.wording.context import NO_TEXTS, Texts
from projections.wording.game_words import NameOf, capital, join_with_and, name_of, word

MOST_OFFERED = 4
"""How many ways to go on are named."""


class OpenMatter(NamedTuple):
    """Something that waits for an answer, in words, and who must give it, by id.

    `kind` is question | undo | fresh dice | dispute.
    """

    kind: str
    says: str
    must: tuple[str, ...]


class Next(NamedTuple):
    """Who goes on, by id; the ways of the reader, and one of them as a command.

    Where those are not the ways of all who go on, `says` tells whose they are.
    """

    who: tuple[str, ...]
    says: str
    command: dict[str, Any]


class WhereWeWere(NamedTuple):
    """A fight in five lines, and the same in parts."""

    lines: tuple[str, str, str, str, str]
    go: tuple[str, ...]
    standing: tuple[Standing, ...]
    gone: tuple[str, ...]
    open: tuple[OpenMatter, ...]
    last: tuple[Happening, ...]
    next: Next


class TableMatters(NamedTuple):
    """What the table decides beside play: open requests and disputes, and what people are called.

    `offered` is what the reader may do next.
    """

    undo: Request[e.UndoRequested] | None = None
    fresh: Request[e.RerollRequested] | None = None
    disputes: tuple[Dispute, ...] = ()
    people: Texts = NO_TEXTS
    offered: Sequence[Option] = ()


NOTHING_BESIDE = TableMatters()


def where_we_were(
    entries: Sequence[SeenEntry],
    rules: Ruleset,
    beside: TableMatters = NOTHING_BESIDE,
    texts: Texts = NO_TEXTS,
) -> WhereWeWere:
    """A fight in five lines, of what somebody sees: `entries` from the first up to now."""
    played = [entries[seq - 1] for seq in line_of_play(entries)]
    moment, tail = since_last_act(played, rules, texts)
    order, called = turn_order(moment, rules), _called(moment, beside.people)
    standing = how_they_stand(moment, rules, life_of(played, rules))
    gone = tuple(m.name for m in moment.combat.roster.members.values() if not m.here)
    matters = tuple(_matters(moment, rules, beside, called))
    last, then = last_happenings(tail), _next(moment, rules, order, beside, called)
    lines = (
        f"{_head(entries, rules)}: {_clock(moment, order, called)}.",
        _standing_words(standing, gone),
        " ".join(each.says for each in matters) or "Nothing is open.",
        f"Last: {'; '.join(each.says for each in last) or 'nothing yet'}.",
        then.says,
    )
    go = order.now or order.may_go
    return WhereWeWere(lines, go, standing, gone, matters, last, then)


def _called(moment: Moment, people: Texts) -> NameOf:
    """What somebody is called: a combatant by name, a person as the table knows them."""
    name, members = name_of(moment.combat), moment.combat.roster.members
    return lambda who: name(who) if who in members else people.get(who) or name(who)


# --- where, and how everybody stands -------------------------------------------------------


def _head(entries: Iterable[SeenEntry], rules: Ruleset) -> str:
    opened = (one.event.title for one in entries if isinstance(one.event, e.CombatOpened))
    title = next(opened, "")
    return f"{rules.title}, {title}" if title else rules.title


def _clock(moment: Moment, order: TurnOrder, called: NameOf) -> str:
    """Where the clock stands, and whose go it is where the open stretches do not say so."""
    if moment.combat.roster.ended:
        return f"over, in {order.round_word} {order.round}" if order.round else "over"
    path = ", ".join(order.path)
    if not path:
        path = f"after {order.round_word} {order.round}" if order.round else "nothing has begun"
    if any(span.kind == "turn" for span in moment.combat.clock.path):
        return path
    if order.now:
        return f"{path}; {join_with_and(map(called, order.now))} acts"
    may = join_with_and(map(called, order.may_go))
    return f"{path}; {may} may go" if may else path


def _standing_words(standing: tuple[Standing, ...], gone: tuple[str, ...]) -> str:
    """The worst first: those who cannot act, those with something to tell, those who are well."""
    groups = (
        ("Cannot act", [_one(one) for one in standing if one.is_down]),
        ("Hurt or in some state", [_one(s) for s in standing if not (s.is_down or s.is_well)]),
        ("Unhurt", [one.name for one in standing if one.is_well]),
        ("No longer here", list(gone)),
    )
    told = [f"{says}: {', '.join(them)}." for says, them in groups if them]
    return " ".join(told) or "Nobody is here."


def _one(one: Standing) -> str:
    return f"{one.name} ({one.says})" if one.says else one.name


# --- what is open --------------------------------------------------------------------------


def _matters(
    moment: Moment, rules: Ruleset, beside: TableMatters, called: NameOf
) -> Iterator[OpenMatter]:
    """Everything that waits for an answer: what the table decides comes before play."""
    if (undo := beside.undo) is not None:
        what = f"{called(undo.event.asker)} asks to {undo.event.how}"
        yield _waits("undo", f"{what} to entry {undo.event.to}", undo.open_slots(), called)
    if (fresh := beside.fresh) is not None:
        what = f"{called(fresh.event.asker)} asks for fresh dice at entry {fresh.event.entry}"
        yield _waits("fresh dice", what, fresh.open_slots(), called)
    for dispute in beside.disputes:
        if dispute.stage == "open":
            what = f"dispute {dispute.number} about entry {dispute.entry}"
            yield _waits("dispute", what, dispute.silent, called)
    question = as_asked(moment.combat, rules).exchange.question()
    must = _asked(question)
    if question is not None and must and not moment.combat.roster.ended:
        yield _waits("question", window_of(rules, question.about).says, must, called)


def _asked(question: Question | None) -> tuple[str, ...]:
    """Who may answer a question now."""
    slots = question.open() if question else ()
    return tuple(dict.fromkeys(who for slot in slots for who in slot.holders))


def _waits(kind: str, what: str, must: tuple[str, ...], called: NameOf) -> OpenMatter:
    """Something open, in a sentence that says who must answer."""
    whom = join_with_and(map(called, must)) if must else "nobody"
    return OpenMatter(kind, f"{capital(what).rstrip('?')}: waits for {whom}.", must)


# --- what comes next -----------------------------------------------


def _next(
    moment: Moment, rules: Ruleset, order: TurnOrder, beside: TableMatters, called: NameOf
) -> Next:
    """Who goes on, and how the reader may."""
    if moment.combat.roster.ended:
        return Next((), "Next: nothing, it is over.", {})
    if _may_begin_round(moment, rules, beside):
        return _next_round(moment, rules, beside)
    firsts = (str(one.command.get("who", "")) for one in beside.offered[:1])
    who = _who_goes_on(moment, order, beside) or tuple(filter(None, firsts))
    whom = join_with_and(map(called, who))
    mine = [one for one in beside.offered if one.command.get("who", "") in (*who, "")]
    offered = mine or list(beside.offered)
    ways = tuple(dict.fromkeys(map(_way, offered)))
    more = f" or {len(ways) - MOST_OFFERED} more" if len(ways) > MOST_OFFERED else ""
    may = f": {', '.join(ways[:MOST_OFFERED])}{more}" if ways else ""
    whose = _whose_ways(offered, who, called) if ways else ""
    command = offered[0].command if offered else {}
    return Next(who, f"Next: {whom or 'anybody'}{whose}{may}.", command)


def _whose_ways(offered: Iterable[Option], who: tuple[str, ...], called: NameOf) -> str:
    """Whose the ways of the reader are, where they are not those of all who go on."""
    doers = tuple(dict.fromkeys(str(one.command.get("who", "")) for one in offered))
    named = tuple(filter(None, doers))
    if not who or {*named} == {*who}:
        return ""
    return f". {join_with_and(map(called, named)) or 'You'} may"


def _may_begin_round(moment: Moment, rules: Ruleset, beside: TableMatters) -> bool:
    """True where nobody is asked, and play goes on once the referee begins a round."""
    scene = Scene(moment.combat, rules)
    if _must_answer_table(beside) is not None or scene.question() is not None:
        return False
    return rules.sequence.waits and not rules.reported(scene) and may_begin_round(scene)


def _next_round(moment: Moment, rules: Ruleset, beside: TableMatters) -> Next:
    """That the referee begins a round; as a command where the reader may."""
    begin = {"type": "answer", "who": REFEREE, "about": "round", "choice": "begin"}
    which = "next" if moment.combat.clock.rounds else "first"
    says = f"Next: the referee begins the {which} {word(rules, 'round')}."
    may = any(one.command == begin for one in beside.offered)
    return Next((REFEREE,), says, begin if may else {})


def _who_goes_on(moment: Moment, order: TurnOrder, beside: TableMatters) -> tuple[str, ...]:
    """Who is asked by the table, else in play; else whose go it is, or who comes next."""
    if (must := _must_answer_table(beside)) is not None:
        return must
    asked = _asked(moment.combat.exchange.question())
    return asked or order.now or order.may_go or tuple(filter(None, (order.next,)))


def _must_answer_table(beside: TableMatters) -> tuple[str, ...] | None:
    """Who must answer an undo request, or a dispute for which play pauses; None without either."""
    if beside.undo is not None:
        return beside.undo.open_slots()
    pausing = next((d for d in beside.disputes if d.stage == "open" and d.pause), None)
    return pausing.silent if pausing is not None else None


def _way(option: Option) -> str:
    """An option in a word or two."""
    said = option.command
    if said["type"] in ("act", "declare"):
        return str(said["manoeuvre"])
    return option.says or str(said.get("choice", said["type"]))
