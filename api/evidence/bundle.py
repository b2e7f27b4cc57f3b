"""Writing an archive of evidence: entries, keys, head, proofs and signature in one file."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import Any, NamedTuple

from api.combats.combat_history import entry_of
from api.combats.key_eras import NoncesOf
from api.combats.open_combat import OpenCombat
from api.evidence.archive_checks import FORMAT, due
from api.evidence.checks.dice_checks import revealed_key
from api.evidence.heads import canonical, signature
from api.evidence.redaction import Opened, Opening
from api.evidence.zip_archive import pack_archive
from api.service.service import Service
from api.store.core.rows import Record
from api.vault.key_files import SAMPLE_PREFIX
from domain.events import CombatOpened, Revealed
from domain.log import sealing
from domain.log.codec import NAMES, parse_body
from domain.log.merkle import Tree
from domain.state.combat import FOLD_VERSION, state_hash
from domain.state.viewer import TABLE, Viewer


class Eyes(NamedTuple):
    """For whom an archive is: what they may see is opened in it, the rest stays closed."""

    viewer: Viewer = TABLE
    called: str = "referee"


REFEREES = Eyes()


def bundle(service: Service, name: str, eyes: Eyes = REFEREES, *, unsigned: bool = False) -> bytes:
    """Return the archive of a combat as it is now, as a viewer may see it; raises Unknown.

    No words and no names of people are in it. `unsigned`: without the server's signature.
    """
    with service.lock_combat(name) as combat:
        files = archived_files(combat, eyes)
    return pack_archive(files) if unsigned else signed_archive(service, files)


def archived_files(combat: OpenCombat, eyes: Eyes) -> dict[str, bytes]:
    """Return the files of an archive but its signature; behind the combat's lock."""
    opening, nonces = Opening(eyes.viewer), combat.nonces
    records = list(combat.records(1, combat.line.entries))
    opened = list(opening.opened_parts(entry_of(record) for record in records))
    combat.trees.catch_up()
    return {
        "entries.txt": b"".join(_entries(combat, records, opened, nonces)),
        "head.json": canonical(_head(combat, eyes, opening) | _decks(combat, records[0])),
        "proofs.json": canonical(_proofs(combat.trees.whole, records, opened)),
        "reveal.json": canonical(_keys_for_viewer(combat, eyes.viewer)),
    }


def signed_archive(service: Service, files: dict[str, bytes]) -> bytes:
    """Return an archive of some files, with the server's signature of its head."""
    signed = canonical(signature(service.vault, files["head.json"]))
    return pack_archive({**files, "signature.json": signed})


def _head(combat: OpenCombat, eyes: Eyes, opening: Opening) -> dict[str, Any]:
    """What the archive states: how many entries, their hashes, and the state they add up to."""
    whole, public = eyes.viewer.is_referee, combat.numbers.number(combat.line.entries)
    return {
        "format": FORMAT,
        "combat": combat.name,
        "for": eyes.called,
        "entries": combat.line.entries,
        "chain": combat.chain.hex(),
        "root": combat.trees.whole.root(combat.line.entries).hex(),
        "public": public,
        "public_root": combat.trees.feed.root(public).hex() if len(combat.trees.feed) else "",
        "node": opening.node,
        "fold": FOLD_VERSION,
        "state": state_hash(combat.head if whole else opening.state),
    }


def _decks(combat: OpenCombat, first: Record) -> dict[str, Any]:
    """The cards of each deck that the combat was opened with, in the order of their keys.

    The log has only what binds them.
    """
    opened = parse_body(first.body)[1]
    assert isinstance(opened, CombatOpened)
    bound = sum(domain.startswith("deck:") for domain in opened.commitments)
    decks = [[name, list(cards)] for name, cards in combat.rules.decks.items()][:bound]
    return {"decks": decks} if decks else {}


def _proofs(tree: Tree, records: Sequence[Record], opened: Sequence[Opened]) -> dict[str, Any]:
    """Proofs that can be shown alone: the opening, all bonds and the last entry; each round.

    What is closed has none: that would tell what it is.
    """
    size, parts = len(records), zip(records, opened, strict=True)
    shown, rounds = due([r.body if part.body else None for r, part in parts])
    bonds = [{"entry": seq, "path": _in_hex(tree.inclusion(seq - 1, size))} for seq in shown]
    heads = [
        {"entries": seq, "root": tree.root(seq).hex(), "path": _in_hex(tree.consistency(seq, size))}
        for seq in rounds
    ]
    return {"inclusion": bonds, "consistency": heads}


def _in_hex(path: Iterable[bytes]) -> list[str]:
    return [each.hex() for each in path]


def _keys_for_viewer(combat: OpenCombat, viewer: Viewer) -> dict[str, str]:
    """The keys of its dice that a viewer may know: revealed ones, and those of a sample."""
    # Those of a sample are drawn from a secret that everybody has.
    keys = combat.luck.all_keys() if combat.name.startswith(SAMPLE_PREFIX) else {}
    found = {name: key.hex() for name, key in keys.items()}
    name = NAMES[Revealed]
    for record in combat.records(1, combat.line.entries):
        if record.name == name:
            meta, event = parse_body(record.body)
            assert isinstance(event, Revealed)
            if viewer.sees(meta.audience) and (shown := revealed_key(event)):
                found[shown[0]] = event.value
    return found


# --- entries -----------------------------------------------------------------------------------


def _entries(
    combat: OpenCombat, records: Sequence[Record], opened: Sequence[Opened], nonces: NoncesOf
) -> Iterator[bytes]:
    """Each entry: a line with its nonces or commitments, anchor and chain, then what is opened."""
    before = sealing.GENESIS
    for record, shown in zip(records, opened, strict=True):
        body, command = nonces(record.seq)
        under = [] if shown.under is None else [str(shown.under)]
        said = (
            str(record.seq),
            _part(body, record.body, shown.body),
            _part(command, record.command, shown.command),
            _anchor(combat, record.seq, before),
            record.chain.hex(),
            *under,
        )
        before = record.chain
        yield " ".join(said).encode() + b"\n"
        for data, is_open in ((record.body, shown.body), (record.command, shown.command)):
            if is_open and data:
                yield data + b"\n"


def _part(nonce: bytes, data: bytes, is_open: bool) -> str:
    """What opens a part, or its commitment where it stays closed."""
    if not is_open:
        return f"-{sealing.commit_part(nonce, data).hex()}"
    return f"{'+' if data else '.'}{nonce.hex()}"


def _anchor(combat: OpenCombat, seq: int, before: bytes) -> str:
    """What opens the anchor of a public entry; `*` where the key that makes it is elsewhere."""
    if combat.numbers.is_hidden(seq):
        return "-"
    if not combat.origin.has_feed:
        return "*"
    key = combat.origin.blind_key(seq)
    nonce = sealing.anchor_nonce(key, combat.name, seq)
    anchor = sealing.anchor(key, combat.name, seq, before)
    return f"+{nonce.hex()}{anchor[:4].hex()}"
