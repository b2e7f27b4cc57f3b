"""Dice of a throw: how many fall, whether typed faces fit them, and the roll that they make."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from domain import events as e
from domain.ruleset.ruleset import Refused, Throw, ThrownDice, json_pointer

Bound = tuple[str, e.DieLabel]
"""What dice are bound to: the key domain and the label."""


def dice_of(throw: Throw, risk: int) -> int:
    """How many dice fall; raises Refused for a risk that the throw does not offer."""
    most = throw.most if throw.dice is None else 0
    if risk > most:
        at = json_pointer("risk", throw.purpose)
        raise Refused(throw.clause, "so many dice cannot be risked", {"most": most}, at)
    return risk if throw.dice is None else throw.dice


def sizes_of(throw: Throw, count: int) -> tuple[int, ...]:
    """The size of each die that falls, where `count` are of the first size."""
    return tuple(part.sides for part in _parts(throw, count) for _ in range(part.dice))


def _parts(throw: Throw, count: int) -> tuple[ThrownDice, ...]:
    return ThrownDice(throw.sides, count, throw.keep, throw.unit, throw.kept), *throw.more


def check_faces(throw: Throw, count: int, faces: tuple[int, ...]) -> None:
    """Check faces from the table against the throw; raises Refused."""
    sizes, at = sizes_of(throw, count), json_pointer("faces", throw.purpose)
    numbers = {"dice": len(sizes), "typed": len(faces), "sides": throw.sides}
    if len(faces) != len(sizes):
        raise Refused(throw.clause, "type one face for each die rolled", numbers, at)
    for nth, (face, sides) in enumerate(zip(faces, sizes, strict=True), start=1):
        if not 1 <= face <= sides:
            which = "the die" if len(sizes) == 1 else f"die {nth}"
            why = f"{which} has no face {face}: type a face from 1 to {sides}"
            numbers |= {"sides": sides, "face": face, "die": nth}
            raise Refused(throw.clause, why, numbers, at)


def roll_event(
    throw: Throw, own: Bound, bound: Bound, faces: tuple[int, ...], source: e.Provenance
) -> e.DiceRolled:
    """The roll that comes of a throw; it says where its dice are of the other key domain."""
    count = len(faces) - sum(part.dice for part in throw.more)
    first, *more = _groups(_parts(throw, count), faces)
    risked, price = count if throw.dice is None else 0, throw.per_die * count
    risk = (e.Modifier(source=e.RISK, value=-price),) if risked else ()
    modifiers = (*throw.modifiers, *risk)
    dice = sum(group.unit * sum(group.kept) for group in (first, *more))
    return e.DiceRolled(
        **_said(throw, own, bound),
        **dict(first),
        more=tuple(more),
        modifiers=modifiers,
        total=dice + sum(modifier.value for modifier in modifiers),
        provenance=source,
    )


def total_event(throw: Throw, own: Bound, total: int) -> e.DiceRolled:
    """A roll of which only the total is known."""
    said = {"sides": 0, "faces": (), "kept": (), "lost": True, "total": total}
    modifiers, source = throw.modifiers, "typed"
    return e.DiceRolled(**_said(throw, own, own), **said, modifiers=modifiers, provenance=source)


def _said(throw: Throw, own: Bound, bound: Bound) -> dict[str, object]:
    """What a roll says beside its dice."""
    (key, label), is_lent = bound, bound[0] != own[0]
    names = ("who", "purpose", "sort", "target", "outcome", "text")
    lent = {"own": own[0], "own_r": own[1].r} if is_lent else {}
    return {"key": key, "label": label, **lent, **{name: getattr(throw, name) for name in names}}


def _groups(parts: tuple[ThrownDice, ...], faces: tuple[int, ...]) -> Iterator[e.DiceGroup]:
    """The faces as dice of each size."""
    for part in parts:
        own, faces = faces[: part.dice], faces[part.dice :]
        kept, dropped = _kept(part, own)
        said = {"faces": own, "kept": kept, "dropped": dropped, "unit": part.unit}
        yield e.DiceGroup(sides=part.sides, **said)


def _kept(part: ThrownDice, faces: tuple[int, ...]) -> tuple[tuple[int, ...], tuple[int, ...]]:
    """The faces that count, and those that do not."""
    if part.kept is not None:
        return part.kept, tuple((Counter(faces) - Counter(part.kept)).elements())
    if not part.keep:
        return faces, ()
    ranked = tuple(sorted(faces, reverse=part.keep > 0))
    return ranked[: abs(part.keep)], ranked[abs(part.keep) :]
