"""The interface of an importer: what it reads, how it knows a file, and what it gives."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, Literal, NamedTuple

from domain.importers.file import File
from domain.importers.findings import Finding
from domain.rosters.combatants import Combatant

TimelineLine = Mapping[str, Any]
"""One happening of a fight, in the form of a timeline: `{"n": 4, "k": "pool", ...}`."""


class Imported(NamedTuple):
    """What a file says: combatants or lines of a timeline, and the report about every place.

    With its source, the id of each combatant, line or act is known in every program: importing
    it again changes nothing.
    """

    combatants: tuple[Combatant, ...] = ()
    lines: tuple[TimelineLine, ...] = ()
    findings: tuple[Finding, ...] = ()
    fight: str = ""
    """The id of the fight in its program; empty where the file does not say one."""
    title: str = ""
    """What the fight is called; empty where the file does not say it."""


class Importer(NamedTuple):
    """A format of files that can be brought in: a declaration, and two pure functions."""

    name: str
    """What `--as` calls it: `foundry-actor`."""
    reads: str
    """What it reads, for people: `Actors exported from Foundry VTT (dnd5e, pf2e)`."""
    gives: Literal["roster", "timeline"]
    """Combatants, or lines of a timeline."""
    source: str
    """The program whose ids are kept: `foundry`. Importers of one program may share it."""
    recognises: Callable[[File], bool]
    """Return whether a file is of this format, by its content; never raises."""
    read: Callable[[File], Imported]
    """Read a file; raise NotReadable where nothing of it can be read."""
    reads_any: bool = False
    """Whether it also reads files that it does not recognise, where it is named."""


class NotReadable(ValueError):
    """A file, or its format, that cannot be read; the message is a whole sentence."""
