"""Why a fact stands as it does: what the sheet said, and every entry that set it since."""

from __future__ import annotations

from collections.abc import Iterator

from domain import events as e
from domain.ruleset.scene import Scene
from projections.explain.results import Detail, Explained
from projections.explain.viewpoint import Look
from projections.visibility.visible_log import SeenEntry
from projections.wording.game_words import capital, value_word


def fact_names(look: Look, who: str) -> tuple[str, ...]:
    """The facts of somebody that can be explained: those set, and those on the sheet."""
    member = look.combat.roster.get(who)
    since = (key.partition(">")[0] for key in look.combat.facts.of.get(who, {}))
    begun = (name for name in (member.traits if member else ()) if _begins_as_trait(look, name))
    return tuple(dict.fromkeys((*since, *begun)))


def _begins_as_trait(look: Look, name: str) -> bool:
    kind = look.rules.fact(name)
    return kind is not None and kind.trait


def fact(look: Look, who: str, name: str) -> Explained:
    """A property of somebody, or all ties of that name: the entries that set them."""
    told = look.all("fact", who, name)
    value = Scene(look.combat, look.rules).fact(name, who)
    begun = _said_on_sheet(look, who, name)[-1:] if _begins_as_trait(look, name) else ()
    says, points = look.rules.fact_word(name), value_word(value)
    return Explained(
        "fact",
        who,
        f"{capital(look.name(who))}: {says} {points if not _is_tie(told) else ''}".rstrip(),
        value if type(value) is int else None,
        points,
        parts=tuple(look.part(seen, look.sentence(seen)) for seen in (*begun, *told)),
        details=tuple(_changes(look, who, name)),
    )


def _said_on_sheet(look: Look, who: str, name: str) -> tuple[SeenEntry, ...]:
    """The entries by which a sheet said another value than before; a new name says none."""
    found, value = list[SeenEntry](), None
    for seen in look.all("joined", who):
        traits = getattr(seen.event, "traits", None)
        if traits is not None and traits.get(name) != value:
            found.append(seen)
            value = traits.get(name)
    return tuple(found)


def _is_tie(told: tuple[object, ...]) -> bool:
    """True where all that was set is toward somebody."""
    events = [getattr(seen, "event", None) for seen in told]
    return bool(events) and all(isinstance(one, e.FactSet) and one.toward for one in events)


def _changes(look: Look, who: str, name: str) -> Iterator[Detail]:
    member = look.combat.roster.get(who)
    if member is not None and name in member.traits and _begins_as_trait(look, name):
        yield Detail("on the sheet", value_word(member.traits[name]))
