"""What came of a file of another program: who joined, what was reported, place by place."""

from __future__ import annotations

from collections.abc import Collection
from typing import Literal, NamedTuple

from domain.importers.findings import Finding
from domain.importers.importer import Imported, Importer
from domain.state.viewer import Viewer


class Reading(NamedTuple):
    """A file that was read: by which importer, what it says, and the hash of its bytes."""

    importer: Importer
    imported: Imported
    mark: str


class Wanted(NamedTuple):
    """Who brings a file in, whom of it (all, where nobody is named), and whether only to try.

    Of a fight, at most so many new happenings are reported at once; 0 is all of them.
    """

    viewer: Viewer
    only: Collection[str] = ()
    dry: bool = False
    most: int = 0


class JoinedMember(NamedTuple):
    """Somebody who came in: the id and name in the fight, and the id in the other program."""

    subject: str
    name: str
    id: str


class FileReport(NamedTuple):
    """What came of a file; nothing of it is missing in the findings.

    `joined` are those who came in, `known` the names of those who had come in before. Of a fight,
    `reported` happenings became entries, `repeated` ones were there already, and a `rest` is left
    for the next time. Where it was not `carried_out`, it was only tried, and the combat is empty
    for a new one.
    """

    importer: str
    gives: Literal["roster", "timeline"]
    combat: str
    carried_out: bool
    joined: tuple[JoinedMember, ...] = ()
    known: tuple[str, ...] = ()
    reported: int = 0
    repeated: int = 0
    rest: int = 0
    findings: tuple[Finding, ...] = ()
    kind: Literal["file"] = "file"
