"""Dice as people say them: whether they fit together, and as a throw of the game."""

from __future__ import annotations

from collections import Counter

from domain import commands as c
from domain.ruleset.ruleset import Refused, Throw, ThrownDice, json_pointer

Faces = tuple[int, ...] | None

MOST_DICE = 100
"""How many dice one roll may have."""


def dice_said(said: c.Answer | c.Roll, purpose: str, clause: str) -> tuple[int | None, Faces]:
    """Return what is said of the one roll there is: its risk and its faces; raises Refused."""
    risk, faces = getattr(said, "risk", {}), said.faces
    for name, by_purpose in (("risk", risk), ("faces", faces)):
        for other in by_purpose:
            if other != purpose:
                why = f"nothing is rolled for {other!r} here, only for {purpose!r}"
                raise Refused(clause, why, None, json_pointer(name, other))
    return risk.get(purpose), faces.get(purpose)


def risk_said(throw: Throw, risk: int | None, faces: Faces) -> int:
    """Return how many dice are risked: where it is not said, as many as show a face."""
    if risk is not None:
        return risk
    return len(faces or ()) if throw.dice is None else 0


def is_lost(said: c.SaidRoll) -> bool:
    """True where only a total is known."""
    return said.total is not None and faces_of(said) is None


def faces_of(said: c.SaidRoll) -> tuple[int, ...] | None:
    """Every face that fell, in order; None where the service is to roll, or nobody told them."""
    told = tuple(face for part in said.dice for face in part.faces)
    return told or said.faces


def thrown(said: c.SaidRoll, scale: int) -> tuple[ThrownDice, ...]:
    """The dice as they are thrown; none for a bare total."""
    return () if is_lost(said) else tuple(_thrown(part, scale) for part in said.dice)


def _thrown(part: c.SaidDice, scale: int) -> ThrownDice:
    return ThrownDice(part.sides, _count(part), part.keep, part.unit * scale, _kept(part))


def _count(part: c.SaidDice) -> int:
    return len(part.faces) or part.count or 1


def _kept(part: c.SaidDice) -> tuple[int, ...] | None:
    """The faces that count, where that was said."""
    if part.kept is not None or not part.dropped:
        return part.kept
    return tuple((Counter(part.faces) - Counter(part.dropped)).elements())


# --- whether it fits ---------------------------------------------------------------------------


def check_said(said: c.SaidRoll) -> None:
    """Refuse what does not fit together in a roll, with the part that is at fault."""
    if not said.dice and said.total is None:
        raise Refused("", "say which dice, such as 2d6+3, or the total", None, "/dice")
    if sum(map(_count, said.dice)) > MOST_DICE:
        raise Refused("", f"one roll has {MOST_DICE} dice at most", {"most": MOST_DICE}, "/dice")
    for place, part in enumerate(said.dice):
        _check_part(part, f"/dice/{place}")
    _check_faces(said)
    if said.outcome and said.total is None and faces_of(said) is None:
        why = "the dice have yet to fall: say what came of them when they have"
        raise Refused("", why, None, "/outcome")


def _check_faces(said: c.SaidRoll) -> None:
    told = [part for part in said.dice if part.faces]
    if told and said.faces is not None:
        raise Refused("", "say the faces with their dice or apart, but not twice", None, "/faces")
    if told and len(told) < len(said.dice):
        raise Refused("", "say the faces of all the dice, or of none", None, "/dice")
    if said.faces is not None and not said.dice:
        raise Refused("", "say of which dice these faces are", None, "/dice")


def _check_part(part: c.SaidDice, at: str) -> None:
    """Refuse dice of one size of which other numbers are said than fell."""
    count = _count(part)
    if part.faces and part.count not in (0, count):
        numbers = {"dice": part.count, "faces": count}
        raise Refused("", "there are not as many faces as dice", numbers, f"{at}/faces")
    if abs(part.keep) > count:
        raise Refused("", f"only {count} of these dice fall", {"dice": count}, f"{at}/keep")
    if wrong := [face for face in part.faces if face > part.sides]:
        why = f"a die of {part.sides} sides has no face {wrong[0]}"
        raise Refused("", why, {"sides": part.sides}, f"{at}/faces")
    _check_kept(part, at)


def _check_kept(part: c.SaidDice, at: str) -> None:
    """Refuse kept and dropped dice that are not those that fell."""
    fell, dropped = Counter(part.faces), Counter(part.dropped)
    kept = fell - dropped if part.kept is None else Counter(part.kept)
    if part.kept is None and not part.dropped:
        return
    wanted = kept + dropped if part.dropped else kept
    if wanted - fell or (part.dropped and wanted != fell):
        why = "each die that fell is kept or dropped, and no other"
        pointer = f"{at}/{'dropped' if part.kept is None else 'kept'}"
        raise Refused("", why, None, pointer)
