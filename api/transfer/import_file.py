"""Import of a file of another program: its importer, its combat, and what came of it."""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Mapping

from api.service.service import Service
from api.transfer.file_report import FileReport, Reading, Wanted
from api.transfer.join_roster import join_roster
from api.transfer.report_timeline import report_timeline
from domain import commands as c
from domain.importers import all_importers
from domain.importers.detect import find_importer
from domain.importers.file import File
from domain.importers.findings import Finding, interpreted, left_out
from domain.importers.roster_files.plain_text import holds_fighter
from domain.importers.words import plain
from domain.rosters.known import NOTHING_KNOWN, KnownNames
from domain.rosters.lines import decode
from domain.rosters.remarks import Remark
from domain.ruleset.ruleset import Refused

MOST_FILE = 16 * 1024 * 1024
"""Bytes of a file."""
PLAIN_TEXT = "text"
"""The importer of rosters as people write them."""
ANY_GAME = "open"
"""The game whose sheets a file can say: others want more than it knows."""

CARRIERS: Mapping[str, Callable[[Service, str, Reading, Wanted], FileReport]] = {
    "roster": join_roster,
    "timeline": report_timeline,
}
"""What carries the result of an importer into a combat, by what the importer gives."""


def read_file(
    raw: bytes, name: str = "", kind: str = "", known: KnownNames = NOTHING_KNOWN
) -> Reading:
    """Read a file by the importer called `kind`, or that recognises it; raise NotReadable.

    `known` are the names that the game declares into which the file is to come.
    """
    text, remarks = decode(raw)
    file = File(text, name, known)
    importer = find_importer(file, all_importers(), kind)
    imported = importer.read(file)
    findings = (*map(_encoding, remarks), *file.lost_values, *imported.findings)
    mark = hashlib.sha256(raw).hexdigest()
    return Reading(importer, imported._replace(findings=findings), mark)


def recognised_by(raw: bytes, name: str = "") -> tuple[str, ...]:
    """Return the importers that know a file by its content."""
    return _known_to(File(decode(raw)[0], name))


def is_typed_roster(raw: bytes, name: str = "", known: KnownNames = NOTHING_KNOWN) -> bool:
    """Return whether a text has fighters as people write them, and is of no program."""
    file = File(decode(raw)[0], name, known)
    return set(_known_to(file)) <= {PLAIN_TEXT} and holds_fighter(file)


def _known_to(file: File) -> tuple[str, ...]:
    return tuple(each.name for each in all_importers().values() if each.recognises(file))


def _encoding(remark: Remark) -> Finding:
    how = left_out if remark.left_out else interpreted
    return how(f"line {remark.line}", remark.words, f"{remark.why} {remark.taken}")


def bring_in(service: Service, combat: str, reading: Reading, wanted: Wanted) -> FileReport:
    """Carry a file into a combat, or into one of its own where none is named.

    Raises NotReadable where it is not clear who is meant, Refused for a combat of another game.
    """
    if not combat and not wanted.dry:
        combat = _open_for(service, reading, wanted)
    if combat:
        _check_game(service, combat)
    return CARRIERS[reading.importer.gives](service, combat, reading, wanted)


def _open_for(service: Service, reading: Reading, wanted: Wanted) -> str:
    """Return the combat of a file: a new one of any game, or the earlier one of the same file."""
    importer, fight = reading.importer, reading.imported.fight
    words = f"{importer.source}\n{fight or reading.mark}".encode()
    settings = {"order": "reported"} if importer.gives == "timeline" else {}
    title = plain(reading.imported.title) or f"From {importer.name}"
    command = c.Open(ruleset=ANY_GAME, title=title, settings=settings)
    key = f"import.{hashlib.sha256(words).hexdigest()[:40]}"
    return service.open(command, viewer=wanted.viewer, key=key, body=words).combat.name


def _check_game(service: Service, combat: str) -> None:
    with service.lock_combat(combat) as found:
        if found.rules.key != ANY_GAME:
            raise Refused("", "a file is for any game: the sheets of this one need more")
