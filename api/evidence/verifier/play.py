"""What the entries say: their order, every balance, every die, and the state they add up to."""

from __future__ import annotations

import re
from bisect import bisect_left
from collections.abc import Mapping, Sequence
from typing import Any

from domain.combat import EMPTY, evolve, state_hash
from domain.events import CardDrawn, CombatOpened, DiceRolled, PoolChanged, Revealed, Rewound
from domain.wire import NAMES, STORED, Meta, parse_body

from .archive import Flaw
from .cards import Decks
from .consents import HEARD, Consents
from .dice import FOLLOWED, Dice, Salts, commitment
from .entries import Log
from .labels import NUMBERED, Labels, in_turn

_NO_ENTRY = Meta(seq=0, step=0, number=0, parent=None, at=0)
_BOOKS = {row.event: row.book for row in STORED.values()}
_META = Meta.__pydantic_validator__.validate_json
_READS = {n.encode(): row.event.__pydantic_validator__.validate_json for n, row in STORED.items()}
_REWOUND, _TO = NAMES[Rewound].encode() + b"\n", re.compile(rb'"to":(\d{1,9})')


class Play:
    """The entries of one log up to `node`, but those that stay closed; `keys` are of its dice."""

    def __init__(
        self, log: Log, combat: str, keys: Mapping[str, bytes], node: int, decks: Sequence[Any] = ()
    ):
        self.log, self.combat, self.node, self.dice, self.cards = log, combat, node, 0, 0
        self.keys, self._salts, self._decks = keys, Salts(combat), Decks(decks, keys)
        self._dice = {domain: Dice(key, combat) for domain, key in keys.items()}
        self._whole = None not in log.bodies
        self._consents, self._labels = Consents(self._shown, self._whole), Labels(self._whole)
        back = [body for body in log.bodies if body and body.startswith(_REWOUND)]
        self._kept = {node, *(int(seq) for body in back for seq in _TO.findall(body))}
        self._states, self._state = {0: EMPTY}, EMPTY
        self._last, self._folded, self._head = _NO_ENTRY, 0, 0

    def state(self) -> str:
        """The hash of the state at the end; raises Flaw at the first entry that is wrong."""
        for seq, body in enumerate(self.log.bodies, 1):
            try:
                if body is not None:
                    self._take(seq, *_parsed(body))
                else:
                    self._head = -1
            except Exception as error:  # whatever a hostile entry makes this raise
                raise Flaw(f"entry {seq}", str(error)) from error
        if self._head not in (-1, self.node) or self.node not in self._states:
            raise Flaw("head.json", f"play does not stand at entry {self.node}")
        return state_hash(self._states[self.node])

    def _take(self, seq: int, meta: Meta, event: Any) -> None:
        self._in_its_place(seq, meta, event)
        if type(event) in FOLLOWED:
            self._salts.follow(event)
        if type(event) is Revealed and event.who == "referee" and event.what.startswith("key "):
            self._reveals(event.what.removeprefix("key "), event.value)
        if meta.parent is None or type(event) in HEARD:
            self._consents.follow(meta, event)
        if meta.parent is not None:
            self._on_the_line(seq, meta)
            self._adds_up(meta, event)
            self._state = evolve(self._state, event, meta.answers)
            self._folded = self._head = seq
            if seq in self._kept or not self._whole:
                self._states[seq] = self._state
        elif type(event) is Rewound:
            if self._head not in (-1, event.was) or event.to >= seq:
                raise ValueError(f"the head cannot go from entry {event.was} to {event.to}")
            self._head = event.to
        self._last = meta

    # --- where it stands -----------------------------------------------------------------------

    def _in_its_place(self, seq: int, meta: Meta, event: Any) -> None:
        """Check number, step, book, and that it is public where it is counted so."""
        last, numbers = self._last, self.log.numbers
        public = numbers[seq] > numbers[seq - 1]
        if meta.seq != seq or meta.number != numbers[seq] or public == bool(meta.audience):
            raise ValueError(f"it calls itself entry {meta.seq}, and public entry {meta.number}")
        if last.seq == seq - 1:
            goes_on = meta.step == last.step
            fits = meta.nth == last.nth + 1 if goes_on else meta.nth == 0 < meta.step - last.step
        else:
            fits = (meta.step, meta.nth) > (last.step, last.nth)
        if not fits or (meta.nth and self.log.commands[seq - 1]):
            raise ValueError(f"entry {meta.nth} of step {meta.step} does not come here")
        if _BOOKS[type(event)] not in ("both", "table" if meta.parent is None else "play"):
            raise ValueError("it stands in the wrong book")
        if (seq == 1) != (type(event) is CombatOpened):
            raise ValueError("a combat is opened by its first entry, and only there")
        if seq == 1:
            self._bound(event)

    def _on_the_line(self, seq: int, meta: Meta) -> None:
        """Check that it follows from the head, and take the state there."""
        parent = meta.parent or 0
        base = self.log.under.get(seq, parent)
        if parent != seq - 1 if meta.nth else self._head not in (-1, parent) or parent >= seq:
            raise ValueError(f"it does not follow entry {parent} here")
        closed = parent > 0 and self.log.bodies[parent - 1] is None
        if closed != (seq in self.log.under) or base > parent:
            raise ValueError(f"it does not follow from what is opened at entry {base}")
        if base != self._folded:
            self._state = self._states[base]

    # --- what it says --------------------------------------------------------------------------

    def _adds_up(self, meta: Meta, event: Any) -> None:
        if type(event) is PoolChanged:
            left = self._state.pools.left(event.subject, event.pool, event.key)
            if left + event.delta != event.balance and (self._whole or event.how != "set"):
                raise ValueError(f"{left} and {event.delta} are not {event.balance}")
        elif type(event) is DiceRolled:
            self._rolled(meta, event)
        elif type(event) in NUMBERED and not in_turn(self._state, event):
            raise ValueError("it has not the number that is its turn")
        elif type(event) is CardDrawn:
            self._consents.hold(self._state, meta, event, event.fresh)
            self.cards += self._whole and self._decks.drawn(self._state, meta, event)

    def _rolled(self, meta: Meta, event: DiceRolled) -> None:
        """Check the sum of a roll; of the service's dice also that they fell so, and counted so."""
        total = event.unit * sum(event.kept) + sum(each.value for each in event.modifiers)
        if total != event.total or sorted(event.kept + event.dropped) != sorted(event.faces):
            raise ValueError(f"its faces do not come to {event.total}")
        self._labels.hold(self._state, meta, event)
        self._consents.hold(self._state, meta, event, event.label.fresh)
        dice = self._dice.get(event.key)
        if event.provenance != "service" or dice is None:
            return
        entropy = self._salts.entropy(event.label.round)
        fell = dice.faces(event.label, entropy, event.sides, len(event.faces))
        if fell != list(event.faces):
            raise ValueError(f"the dice fell {fell}, not {list(event.faces)}")
        self.dice += len(fell)

    def _reveals(self, domain: str, key: str) -> None:
        if self.keys.get(domain, b"").hex() != key:
            raise ValueError(f"reveal.json has not the key {domain!r} that is revealed here")

    def _shown(self, number: int) -> Any:
        """What a public entry says."""
        return _parsed(self.log.bodies[bisect_left(self.log.numbers, number) - 1] or b"")[1]

    def _bound(self, opened: CombatOpened) -> None:
        """Check that the revealed keys are those that were committed to before any die fell."""
        bound, bonds = opened.commitments, self._decks.bonds
        keyed = sum(name.startswith("deck:") for name in bound)
        if len(bonds) != keyed or bonds | bound != bound | bonds:
            raise ValueError("head.json does not name the decks that were committed to")
        for domain, key in self.keys.items():
            if bound[domain] != commitment(key, self.combat, opened.era, domain):
                raise ValueError(f"the key {domain!r} is not what was committed to")


def _parsed(body: bytes) -> tuple[Meta, Any]:
    """Envelope and event; one under an old name is carried over. Raises ValueError."""
    name, meta, event = body.split(b"\n", 2)
    reads = _READS.get(name)
    return (_META(meta), reads(event)) if reads else parse_body(body)
