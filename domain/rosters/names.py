"""Names and ids of a roster: equal names get numbers, and every id is new."""

from __future__ import annotations

import itertools
import re
import unicodedata
from collections import Counter
from collections.abc import Container, Iterable, Iterator, Sequence
from typing import NamedTuple

from domain.rosters.draft import Draft
from domain.rosters.remarks import Remark, remark

_LONGEST_ID = 40


def id_after(name: str, taken: Container[str]) -> str:
    """Return an id such as `urlik-2` for a second Urlik; `somebody` where no letter fits."""
    plain = unicodedata.normalize("NFKD", str(name)).encode("ascii", "ignore").decode().lower()
    base = "-".join(re.findall(r"[a-z0-9]+", plain))[:_LONGEST_ID].strip("-") or "somebody"
    tries = itertools.chain([base], (f"{base}-{n}" for n in itertools.count(2)))
    return next(each for each in tries if each not in taken)


def unique_ids(ids: Sequence[str]) -> list[str]:
    """Return ids that differ: the second of an id has a number behind it."""
    times, taken = Counter[str](), set(ids)
    found = []
    for id in ids:
        times[id] += 1
        if times[id] > 1:
            tries = (f"{id} {number}" for number in itertools.count(times[id]))
            id = next(each for each in tries if each not in taken)
            taken.add(id)
        found.append(id)
    return found


class Wanted(NamedTuple):
    """A name as it is written, and how many shall bear it."""

    name: str
    many: int = 1


def number_names(
    drafts: Sequence[Draft], here: Iterable[str]
) -> tuple[list[list[str]], list[Remark]]:
    """Return the names of all that each draft brings, and remarks where one got a number.

    `here`: the names of those who are in the combat already.
    """
    names = numbered_names([Wanted(draft.name, draft.count) for draft in drafts], here)
    pairs = zip(drafts, names, strict=True)
    return names, [each for draft, found in pairs for each in _remarks(draft, found)]


def numbered_names(wanted: Sequence[Wanted], here: Iterable[str]) -> list[list[str]]:
    """Return the names of all that are wanted; equal ones get numbers."""
    used = {_key(name) for name in here}
    written = Counter(_key(each.name) for each in wanted)
    alone = {_key(each.name) for each in wanted if _stays(each, written, used)}
    names: list[list[str]] = []
    for each in wanted:
        if _key(each.name) in alone and each.many == 1:
            found = [each.name]
        else:
            found = list(itertools.islice(_numbered(each, used, alone), each.many))
        used |= set(map(_key, found))
        names.append(found)
    return names


def _key(name: str) -> str:
    return unicodedata.normalize("NFC", name).casefold()


def _stays(wanted: Wanted, written: Counter[str], used: set[str]) -> bool:
    """Return whether a name is nobody else's: it is kept as typed."""
    name = _key(wanted.name)
    return wanted.many == 1 and written[name] == 1 and name not in used


def _numbered(wanted: Wanted, used: set[str], alone: set[str]) -> Iterator[str]:
    """Yield the name with every number that is free, from 1; `Goblin 2` goes on from there."""
    stem, first = wanted.name, 1
    behind = re.fullmatch(r"(.+) ([0-9]{1,4})", wanted.name)
    if behind and wanted.many == 1:
        stem, first = behind[1], int(behind[2])
    for number in itertools.count(first):
        if _key(name := f"{stem} {number}") not in used | alone:
            yield name


def _remarks(draft: Draft, found: list[str]) -> Iterator[Remark]:
    """Yield a remark where names are others than a reader of the text expects."""
    expected = [f"{draft.name} {number}" for number in range(1, draft.count + 1)]
    if found == [draft.name] or (draft.count > 1 and found == expected):
        return
    shown = ", ".join(f'"{name}"' for name in found)
    why = f'"{draft.name}" is the name of another one as well.'
    advice = "Write different names, if these do not suit you."
    yield remark("numbered", draft.at, why, f"It is taken as {shown}.", advice)
