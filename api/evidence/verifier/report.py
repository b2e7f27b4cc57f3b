"""A whole bundle held to what it states; what is wrong is told with its place."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Mapping, Sequence
from hashlib import sha256
from typing import Any, NamedTuple, TypeVar

from domain.combat import FOLD_VERSION

from .apart import Beside, here
from .archive import Flaw, unpacked
from .entries import Log, Sealed, read, sealed
from .play import Play
from .proofs import consistent, included, root

FORMAT = "combatlog-bundle/1"
FOLD = "the fold"
"""Where it is wrong if the state was folded in another way than here."""

T = TypeVar("T")
Files = Mapping[str, bytes]
Due = tuple[list[int], list[int]]


class Report(NamedTuple):
    """What is wrong with a bundle (nothing: it holds), and what was checked of it."""

    flaws: list[Flaw]
    head: Mapping[str, Any]
    closed: int = 0
    dice: int = 0
    cards: int = 0


def verified(data: bytes, noted: Sequence[Mapping[str, Any]] = (), beside: Beside = here) -> Report:
    """Check a bundle against itself, and against heads that somebody noted before.

    `beside` lets play be checked while the seals are.
    """
    files, flaws = unpacked(data)
    check = _Checks(flaws)
    check("manifest.json", _listed, files)
    log = check("entries.txt", read, files.get("entries.txt", b""))
    head = check("head.json", _head, files)
    keys = check("reveal.json", _keys, files)
    if log is None or head is None or keys is None:
        return Report(flaws, {})
    with beside(lambda: _played(log, head, keys)) as fell:
        if (seals := check("entries.txt", sealed, log)) is None:
            return Report(flaws, {})
        check("head.json", _stated, log, seals, head)
        check("proofs.json", _proven, seals, head, files, due(log.bodies))
        for each in noted:
            check("the noted head", _noted, seals, head, each)
        return Report(flaws, head, log.bodies.count(None), *(check("the bundle", fell) or (0, 0)))


class _Checks:
    """Makes one check after the other and collects what they find."""

    def __init__(self, flaws: list[Flaw]):
        self._flaws = flaws

    def __call__(self, where: str, check: Callable[..., T], *of: Any) -> T | None:
        try:
            return check(*of)
        except Flaw as flaw:
            self._flaws.append(flaw)
        except KeyError as error:
            self._flaws.append(Flaw(str(error.args[0]), "it is missing"))
        except Exception as error:  # whatever a hostile bundle makes a check raise
            self._flaws.append(Flaw(where, f"it cannot be read ({error!r:.200})"))
        return None


_NAME = re.compile(
    r"(entries\.txt|(head|proofs|reveal|signature)\.json|(__main__|pydantic)\.py"
    r"|verifier/\w+\.py|domain/(\w+/)?\w+\.py)",
    re.ASCII,
)
"""The files of a bundle: no other could shadow what the program imports."""


def _listed(files: Files) -> None:
    """Every file is as the manifest lists it, the sources that verify it among them."""
    manifest = _json(files, "manifest.json")
    said, names = manifest["files"], [name for name in files if name != "manifest.json"]
    if manifest["format"] != FORMAT or set(manifest) != {"format", "files"}:
        raise Flaw("manifest.json", f"it is no {FORMAT}")
    if list(files) != ["manifest.json", *sorted(said)]:
        raise Flaw("manifest.json", "it does not list the files that are here, in their order")
    for name in names:
        if not _NAME.fullmatch(name):
            raise Flaw(name, "a bundle has no such file")
        if sha256(files[name]).hexdigest() != said[name]:
            raise Flaw(name, "it is not the file that the manifest lists")


def _json(files: Files, name: str) -> Any:
    """A file of JSON that is written in the one way there is: no key twice, nothing between."""
    value = json.loads(files[name])
    if canonical(value) != files[name]:
        raise Flaw(name, "it is not written as a bundle writes it")
    return value


def canonical(value: Any) -> bytes:
    """JSON with sorted keys, without spaces, in ASCII: nothing in it looks like something else."""
    return json.dumps(value, sort_keys=True, separators=(",", ":")).encode() + b"\n"


def _head(files: Files) -> Any:
    """What the bundle states: all of it, and nothing besides that nobody would check."""
    head = _json(files, "head.json")
    called = re.compile("[A-Za-z0-9][A-Za-z0-9_-]{0,79}").fullmatch
    if " ".join(sorted({*head} - {"decks"})) != _STATED:
        raise Flaw("head.json", f"it does not state {_STATED}, and them alone")
    if not (called(head["combat"]) and called(head["for"])):
        raise Flaw("head.json", "no combat and nobody is called so")
    if not type(head["node"]) is type(head["fold"]) is int:
        raise Flaw("head.json", "its entry, or its fold, is no number")
    return head


_STATED = "chain combat entries fold for node public public_root root state"


def _keys(files: Files) -> dict[str, bytes]:
    """The keys of the dice, as far as they are known."""
    return {domain: _bytes(key) for domain, key in _json(files, "reveal.json").items()}


def _bytes(said: str) -> bytes:
    """32 bytes in the one way in which they are written; raises ValueError."""
    if not re.fullmatch("[0-9a-f]{64}", said):
        raise ValueError(f"{said[:70]!r} is no hash and no key")
    return bytes.fromhex(said)


def _stated(log: Log, seals: Sealed, head: Mapping[str, Any]) -> None:
    """The head counts and hashes these very entries, and is for those who see so much."""
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
    """The proofs that somebody may cut out and show: entries, and earlier heads, of this head."""
    proofs = _json(files, "proofs.json")
    size, whole = len(seals.leaves), bytes.fromhex(head["root"])
    shown, rounds = proofs["inclusion"], proofs["consistency"]
    lists = type(shown) is type(rounds) is list
    if len(proofs) != 2 or not lists or (len(shown), len(rounds)) != tuple(map(len, due)):
        raise Flaw("proofs.json", "it has other proofs than those that are due")
    for seq, proof in zip(due[0], shown, strict=True):
        path = _path(seq, proof, {"entry": seq})
        if not included(seals.leaves[seq - 1], seq - 1, size, path, whole):
            raise Flaw(f"entry {seq}", "its proof of inclusion does not lead to the root")
    for old, proof in zip(due[1], rounds, strict=True):
        path = _path(old, proof, {"entries": old, "root": proof["root"]})
        if not consistent(old, size, _bytes(proof["root"]), whole, path):
            raise Flaw(f"entry {old}", "the head after it is not shown to be of this history")


ALONE = b"combat.committed/1\n", b"combat.revealed/1\n", b"combat.era-began/1\n"
ROUND = b"combat.round-began/1\n"


def due(bodies: Sequence[bytes | None]) -> Due:
    """Of what a bundle proves inclusion, the ends and all bonds; and consistency, each round."""
    opened = [(seq, body) for seq, body in enumerate(bodies, 1) if body]
    bonds = {seq for seq, body in opened if body.startswith(ALONE)}
    rounds = [seq for seq, body in opened if body.startswith(ROUND)]
    return sorted(bonds | {1, len(bodies)}), rounds


def _path(seq: int, proof: Mapping[str, Any], said: Mapping[str, Any]) -> list[bytes]:
    """The path of a proof; raises Flaw where it is written otherwise, or of another entry."""
    if canonical(proof) != canonical({**said, "path": proof["path"]}):
        raise Flaw("proofs.json", f"{str(proof)[:70]} is not the proof of entry {seq}")
    try:
        return [_bytes(each) for each in proof["path"]]
    except (ValueError, TypeError) as error:
        raise Flaw(f"entry {seq}", f"its proof has no path: {error}") from error


def _noted(seals: Sealed, head: Mapping[str, Any], noted: Mapping[str, Any]) -> None:
    """A head that somebody noted: of the whole log, or of the public feed."""
    feed = "entries" not in noted
    number, said = noted["public" if feed else "entries"], noted["public_root" if feed else "root"]
    leaves, what = (seals.feed, "public entry") if feed else (seals.leaves, "entry")
    if (other := noted["combat"] != head["combat"]) or not leaves:
        why = f"of another combat, {noted['combat']!s:.80}" if other else "of a feed not told here"
        raise Flaw("the noted head", f"it is {why}")
    if len(leaves) < number or root(leaves[:number]).hex() != said:
        raise Flaw(
            f"{what} {number}",
            "another history was shown when this head was noted: this"
            " entry or one before it was altered, put in, or left out",
        )


def _played(log: Log, head: Mapping[str, Any], keys: Mapping[str, bytes]) -> tuple[int, ...]:
    """Check balances, dice, cards and the state that they add up to; how many fell as they must."""
    if head["fold"] != FOLD_VERSION:
        raise Flaw(FOLD, f"the state is of fold {head['fold']}, and this is fold {FOLD_VERSION}")
    play = Play(log, head["combat"], keys, head["node"], head.get("decks", []))
    state = play.state()
    if state != head["state"]:
        raise Flaw("head.json", f"the state is {head['state']}, but the entries make {state}")
    return play.dice, play.cards
