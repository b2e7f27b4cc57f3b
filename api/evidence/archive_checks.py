"""Checks of a whole archive: what it states, its proofs, its signature, and its entries."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Mapping, Sequence
from itertools import pairwise
from typing import Any, NamedTuple, TypeVar

from api.evidence.checks.dice_checks import CardChecks
from api.evidence.checks.flaws import Flaw, read_entry
from api.evidence.checks.log_checks import UNKNOWN, LogChecks
from api.evidence.checks.merkle_proofs import consistent, is_included, root
from api.evidence.heads import UNSIGNED, Noted, another, canonical, check_signature, genuine
from api.evidence.zip_archive import Log, Sealed, check_seals, read, unpack_archive
from domain.state.combat import FOLD_VERSION, state_hash

FORMAT = "combatlog-archive/1"
FILES = ("entries.txt", "head.json", "proofs.json", "reveal.json", "signature.json")
"""The files of an archive, in their order; the last is missing where nobody signed the head."""

T = TypeVar("T")
Files = Mapping[str, bytes]
Due = tuple[list[int], list[int]]


class Report(NamedTuple):
    """What is wrong with an archive (nothing: it holds), and what was checked of it.

    `signer` is the key that signed the head, empty where nobody did. Where another release folded
    the state in another way, `state` is False: then only its hash could not be compared.
    """

    flaws: list[Flaw]
    head: Mapping[str, Any] = {}
    closed: int = 0
    dice: int = 0
    cards: int = 0
    signer: str = ""

    @property
    def state(self) -> bool:
        """Whether the hash of the state could be compared."""
        return self.head.get("fold") == FOLD_VERSION


def check_archive(data: bytes, noted: Sequence[Noted] = (), signer: str = "") -> Report:
    """Check an archive against itself, noted heads, and the key that must have signed it."""
    files, flaws = unpack_archive(data)
    check = _Checks(flaws)
    check("the archive", _check_files, files)
    key = check("signature.json", _signer, files, signer) or ""
    log = check("entries.txt", read, files.get("entries.txt", b""))
    head = check("head.json", _head, files)
    keys = check("reveal.json", _keys, files)
    if log is None or head is None or keys is None:
        return Report(flaws)
    if (seals := check("entries.txt", check_seals, log)) is None:
        return Report(flaws)
    check("head.json", _check_head, log, seals, head)
    check("proofs.json", _proven, seals, head, files, due(log.bodies))
    for each in noted:
        check("the noted head", _check_noted_head, seals, head, each)
    dice, cards = check("the archive", _check_entries, log, head, keys) or (0, 0)
    return Report(flaws, head, log.bodies.count(None), dice, cards, key)


class _Checks:
    """Runner of checks: makes one after the other and collects the flaws."""

    def __init__(self, flaws: list[Flaw]):
        self._flaws = flaws

    def __call__(self, where: str, check: Callable[..., T], *of: Any) -> T | None:
        try:
            return check(*of)
        except Flaw as flaw:
            self._flaws.append(flaw)
        except KeyError as error:
            self._flaws.append(Flaw(str(error.args[0]), "it is missing"))
        except Exception as error:  # whatever a hostile archive makes a check raise
            self._flaws.append(Flaw(where, f"it cannot be read ({error!r:.200})"))
        return None


def _check_files(files: Files) -> None:
    """Check that these are the files of an archive, in their order."""
    if unknown := [name for name in files if name not in FILES]:
        raise Flaw(unknown[0], "an archive has no such file")
    if [*files] not in ([*FILES], [*FILES[:-1]]):
        raise Flaw("the archive", f"its files are not {', '.join(FILES)}")


def _signer(files: Files, wanted: str) -> str:
    """Return the key that signed the head; raises Flaw for a wrong signature, or for another's."""
    if "signature.json" not in files or "head.json" not in files:
        if wanted:
            raise Flaw("signature.json", "nobody signed the head")
        return ""
    try:
        said = _json(files, "signature.json")
        check_signature(said["key"], said["signature"], files["head.json"])
    except UNSIGNED as error:
        raise Flaw("signature.json", "it is no signature of this head") from error
    if {*said} != {"key", "signature"}:
        raise Flaw("signature.json", "it says more than who signed the head")
    if wanted and said["key"] != wanted.lower():
        raise Flaw("signature.json", f"the head is signed by another key, {said['key']}")
    return str(said["key"])


def _json(files: Files, name: str) -> Any:
    """Read a file of JSON that is written in the one way there is: no key twice, no spaces."""
    value = json.loads(files[name])
    if canonical(value) != files[name]:
        raise Flaw(name, "it is not written as an archive writes it")
    return value


def _head(files: Files) -> Any:
    """Return what an archive states: all of it, and nothing that nobody would check."""
    head = _json(files, "head.json")
    called = re.compile("[A-Za-z0-9][A-Za-z0-9_-]{0,79}").fullmatch
    if " ".join(sorted({*head} - {"decks"})) != _STATED:
        raise Flaw("head.json", f"it does not state {_STATED}, and them alone")
    if head["format"] != FORMAT:
        raise Flaw("head.json", f"it is no {FORMAT}")
    if not (called(head["combat"]) and called(head["for"])):
        raise Flaw("head.json", "no combat and nobody is called so")
    if not type(head["node"]) is type(head["fold"]) is int:
        raise Flaw("head.json", "its entry, or its fold, is no number")
    _bytes(head["state"])
    return head


_STATED = "chain combat entries fold for format node public public_root root state"


def _keys(files: Files) -> dict[str, bytes]:
    """Read the keys of the dice, as far as they are known."""
    return {domain: _bytes(key) for domain, key in _json(files, "reveal.json").items()}


def _bytes(said: str) -> bytes:
    """Read 32 bytes in the one way in which they are written; raises ValueError."""
    if not re.fullmatch("[0-9a-f]{64}", said):
        raise ValueError(f"{said[:70]!r} is no hash and no key")
    return bytes.fromhex(said)


def _check_head(log: Log, seals: Sealed, head: Mapping[str, Any]) -> None:
    """Check that the head counts and hashes these entries, for a viewer who sees so much."""
    found = {
        "entries": len(seals.leaves),
        "chain": seals.chain.hex(),
        "root": root(seals.leaves).hex(),
        "public": log.numbers[-1],
        "public_root": root(seals.feed).hex() if seals.feed else "",
    }
    for name, value in found.items():
        if canonical(head[name]) != canonical(value):
            raise Flaw("head.json", f"{name} is {head[name]!s:.70}, but the entries make {value}")
    closed, eyes = None in log.bodies or None in log.commands, head["for"]
    if closed == (eyes == "referee") or (eyes == "public" and any(log.commands)):
        raise Flaw("head.json", f"it has not everything opened that {eyes} sees, and that alone")
    if len(seals.feed) not in (0, log.numbers[-1]):
        raise Flaw("entries.txt", "some public entries have an anchor, and some have none")


def _proven(seals: Sealed, head: Mapping[str, Any], files: Files, due: Due) -> None:
    """Check the proofs that can be shown alone: of entries, and of earlier heads."""
    proofs = _json(files, "proofs.json")
    size, whole = len(seals.leaves), bytes.fromhex(head["root"])
    shown, rounds = proofs["inclusion"], proofs["consistency"]
    lists = type(shown) is type(rounds) is list
    if len(proofs) != 2 or not lists or (len(shown), len(rounds)) != tuple(map(len, due)):
        raise Flaw("proofs.json", "it has other proofs than those that are due")
    for seq, proof in zip(due[0], shown, strict=True):
        path = _path(seq, proof, {"entry": seq})
        if not is_included(seals.leaves[seq - 1], seq - 1, size, path, whole):
            raise Flaw(f"entry {seq}", "its proof of inclusion does not lead to the root")
    for old, proof in zip(due[1], rounds, strict=True):
        path = _path(old, proof, {"entries": old, "root": proof["root"]})
        if not consistent(old, size, _bytes(proof["root"]), whole, path):
            raise Flaw(f"entry {old}", "the head after it is not shown to be of this history")


ALONE = b"combat.committed/1\n", b"combat.revealed/1\n", b"combat.era-began/1\n"
ROUND = b"combat.round-began/1\n"


def due(bodies: Sequence[bytes | None]) -> Due:
    """List the entries whose inclusion is proven, and those whose heads are: each round."""
    opened = [(seq, body) for seq, body in enumerate(bodies, 1) if body]
    bonds = {seq for seq, body in opened if body.startswith(ALONE)}
    rounds = [seq for seq, body in opened if body.startswith(ROUND)]
    return sorted(bonds | {1, len(bodies)}), rounds


def _path(seq: int, proof: Mapping[str, Any], said: Mapping[str, Any]) -> list[bytes]:
    """Return the path of a proof; raises Flaw if it is written otherwise or of another entry."""
    if canonical(proof) != canonical({**said, "path": proof["path"]}):
        raise Flaw("proofs.json", f"{str(proof)[:70]} is not the proof of entry {seq}")
    try:
        return [_bytes(each) for each in proof["path"]]
    except (ValueError, TypeError) as error:
        raise Flaw(f"entry {seq}", f"its proof has no path: {error}") from error


def _check_noted_head(seals: Sealed, head: Mapping[str, Any], noted: Mapping[str, Any]) -> None:
    """Check a noted head of the public feed; one with a wrong signature accuses nobody."""
    if "signature" in noted:
        genuine(noted)
    number = noted["public"]
    if noted["combat"] != head["combat"]:
        raise Flaw("the noted head", f"it is of another combat, {noted['combat']!s:.80}")
    if not seals.feed:
        raise Flaw("the noted head", "it is of a feed not told here")
    if len(seals.feed) < number or root(seals.feed[:number]).hex() != noted["public_root"]:
        raise another(number)


def _check_entries(log: Log, head: Mapping[str, Any], keys: Mapping[str, bytes]) -> tuple[int, int]:
    """Check every opened entry and the final state; return the numbers of dice and cards."""
    cards = CardChecks(head.get("decks", []), keys)
    checks = LogChecks(head["combat"], keys, cards=cards, whole=None not in log.bodies)
    public = [after > before for before, after in pairwise(log.numbers)]
    parts = zip(log.bodies, log.commands, public, strict=True)
    for seq, (body, command, is_public) in enumerate(parts, 1):
        if body is None:
            checks.skip(public=is_public)
            continue
        entry = read_entry(seq, body, command or b"")
        if is_public == bool(entry.meta.audience):
            raise Flaw(f"entry {seq}", "it is not public as its anchor says, or it is and has none")
        checks.take(entry, log.under.get(seq), command_closed=command is None)
    if checks.unbound:
        raise Flaw("reveal.json", f"nothing binds the keys {sorted(checks.unbound)}")
    _ends_in(checks, head)
    return checks.dice, checks.cards


def _ends_in(checks: LogChecks, head: Mapping[str, Any]) -> None:
    """Check at which entry play stands, and the hash of the state there."""
    node = head["node"]
    if checks.node not in (UNKNOWN, node) or node not in checks.states:
        raise Flaw("head.json", f"play does not stand at entry {node}")
    state = state_hash(checks.states[node])
    if head["fold"] == FOLD_VERSION and state != head["state"]:
        raise Flaw("head.json", f"the state is {head['state']}, but the entries make {state}")
