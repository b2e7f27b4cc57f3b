"""A fight of any game as a service stores it, beside the same fight in memory."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from random import Random
from typing import Any

from api.combats.open_combat import OpenCombat
from api.service.service import OPERATOR, Request, Service
from api.store.core.settings import Settings
from api.store.open_log import migrate, open_log
from api.transfer.import_combat import take_in
from api.transfer.write_export import export
from api.vault.key_files import Vault
from domain import commands as c
from domain.ruleset.ruleset import Refused
from domain.rulesets import ruleset
from domain.state.combat import state_hash
from tests.support.playouts import vocabulary as words
from tests.support.playouts.moves import next_move
from tests.support.playouts.worlds import FIRST, RULES, UNDOES, World, beginning


@contextmanager
def service_in(folder: Path) -> Iterator[Service]:
    """A service on a folder, with what is there already."""
    settings = Settings(f"sqlite:///{folder}/combats.db")
    folder.mkdir(exist_ok=True)
    migrate(settings)
    service = Service(open_log(settings), Vault(folder / "keys"), lambda: {"open": ruleset("open")})
    try:
        yield service
    finally:
        service.close()


class Stored:
    """A fight in a service: after every step its state is that of the one in memory."""

    def __init__(self, service: Service, seed: int):
        self.chance = Random(seed)
        settings = words.settings(self.chance)
        self.world, self.service = World(seed, settings), service
        self.name = service.open(c.Open(ruleset="open", settings=dict(settings))).combat.name
        self.world.dice = service.combat(self.name).luck.dice
        self.ends = [self.world.head]
        for command in beginning(self.chance):
            self.says(command)

    @property
    def combat(self) -> OpenCombat:
        """The combat, whose dice fall in memory as well."""
        return self.service.combat(self.name)

    def play(self, steps: int) -> Stored:
        """So many steps; each is the same in both."""
        for _ in range(steps):
            if self.chance.random() < UNDOES and len(self.ends) > len(FIRST):
                self._rewinds()
            else:
                said, _ = next_move(self.world.moment.combat, RULES, self.chance)
                self.says(c.COMMAND.validate_python(said))
            assert state_hash(self.combat.head) == state_hash(self.world.combat)
        return self

    def says(self, command: c.Command) -> None:
        """Carry a command out in both, or in none."""
        why, other = self.world.says(command), ""
        try:
            self.service.say(self.combat.name, Request(command, OPERATOR))
        except Refused as refused:
            other = refused.why or "refused"
        assert why == other, command
        self.ends += [] if why else [self.world.head]

    def _rewinds(self) -> None:
        to = self.chance.choice(self.ends[len(FIRST) :])
        if to != self.world.head:
            number = self.world.log[to - 1].meta.number
            self.world.rewinds(to)
            self._goes("jump", number)

    def _goes(self, how: Any, to: int | None = None) -> str:
        self.service.say(self.combat.name, Request(c.Rewind(how=how, to=to), OPERATOR))
        return state_hash(self.combat.head)

    def there_and_back(self) -> int:
        """Undo everything and redo it: each state on the way is as it was; how many there were."""
        path = [seq for seq in (e.seq for e in self.world.line()) if seq in self.world.states]
        hashes = [state_hash(self.world.states[seq]) for seq in path]
        for expected in hashes[-2::-1]:
            assert self._goes("undo") == expected
        for expected in hashes[1:]:
            assert self._goes("redo") == expected
        return len(hashes)

    def elsewhere(self, folder: Path) -> str:
        """The hash of the state of the fight, exported and imported by another service."""
        with service_in(folder) as there:
            take_in(there, export(self.service, self.name, keyed=True))
            return state_hash(there.combat(self.name).head)
