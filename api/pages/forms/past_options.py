"""What might have been said instead of a step, or before or after it, as the table offered it then.

The options of that moment are forms, as those of now are: each with its blanks, and that which was
said with what stood in them. They are those of what the reader saw.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Any, NamedTuple

from api.combats.open_combat import OpenCombat
from api.combats.viewers.viewer_log import Sight
from api.pages.forms.fields import NOBODY, Field, Pairs
from api.pages.forms.options import form_id, label_and_fields
from domain.events.measures import decimal, units
from domain.legality.options import options
from domain.ruleset.scene import Scene
from domain.state.combat import Combat
from domain.state.viewer import REFEREE, Viewer
from projections.wording.game_words import capital

_RECORDED = "with nothing here, what was recorded stays"
_TYPED = "no dice fall for what is put in"

Said = dict[str, Any]


class Kind(NamedTuple):
    """A remedy that may be chosen: its key in an address, its words, and what it is so far.

    `said` is the command of a step that it puts in, whose blanks are the fields then; `given` is
    what stands in them to begin with.
    """

    key: str
    says: str
    group: str
    base: dict[str, Any]
    fields: tuple[Field, ...] = ()
    said: dict[str, Any] | None = None
    given: Pairs = ()


def otherwise(
    combat: OpenCombat, sight: Sight, place: int, entry: int, said: Said | None
) -> Iterator[Kind]:
    """The steps that could have been instead of one, or next to it.

    `place` is the reader's own number of the contested entry, `said` the command that they know was
    said there.
    """
    line = sight.line
    step = line.step_of(place)
    if not line.is_play(step) or not line.parent(step):
        return
    before = sight.moment(line.last(line.parent(step))).combat
    after = sight.moment(line.last(step)).combat
    ways = (
        ("It was said otherwise", {"how": "amend"}, before, said, _RECORDED),
        ("Put in before it", {"how": "insert", "where": "before"}, before, None, _TYPED),
        ("Put in after it", {"how": "insert", "where": "after"}, after, None, _TYPED),
    )
    for group, how, state, known, hint in ways:
        base = {"remedy": "amend", "entry": entry, **how}
        yield from _kinds(combat, state, Kind("", "", group, base), known, hint)


def _kinds(
    combat: OpenCombat, state: Combat, of: Kind, known: Said | None, hint: str
) -> Iterator[Kind]:
    """The options at a moment, that which was chosen first."""
    scene, anybody = Scene(state, combat.rules), Viewer("", REFEREE)
    found = options(state, combat.rules, anybody)
    for option in sorted(found, key=lambda option: not _is(option.command, known)):
        button, fields = label_and_fields(scene, option)
        told = tuple(
            f._replace(hint=hint if f.values else f"{capital(hint)}.") if f.kind == "faces" else f
            for f in fields
        )
        text = json.dumps([of.base, option.command], sort_keys=True)
        was = known if _is(option.command, known) else None
        yield of._replace(
            key=form_id(text),
            says=f"{button}, as it was said" if was else button,
            fields=told,
            said=option.command,
            given=tuple((f.name, value) for f in told for value in _values(f, was or {})),
        )


def _is(offered: Said, known: Said | None) -> bool:
    """True for the option that was chosen."""
    return known is not None and all(known.get(name) == said for name, said in offered.items())


def _values(field: Field, said: Said) -> tuple[str, ...]:
    """Return what a command had in a field, as a browser would send it."""
    outer, _, inner = field.name.partition(":")[2].partition(".")
    value = said.get(outer, {}).get(inner) if inner else said.get(outer)
    if value is None:
        return ()
    if field.kind == "faces":
        return (" ".join(map(str, value)),)
    if isinstance(value, list | tuple):
        return tuple(map(str, value)) or (NOBODY,)
    number = units(value, field.scale) if field.scale > 1 else None
    return (str(value if number is None else decimal(number, field.scale)),)
