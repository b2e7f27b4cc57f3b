"""A sentence for every event, in the game's own words and with everybody's name."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from typing import Any

from domain import events as e
from domain.ruleset.ruleset import Ruleset
from domain.ruleset.sequence import game_seconds
from domain.state.combat import Combat, evolve
from domain.state.course.order_line import Order, Place
from projections.visibility.visible_log import SeenEntry
from projections.wording import acts, amounts, disputes, reports, sheets
from projections.wording.context import Telling
from projections.wording.displayed_points import score_in_words
from projections.wording.game_words import capital, duration, join_with_and, owner, word

Tell = Callable[[Telling, Any], str]


def sentence(t: Telling) -> str:
    """What happened, in words."""
    return SENTENCES[type(t.seen.event)][1](t, t.seen.event) + _BY[t.seen.entry.meta.stead]


def sentences(
    rules: Ruleset, state: Combat, entries: Iterable[SeenEntry], full: bool = False
) -> Iterator[tuple[SeenEntry, str]]:
    """Entries that follow each other from a state on, each with its sentence."""
    for seen in entries:
        before = state
        if seen.entry.is_play:
            state = evolve(before, seen.event, seen.entry.meta.answers)
        yield seen, sentence(Telling(rules, before, state, seen, full))


_BY = {"": "", "away": ", by the referee", "here": ", by the referee, while the player was here"}


def kind_of(event: e.Event) -> str:
    """What kind of line an event makes: heading, act, roll, outcome, posting, question, ..."""
    return SENTENCES[type(event)][0]


# --- roster and clock ----------------------------------------------------------------------


def _opening_sentence(t: Telling, event: e.CombatOpened) -> str:
    recorded = ", the table's word counts" if event.mode == "record" else ""
    # A preset has a title of its own, and the edition is that of the rules beneath it.
    game = t.rules.title if event.preset else f"{t.rules.title}, edition {event.edition}"
    return f"{event.title or 'A combat'} ({game}){recorded}"


def _joining_sentence(t: Telling, event: e.Joined) -> str:
    if (known := t.before.roster.get(event.subject)) and known.here and not known.hidden:
        return f"{t.name(event.subject)} is in the hands of {t.name(event.controller or 'nobody')}"
    kind = "" if event.kind == "combatant" else f" ({event.kind})"
    side = f" for {t.name(event.side)}" if event.side else ""
    comes = "comes back" if known and not known.here else "comes in"
    return f"{event.name}{kind} {comes}{side}{', hidden' if event.hidden else ''}"


def _leaving_sentence(t: Telling, event: e.Left) -> str:
    why = f": {event.why}" if event.why not in ("", "left") else ""
    return f"{t.name(event.subject)} leaves{why}"


def _ending_sentence(t: Telling, event: e.CombatEnded) -> str:
    return "The combat is over" + (f": {event.why}" if event.why else "")


def _round(t: Telling, event: e.RoundBegan | e.RoundEnded) -> str:
    if isinstance(event, e.RoundEnded):
        over = " is taken back" if event.taken_back else " is over"
    else:
        over = _after(t)
    return capital(f"{word(t.rules, 'round')} {event.n}{over}")


def _after(t: Telling) -> str:
    """How much game time is over as a round begins, where the game says so and some is."""
    seconds = game_seconds(t.rules.sequence, t.before.clock)
    return f" (after {duration(seconds)})" if seconds else ""


def _turn_began(t: Telling, event: e.TurnBegan) -> str:
    why = f" ({event.why})" if event.why not in ("", "order") else ""
    resumed = ", resumed" if event.resumes else ""
    return capital(f"{word(t.rules, 'turn')} of {t.names(event.who)}{resumed}{why}")


def _turn_ended(t: Telling, event: e.TurnEnded) -> str:
    why = f" ({event.why})" if event.why else ""
    ends = "is held" if event.held else "is taken back" if event.taken_back else "is over"
    return capital(f"{word(t.rules, 'turn')} of {t.names(event.who)} {ends}{why}")


def _phase(t: Telling, event: e.PhaseBegan | e.PhaseEnded) -> str:
    over = " is over" if isinstance(event, e.PhaseEnded) else ""
    return capital(f"{word(t.rules, event.phase)}{over}")


def _order(t: Telling, event: e.OrderSet) -> str:
    line = Order(event.order, event.scores, event.why, event.more).places()
    groups = [" = ".join(_name_with_score(t, place) for place in group) for group in line]
    why = f" ({event.why})" if event.why not in ("", event.scope) else ""
    return capital(f"{word(t.rules, event.scope)}: {', '.join(groups) or 'nobody'}{why}")


def _name_with_score(t: Telling, place: Place) -> str:
    score = "" if place.score is None else f" {score_in_words(t.rules, place.score)}"
    return t.name(place.who) + score


# --- the table -----------------------------------------------------------------------------


def _commitment_sentence(t: Telling, event: e.Committed) -> str:
    return f"{t.name(event.who)} commits to {event.what}"


def _reveal_sentence(t: Telling, event: e.Revealed) -> str:
    return f"{t.name(event.who)} reveals {event.what}: {event.value}"


def _era_began(t: Telling, event: e.EraBegan) -> str:
    return (
        f"The fight came from another server and goes on here, with new dice keys (era {event.era})"
    )


def _note_sentence(t: Telling, event: e.Noted) -> str:
    about = f" on {event.about}" if event.about else ""
    what = "A bookmark" if event.bookmark else "A note"
    return f"{what}{about}{t.text(event.text)}"


def _rewound(t: Telling, event: e.Rewound) -> str:
    why, was, to = capital(event.why), t.seen.says("was"), t.seen.says("to")
    if event.to == event.was:
        return f"{why}: play goes on from entry {to}"
    way = "back" if event.to < event.was else "forward"
    return f"{why}: play goes {way} from entry {was} to entry {to}"


def _seat_sentence(t: Telling, event: e.SeatOpened | e.SeatChanged) -> str:
    plays = f" for {t.names(event.combatants)}" if event.combatants else ""
    if isinstance(event, e.SeatOpened):
        return f"{t.name(event.person)} sits down as {event.role}{plays}"
    link = ", with a new link" if event.renewed else ""
    return f"Seat {event.seat} is now {event.role}{plays}{link}"


def _seat_closed(t: Telling, event: e.SeatClosed) -> str:
    return f"Seat {event.seat} is closed"


# --- requests beside play -------------------------------------------------------------------

_ANSWERS = {
    "agree": "agrees to the {}",
    "refuse": "refuses the {}",
    "withdraw": "withdraws the {} request",
    "block": "blocks further {} requests",
    "allow": "allows {} requests again",
}


def _request_sentence(t: Telling, event: e.UndoRequested | e.RerollRequested) -> str:
    """`Ann asks to undo from entry 20 to entry 17; Ben must agree`: an undo, or a re-roll."""
    if isinstance(event, e.UndoRequested):
        free = "" if event.must else ", as a free move"
        what = f"to {event.how} from entry {event.was} to entry {event.to}{free}"
    else:
        what = f"for a re-roll of entry {event.entry}"
    must = f"; {join_with_and(map(t.name, event.must))} must agree" if event.must else ""
    return capital(f"{t.name(event.asker)} asks {what}{must}")


def _request_answer_sentence(t: Telling, event: e.UndoAnswered | e.RerollAnswered) -> str:
    """`Ben agrees to the undo`, and whether the referee answers for them."""
    does = _ANSWERS[event.choice].format("undo" if isinstance(event, e.UndoAnswered) else "re-roll")
    away = ", answered by the referee while they are away" if t.seen.entry.meta.behalf else ""
    return capital(f"{t.name(event.who)} {does}{away}")


def _policy_set(t: Telling, event: e.UndoPolicySet) -> str:
    """The new undo policy."""
    allowed = f", with {event.allowance} free for each player" if event.allowance else ""
    return f"The undo policy is now {event.policy}{allowed}"


def _witness_sentence(t: Telling, event: e.Witnessed) -> str:
    """A witness confirms typed dice."""
    return capital(f"{t.name(event.who)} confirms the dice of entry {event.entry}")


def _secret_fell(t: Telling, event: e.SecretFell) -> str:
    """A secret deed that no longer counts, and why."""
    what = f"{owner(t.name(event.who))} secret {event.what}"
    return capital(f"{what} no longer counts: {event.why}")


SENTENCES: dict[type[e.Event], tuple[str, Tell]] = {
    e.CombatOpened: ("roster", _opening_sentence),
    e.Joined: ("roster", _joining_sentence),
    e.Edited: ("roster", sheets.editing_sentence),
    e.Left: ("roster", _leaving_sentence),
    e.CombatEnded: ("roster", _ending_sentence),
    e.RoundBegan: ("heading", _round),
    e.RoundEnded: ("closing", _round),
    e.TurnBegan: ("heading", _turn_began),
    e.TurnEnded: ("closing", _turn_ended),
    e.PhaseBegan: ("heading", _phase),
    e.PhaseEnded: ("closing", _phase),
    e.OrderSet: ("order", _order),
    e.DiceRolled: ("roll", amounts.roll_sentence),
    e.CardDrawn: ("roll", amounts.card_sentence),
    e.Asked: ("question", acts.question_sentence),
    e.Answered: ("answer", acts.answer_sentence),
    e.Declared: ("declaration", acts.declaration_sentence),
    e.Acted: ("act", acts.act_sentence),
    e.Reacted: ("act", acts.reaction_sentence),
    e.Withdrawn: ("declaration", acts.withdrawn),
    e.Resolved: ("outcome", acts.outcome_sentence),
    e.Closed: ("closing", acts.closing_sentence),
    e.PoolChanged: ("posting", amounts.posting_sentence),
    e.PoolLimited: ("posting", amounts.limit_sentence),
    e.PoolRemoved: ("posting", amounts.removal_sentence),
    e.ConditionBegan: ("condition", amounts.condition_began),
    e.ConditionChanged: ("condition", amounts.condition_changed),
    e.ConditionEnded: ("condition", amounts.condition_ended),
    e.FactSet: ("fact", amounts.fact_set),
    e.Moved: ("place", amounts.move_sentence),
    e.Reported: ("report", reports.report_sentence),
    e.Gap: ("gap", reports.gap_sentence),
    e.Committed: ("table", _commitment_sentence),
    e.Revealed: ("table", _reveal_sentence),
    e.EraBegan: ("table", _era_began),
    e.Noted: ("table", _note_sentence),
    e.UndoRequested: ("table", _request_sentence),
    e.UndoAnswered: ("table", _request_answer_sentence),
    e.UndoPolicySet: ("table", _policy_set),
    e.RerollRequested: ("table", _request_sentence),
    e.RerollAnswered: ("table", _request_answer_sentence),
    e.Witnessed: ("table", _witness_sentence),
    e.SecretFell: ("table", _secret_fell),
    e.Contested: ("table", disputes.contest_sentence),
    e.DisputeAnswered: ("table", disputes.statement_sentence),
    e.DisputeRuled: ("table", disputes.ruling_sentence),
    e.DisputeAppealed: ("table", disputes.appeal_sentence),
    e.Rewound: ("table", _rewound),
    e.SeatOpened: ("table", _seat_sentence),
    e.SeatChanged: ("table", _seat_sentence),
    e.SeatClosed: ("table", _seat_closed),
}
"""Each event's kind of line, and the function that tells it."""
