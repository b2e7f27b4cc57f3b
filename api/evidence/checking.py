"""A bundle checked by an installation: by the verifier of this release, and for what needs more.

The program inside a bundle is its maker's. Here it is never run: the same checks are made with the
sources of this installation, and beside them who signed the head, and that every body and command
is written in the one way in which this program writes it.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping, Sequence
from typing import Any, NamedTuple

from cryptography.exceptions import InvalidSignature

from api.evidence.heads import SIGNED, canonical, signed
from api.evidence.sources import sources
from api.evidence.verifier.archive import Flaw, unpacked
from api.evidence.verifier.entries import read
from api.evidence.verifier.report import FOLD, Report, verified
from domain.wire import STORED, body_bytes, parse_body, parse_kept

_DATA = {
    "manifest.json",
    "entries.txt",
    "head.json",
    "proofs.json",
    "reveal.json",
    "signature.json",
}
"""What is no program: all else in a bundle could be run with it, in place of what it imports."""


class Checked(NamedTuple):
    """What was found: the verifier's report, who signed the head, and whether its program is ours.

    `signer` is empty where nobody did. Where another release folded the state in another way,
    `state` is False: that part is then for the bundle's own program to check.
    """

    report: Report
    signer: str
    own_program: bool
    state: bool = True


def checked(data: bytes, noted: Sequence[Mapping[str, Any]] = (), signer: str = "") -> Checked:
    """Check a bundle against itself, noted heads, and who should have signed it (a key, in hex)."""
    report, (files, _) = verified(data, noted), unpacked(data)
    own = {name: data for name, data in files.items() if name not in _DATA} == sources()
    otherwise = [flaw for flaw in report.flaws if flaw.where == FOLD and not own]
    report = report._replace(flaws=[flaw for flaw in report.flaws if flaw not in otherwise])
    key = ""
    try:
        key = _signer(files, signer)
    except Flaw as flaw:
        report.flaws.append(flaw)
    report.flaws.extend(_unsigned(noted))
    if not report.flaws:
        report.flaws.extend(_otherwise_written(files["entries.txt"]))
    return Checked(report, key, own, not otherwise)


def _signer(files: Mapping[str, bytes], wanted: str) -> str:
    """The key that signed the head; raises Flaw for a wrong signature, or for another's."""
    if "signature.json" not in files or "head.json" not in files:
        if wanted:
            raise Flaw("signature.json", "nobody signed the head")
        return ""
    try:
        said = _json(files["signature.json"])
        signed(said["key"], said["signature"], files["head.json"])
    except _WRONG as error:
        raise Flaw("signature.json", "it is no signature of this head") from error
    if wanted and said["key"] != wanted.lower():
        raise Flaw("signature.json", f"the head is signed by another key, {said['key']}")
    return str(said["key"])


_WRONG = (InvalidSignature, ValueError, LookupError, TypeError, AttributeError, RecursionError)


def _json(data: bytes) -> Any:
    value = json.loads(data)
    if canonical(value) != data or {*value} != {"key", "signature"}:
        raise ValueError("not written as a bundle writes it")
    return value


def _unsigned(noted: Sequence[Mapping[str, Any]]) -> Iterator[Flaw]:
    """Noted heads whose signature is wrong: nobody is to be accused by them."""
    for head in noted:
        try:
            if "signature" in head:
                said = {name: head[name] for name in SIGNED}
                signed(head["key"], head["signature"], canonical(said))
        except _WRONG:
            yield Flaw("the noted head", "its signature is wrong: the server never gave it out so")


def _otherwise_written(entries: bytes) -> Iterator[Flaw]:
    """Bodies and commands that could be read in two ways, such as with a key that comes twice."""
    log = read(entries)
    for seq, (body, command) in enumerate(zip(log.bodies, log.commands, strict=True), 1):
        try:
            as_written = body is None or body_bytes(*parse_body(body)) == body
            parse_kept(command or b"")
        except (ValueError, RecursionError) as error:
            yield Flaw(f"entry {seq}", f"it cannot be read: {error}")
        else:
            if not as_written and body and _is_current(body):
                yield Flaw(f"entry {seq}", "it is not written as an entry is written")


def _is_current(body: bytes) -> bool:
    """True for an event that is still called as it was when it was stored."""
    return body.partition(b"\n")[0].decode() in STORED
