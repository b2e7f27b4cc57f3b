"""A client that knows the contract alone plays each game: nothing that it sends is refused."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory
from time import perf_counter

from api.server.app import create_app
from api.service.service import Service
from api.store.core.settings import Settings
from api.store.open_log import migrate, open_log
from api.vault.key_files import Vault
from domain.rulesets import all_rulesets
from tests.soak.rows import Row
from tests.support.random_client.client import ENOUGH, RandomClient
from tests.support.random_client.openings import OPENINGS, Begins

STEPS, EACH = 1_000, 100
"""How many steps of a game are played at least, and how many of one fight at most."""

MOST_FIGHTS = 200
"""So many fights are tried until every manoeuvre was used often enough."""


BARREN = 4
"""An opening that brought nothing rare is left out so many times."""


def random_client(game: str, steps: int = STEPS, seed: int = 1) -> list[Row]:
    """Play a game until there are enough steps, and enough of each manoeuvre."""
    start = perf_counter()
    with TemporaryDirectory() as folder, client_in(Path(folder), seed) as client:
        worn = Counter[Begins]()
        for _ in range(MOST_FIGHTS):
            if client.steps >= steps and not seldom(game, client):
                break
            begins = min(OPENINGS[game], key=worn.__getitem__)
            worn[begins] += 1 if client.plays(begins, EACH) else BARREN
    return _rows(game, client, perf_counter() - start)


@contextmanager
def client_in(folder: Path, seed: int) -> Iterator[RandomClient]:
    """A client of a service with every game, over a folder."""
    settings = Settings(f"sqlite:///{folder}/combats.db")
    migrate(settings)
    service = Service(open_log(settings), Vault(folder / "keys"), all_rulesets)
    app = create_app(service, long_reads=10**6)
    try:
        yield RandomClient(app.test_client(), service.vault.operator_token(), seed)
    finally:
        service.close()


def manoeuvres(game: str) -> tuple[str, ...]:
    """What may be done in a game, by name."""
    return tuple(each.name for each in all_rulesets()[game].manoeuvres if each.kinds)


def seldom(game: str, client: RandomClient) -> tuple[str, ...]:
    """The manoeuvres that were used too seldom."""
    return tuple(name for name in manoeuvres(game) if client.used[name] < ENOUGH)


def _rows(game: str, client: RandomClient, seconds: float) -> list[Row]:
    """The steps with what was refused, and the manoeuvres with how often each was used."""
    names, missing = manoeuvres(game), seldom(game, client)
    refused = ", ".join(f"{many} × {kind}" for kind, many in sorted(client.refused.items()))
    least = min(client.used[name] for name in names)
    return [
        Row(
            f"the random client plays {game}",
            client.steps,
            f"{client.requests:,} requests",
            seconds,
            tuple(f"the random client, {game}\n{why}" for why in client.failed),
        ),
        Row(
            f"  its manoeuvres, each at least {least:,} times",
            len(names),
            refused or "nothing refused",
            0,
            tuple(f"{game}: {name} was done {client.used[name]} times" for name in missing),
        ),
    ]
