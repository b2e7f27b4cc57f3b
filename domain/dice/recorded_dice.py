"""The faces and cards of a step that was played, bound to its rolls when it is decided again.

A roll is known by who rolled, for what sort, and which of those in its step it was. Its faces
follow that name, typed ones too, and never move to another roll; what none needs any more is void.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from itertools import chain, takewhile
from typing import Any

from domain import commands as c
from domain import events as e
from domain.state.combat import Combat
from domain.state.places import card_name
from domain.step.draft import Draft
from domain.step.rolling import Dice


class NeedsDice(Exception):
    """A roll or card was asked for that was never recorded, and no dice were handed over.

    `drafts` is what the step came to before that.
    """

    drafts: Sequence[Draft] = ()


Name = tuple[str | int, ...]
"""A roll by who rolled, its sort and re-roll, or a draw by its deck; then which of those it was."""


class RecordedDice:
    """The dice of one step that is decided again.

    `origin` is the step's own number. Without `fresh` dice whatever was not recorded raises
    NeedsDice; with them it falls under a label that carries the origin, so that it shows the same
    face however often the step is corrected.
    """

    def __init__(
        self, origin: int, drafts: Sequence[Draft], before: Combat, fresh: Dice | None = None
    ):
        self.origin, self.fresh = origin, fresh
        opened = drafts[0].event if drafts else None
        self._commitments = opened.commitments if isinstance(opened, e.CombatOpened) else {}
        members = sorted(before.roster.members.values(), key=lambda member: member.here)
        self._rollers = {m.roller: m.subject for m in members if m.roller}
        named = _names(drafts)
        self._recorded: dict[Name, Any] = {name: drafts[at].event for at, name in named.items()}
        self._asked: Counter[Name] = Counter()

    def faces(self, key: str, label: e.DieLabel, sizes: Sequence[int]) -> tuple[int, ...]:
        """The recorded faces of this roll, as far as they are of such dice; then fresh ones."""
        *_, nth = name = _next(self._asked, self._alike(label))
        own = _of_such_dice(self._recorded.get(name), sizes)
        if len(own) == len(sizes):
            return own
        corrected = label.model_copy(update={"kind": 1, "origin": self.origin, "r": nth})
        return own + self._fresh(sizes).faces(key, corrected, sizes)[len(own) :]

    def pass_over(self, label: e.DieLabel) -> None:
        """Count a roll whose faces were typed among those of its step."""
        _next(self._asked, self._alike(label))

    def _alike(self, label: e.DieLabel) -> Name:
        return self._rollers.get(label.roller, ""), label.sort, label.reroll

    def _fresh(self, sizes: Sequence[int]) -> Dice:
        if self.fresh is None:
            dice = " + ".join(f"{many}d{sides}" for sides, many in Counter(sizes).items())
            raise NeedsDice(f"step {self.origin} needs {dice}, which never fell")
        return self.fresh

    def card(self, deck: str, shuffle: int, cards: tuple[str, ...]) -> str:
        """The recorded card of this draw, while it is in the deck; else a fresh one."""
        drawn = self._recorded.get(_next(self._asked, (deck,)))
        if drawn is not None and not cards:
            return card_name(drawn.card, drawn.copy_no)
        if drawn is not None and (left := _still_there(drawn, cards)):
            return left
        if self.fresh is None:
            raise NeedsDice(f"step {self.origin} needs a card of {deck!r}, which was not drawn")
        return self.fresh.card(deck, shuffle, cards)

    def commitments(self) -> dict[str, str]:
        """What the dice of the combat were bound by when it was opened; nothing in a later step."""
        return self._commitments

    def as_recorded(self, drafts: Sequence[Draft]) -> tuple[Draft, ...]:
        """The drafts with what was recorded told as it was: its label, and who supplied it."""
        names, told = _names(drafts), []
        for place, draft in enumerate(drafts):
            event = draft.event
            if isinstance(event, e.DiceRolled) and place in names:
                event = self._roll_as_recorded(names[place], event)
            elif isinstance(event, e.CardDrawn):
                old = self._recorded.get(names[place])
                if old is not None and old.card == event.card:
                    event = event.model_copy(update={"provenance": old.provenance})
            told.append(draft._replace(event=event))
        return tuple(told)

    def _roll_as_recorded(self, name: Name, event: e.DiceRolled) -> e.DiceRolled:
        old, fell = self._recorded.get(name), event.all_faces
        if old is not None and _of_such_dice(old, event.sizes) == fell:
            kept = {"key": old.key, "label": old.label, "provenance": old.provenance}
            return event.model_copy(update={**kept, **_own_fields(old, event)})
        corrected = {"kind": 1, "origin": self.origin, "r": name[-1]}
        return event.model_copy(update={"label": event.label.model_copy(update=corrected)})


def _own_fields(old: e.DiceRolled, event: e.DiceRolled) -> dict[str, str | int]:
    """Where a roll is made that is decided again, and which of those it is: as it was, if there."""
    own = event.own or event.key
    if own == old.key:
        return {"own": "", "own_r": 0}
    nth = old.own_r if old.own == own else event.label.r
    return {"own": own, "own_r": 0 if old.label.kind else nth}


def _of_such_dice(rolled: e.DiceRolled | None, sizes: Sequence[int]) -> tuple[int, ...]:
    """The first faces of a roll, as many as are of dice of these sizes in turn."""
    if rolled is None:
        return ()
    fell = zip(rolled.all_faces, rolled.sizes, sizes, strict=False)
    return tuple(face for face, was, size in takewhile(lambda die: die[1] == die[2], fell))


def _names(drafts: Sequence[Draft]) -> dict[int, Name]:
    """The name of each roll and draw, by its place among the drafts."""
    seen: Counter[Name] = Counter()
    names = {}
    for place, draft in enumerate(drafts):
        match draft.event:
            case e.DiceRolled(label=label) as roll if roll.is_counted:
                who = roll.who if label.roller else ""
                names[place] = _next(seen, (who, roll.sort, label.reroll))
            case e.CardDrawn(deck=deck):
                names[place] = _next(seen, (deck,))
    return names


def _next(seen: Counter[Name], alike: Name) -> Name:
    """The name of the next roll or draw of its kind."""
    seen[alike] += 1
    return (*alike, seen[alike] - 1)


def _still_there(drawn: e.CardDrawn, cards: tuple[str, ...]) -> str:
    """The copy that was drawn if it is left, else another of the same card, else nothing."""
    same = [card for card in cards if card.rpartition("#")[0] == drawn.card]
    exact = f"{drawn.card}#{drawn.copy_no}"
    return exact if exact in same else next(iter(same), "")


# --- what was typed ------------------------------------------------------------------------


def without_faces(command: c.Command, drafts: Sequence[Draft]) -> c.Command:
    """A command whose typed faces or card are left to the record, which knows them by their roll.

    What was not recorded so was typed for this correction, and stands.
    """
    match command, _fell(drafts):
        case c.Answer(faces=typed), _ if typed and _is_start_of(_faces(drafts), typed):
            left = {"faces": {}, "witness": "", "risk": _risked(drafts) | command.risk}
            return command.model_copy(update=left)
        case c.Answer(choice="draw", card=typed), e.CardDrawn(card=card) if typed == card:
            return command.model_copy(update={"card": "", "witness": ""})
        case c.Draw(card=typed), e.CardDrawn(card=card) if typed == card:
            return command.model_copy(update={"card": ""})
    return command


def with_faces(command: c.Command, drafts: Sequence[Draft]) -> c.Command:
    """The command of the new step: what was typed is what its roll or draw took of it."""
    fell = _fell(drafts)
    typed = fell is not None and fell.provenance != "service"
    match command, fell:
        case c.Answer(faces=said), e.DiceRolled() if said and not _fills(drafts, fell):
            faces = {fell.purpose: _faces(drafts)} if typed else {}
            return command.model_copy(update={"faces": faces})
        case c.Answer(choice="roll"), e.DiceRolled():
            faces = {fell.purpose: fell.all_faces} if typed else {}
            return command.model_copy(update={"faces": faces})
        case ((c.Answer(choice="draw") | c.Draw()), e.CardDrawn()):
            return command.model_copy(update={"card": fell.card if typed else ""})
    return command


def _fell(drafts: Sequence[Draft]) -> e.DiceRolled | e.CardDrawn | None:
    """What a step that answers with dice or a card begins with."""
    events = (draft.event for draft in drafts)
    return next((x for x in events if isinstance(x, e.DiceRolled | e.CardDrawn)), None)


def _fills(drafts: Sequence[Draft], fell: e.Event) -> bool:
    """True for a roll that is itself the answer; the others fall because of a choice."""
    return any(draft.event is fell and draft.answers is not None for draft in drafts)


def _risked(drafts: Sequence[Draft]) -> dict[str, int]:
    """How many dice were risked in a step, which typed faces say by their number alone."""
    rolls = (draft.event for draft in drafts if isinstance(draft.event, e.DiceRolled))
    return {roll.purpose: len(roll.faces) for roll in rolls if roll.is_risked}


def _is_start_of(fell: tuple[int, ...], typed: Mapping[str, tuple[int, ...]]) -> bool:
    """True where the faces that were typed are the first of those that fell."""
    faces = tuple(chain.from_iterable(typed.values()))
    return faces == fell[: len(faces)]


def _faces(drafts: Sequence[Draft]) -> tuple[int, ...]:
    """Every face that fell in a step, in order."""
    rolls = (draft.event for draft in drafts if isinstance(draft.event, e.DiceRolled))
    return tuple(face for roll in rolls for face in roll.all_faces)
