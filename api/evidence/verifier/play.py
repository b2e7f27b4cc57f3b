"""What the entries say: their order, every balance, every die, and the state they add up to."""

from __future__ import annotations

import re
from bisect import bisect_left
from collections.abc import Mapping, Sequence
from typing import Any

from domain.combat import EMPTY, evolve, state_hash
from domain.events import (
    CardDrawn,
    CombatOpened,
    DiceRolled,
    EraBegan,
    PoolChanged,
    Revealed,
    Rewound,
)
from domain.wire import NAMES, STORED, Meta, parse_body

from .archive import Flaw
from .cards import Decks
from .consents import NUMBERED, Consents
from .dice import FOLLOWED, WORD, Dice, Salts, commitment, key_name
from .entries import Log
from .labels import Labels
from .places import base_of, in_its_place

_NO_ENTRY = Meta(seq=0, step=0, number=0, parent=None, at=0)
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
        self._dice, self._whole = {d: Dice(keys[d], combat) for d in keys}, None not in log.bodies
        self._consents = Consents(self._shown, self._whole)
        self._labels = Labels(self._whole, self._consents.agreed)
        back = [body for body in log.bodies if body and body.startswith(_REWOUND)]
        self._kept = {node, *(int(seq) for body in back for seq in _TO.findall(body))}
        self._states, self._state = {0: EMPTY}, EMPTY
        self._last, self._folded, self._head, self._loose = _NO_ENTRY, 0, 0, set(keys)

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
        if self._loose:
            raise Flaw("reveal.json", f"nothing binds the keys {sorted(self._loose)}")
        if self._head not in (-1, self.node) or self.node not in self._states:
            raise Flaw("head.json", f"play does not stand at entry {self.node}")
        return state_hash(self._states[self.node])

    def _take(self, seq: int, meta: Meta, event: Any) -> None:
        in_its_place(self.log, self._last, seq, meta, event)
        if seq == 1:
            self._bound(event)
        if type(event) in FOLLOWED:
            self._salts.follow(event)
        if type(event) is Revealed and event.who == "referee" and event.what.startswith("key "):
            self._reveals(event.what.removeprefix("key "), event.value)
        if type(event) is EraBegan:
            self._begins(event)
        if meta.parent is None or seq == 1:
            self._consents.follow(meta, event)
        if meta.parent is not None:
            if (base := base_of(self.log, self._head, seq, meta)) != self._folded:
                self._state = self._states[base]
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

    # --- what it says --------------------------------------------------------------------------

    def _adds_up(self, meta: Meta, event: Any) -> None:
        if type(event) is PoolChanged:
            left = self._state.pools.left(event.subject, event.pool, event.key)
            if left + event.delta != event.balance and (self._whole or event.how != "set"):
                raise ValueError(f"{left} and {event.delta} are not {event.balance}")
        elif type(event) is DiceRolled:
            self._rolled(meta, event)
        elif type(event) in NUMBERED:
            self._consents.in_turn(self._state, meta, event)
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
        label, faces = event.label, list(event.faces)
        dice = self._dice.get(key_name(event.key, label.era))
        if event.provenance != "service" or dice is None:
            return
        entropy = self._salts.entropy(label.round, label.era)
        fell = dice.faces(label, entropy, event.sides, len(faces))
        for die, (face, of) in self._labels.before(event).items():
            low = ((face - 1) * WORD + dice.faces(label, entropy, WORD, die + 1)[die] - 1) // of
            fell[die] = face if of == event.sides else 1 + low * event.sides // WORD
        if fell != faces:
            raise ValueError(f"the dice fell {fell}, not {faces}")
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
        self._domains = [name for name in bound if not name.startswith("cards:")]
        self._binds(opened)

    def _begins(self, event: EraBegan) -> None:
        """Other keys, one for each that there was."""
        if event.era != self._labels.era + 1 or list(event.commitments) != self._domains:
            raise ValueError("it does not begin the next era of all keys")
        self._labels.era = self._decks.era = event.era
        self._binds(event)

    def _binds(self, event: CombatOpened | EraBegan) -> None:
        """Check the revealed keys of an era."""
        for domain, bound in event.commitments.items():
            key = self.keys.get(name := key_name(domain, event.era))
            self._loose.discard(name)
            if key is not None and bound != commitment(key, self.combat, event.era, domain):
                raise ValueError(f"the key {name!r} is not what was committed to")


def _parsed(body: bytes) -> tuple[Meta, Any]:
    """Envelope and event; one under an old name is carried over. Raises ValueError."""
    name, meta, event = body.split(b"\n", 2)
    reads = _READS.get(name)
    return (_META(meta), reads(event)) if reads else parse_body(body)
