"""What release 1.0 stored, for ever: `python -m tests.support.goldens.stored_1_0` wrote it, once.

An export with its keys of one fight of each game, what it means, and two archives. Besides an entry
of each type of each game out of all samples, and the shapes of all that is stored: its fields and
their defaults. Nothing of it is ever changed; a later format gets a folder of its own.
"""

from __future__ import annotations

import json
import lzma
from collections.abc import Iterator
from hashlib import sha256
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from pydantic import BaseModel

from api.evidence.bundle import Eyes, archived_files, bundle
from api.service.service import Service
from api.transfer.write_export import export
from domain.events import RoundBegan, RoundEnded
from domain.log.codec import KEPT, STORED, Context, Entry, Meta, body_bytes, kept_bytes
from domain.state.combat import Combat
from domain.state.viewer import PUBLIC
from tests.support.combats.proven import log_of
from tests.support.goldens.samples import FIGHTS, sample_in
from tests.support.goldens.stored import line_of, name_of

FOLDER = Path(__file__).parents[2] / "api" / "golden" / "stored_1_0"
SUMS = "sums.json"
EXPORTED = (
    "age-of-magic-the-toll-bridge",
    "arq-lamplighters-alley",
    "kaiser-the-narrow-stair",
    "ninth-age-2e-the-causeway",
    "open-the-golem-in-the-hall",
    "planeswalker-the-swift-errand",
)
ARCHIVED = "open-the-golem-in-the-hall"
EYES = {"full": Eyes(), "public": Eyes(PUBLIC, "public")}

Json = dict[str, Any]


def packed(file: str) -> bytes:
    """A frozen file, unpacked."""
    return lzma.decompress((FOLDER / file).read_bytes())


def entries() -> list[str]:
    """An entry of each type of each game, in lines: name, envelope or context, content."""
    return packed("entries.jsonl.xz").decode().splitlines()


def shapes() -> Json:
    """The shape of everything that is stored, by its name, as it is today."""
    models: dict[str, type[BaseModel]] = {name: row.event for name, row in STORED.items()}
    models |= {**KEPT, "envelope": Meta, "context": Context}
    return {name: _plain(model.model_json_schema()) for name, model in models.items()}


def _plain(schema: Any) -> Any:
    """A schema without the words about it."""
    if isinstance(schema, list):
        return [_plain(each) for each in schema]
    if not isinstance(schema, dict):
        return schema
    named = {"properties", "$defs"}
    return {
        key: {k: _plain(v) for k, v in value.items()} if key in named else _plain(value)
        for key, value in schema.items()
        if key not in ("title", "description")
    }


def meaning(service: Service, name: str) -> Json:
    """What an export says: the state at each end of a round and at the end, and its archive."""
    combat, log = service.combat(name), log_of(service, name)
    rounds = [x.seq for x in log if isinstance(x.event, RoundBegan | RoundEnded)]
    states = {str(seq): _told(combat.moments.at(seq)) for seq in [*rounds, combat.node]}
    files = archived_files(combat, EYES["full"])
    head = json.loads(files.pop("head.json"))
    sums = {file: sha256(data).hexdigest() for file, data in files.items()}
    told = {"states": states, "head": head, "files": sums}
    return dict(json.loads(json.dumps(told)))


def _told(combat: Combat) -> Json:
    """What is true of a state whatever shape it has in memory."""
    return {
        "round": combat.clock.rounds,
        "ended": combat.roster.ended,
        "members": {k: [m.name, m.side, m.traits] for k, m in combat.roster.members.items()},
        "pools": combat.pools.of,
        "facts": combat.facts.of,
        "places": combat.places.at,
        "conditions": {k: [c.subject, c.name, c.level] for k, c in combat.conditions.all.items()},
    }


def frozen_files() -> Iterator[Path]:
    """Yield every file that stays as it is: those of 1.0, and older ones of the same formats."""
    api = FOLDER.parents[1]
    yield from (file for file in sorted(FOLDER.iterdir()) if file.name != SUMS)
    yield from (*sorted(api.glob("exports/v1-*")), *sorted(api.glob("archives/v1-*")))


def opening_lines(file: str, count: int | None = None) -> tuple[int, str]:
    """The first lines of a file of examples, to which lines are only added, and their sum."""
    lines = (FOLDER.parents[2] / "domain" / "golden" / file).read_bytes().splitlines()[:count]
    return len(lines), sha256(b"\n".join(lines)).hexdigest()


def _write(file: str, data: bytes) -> None:
    (FOLDER / file).write_bytes(lzma.compress(data, preset=9 | lzma.PRESET_EXTREME))


def _freeze_fight(service: Service, name: str) -> Json:
    """Write the export of a fight, and its archives where it is the one; what it means."""
    story = name.removeprefix("sample-")
    if story == ARCHIVED:
        for called, eyes in EYES.items():
            _write(f"{called}.zip.xz", bundle(service, name, eyes))
    _write(f"{story}.ndjson.xz", b"".join(export(service, name, keyed=True)))
    return meaning(service, name)


def _examples(log: list[Entry], found: dict[tuple[str, str], str], game: str) -> None:
    """Add what a game has no example of yet."""
    for entry in log:
        for stored in (body_bytes(entry.meta, entry.event), kept_bytes(entry.kept)):
            if stored:
                line = line_of(stored)
                found.setdefault((game, name_of(line)), line)


def freeze() -> None:
    """Write everything; refuses where it was written before."""
    FOLDER.mkdir()
    found: dict[tuple[str, str], str] = {}
    meant: Json = {}
    for fight in FIGHTS:
        with TemporaryDirectory() as folder:
            service, name = sample_in(Path(folder), fight)
            _examples(log_of(service, name), found, fight.parent.parent.name)
            if name.removeprefix("sample-") in EXPORTED:
                meant[name] = _freeze_fight(service, name)
            service.close()
    _write("entries.jsonl.xz", "".join(f"{line}\n" for line in found.values()).encode())
    _write("meaning.json.xz", json.dumps(meant, sort_keys=True).encode())
    _write("shapes.json.xz", json.dumps(shapes(), sort_keys=True).encode())
    files = {file.name: sha256(file.read_bytes()).hexdigest() for file in frozen_files()}
    lines = {file: opening_lines(file) for file in ("events.jsonl", "commands.jsonl")}
    (FOLDER / SUMS).write_text(json.dumps({"files": files, "lines": lines}, indent=1) + "\n")


if __name__ == "__main__":
    freeze()
