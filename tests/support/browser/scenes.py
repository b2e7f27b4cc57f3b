"""Fights that stand at a telling moment: a sample played up to a line, with somebody at each seat.

They are combats like any other, made of the samples' commands, so that pages may be looked at and
played on in every game.
"""

from __future__ import annotations

import json
import logging
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import NamedTuple

from werkzeug.serving import make_server

from api.server.app import create_app
from api.service.service import OPERATOR, Request, Service
from api.store.core.settings import Settings
from api.store.open_log import migrate, open_log
from api.transfer.samples import CHECKED_OUT, load_sample
from api.vault.key_files import Vault
from api.web.schemas.request_bodies import NewCombat
from domain import commands as c
from domain.rulesets import all_rulesets
from tests.support.browser.player import Site


class Scene(NamedTuple):
    """A sample of a game, the last line that is played of it, and who has a seat of his own."""

    game: str
    story: str
    lines: int
    plays: tuple[str, ...]


WINDOWS = (
    Scene("age-of-magic", "the-toll-bridge", 20, ("man",)),
    Scene("arq", "the-far-bank", 59, ("tom",)),
    Scene("kaiser", "the-narrow-stair", 21, ("captain",)),
    Scene("ninth-age-2e", "the-causeway", 46, ("hills",)),
    Scene("open", "the-golem-in-the-hall", 8, ("ann",)),
    Scene("planeswalker", "the-swift-errand", 35, ("vessa",)),
)
"""An open window in each game, and one who may answer it."""

THROWS = (
    Scene("age-of-magic", "the-toll-bridge", 23, ("cogan",)),
    Scene("arq", "the-far-bank", 60, ("tom",)),
    Scene("kaiser", "the-narrow-stair", 22, ("captain",)),
    Scene("ninth-age-2e", "the-causeway", 41, ("hills",)),
    Scene("open", "the-white-whale", 30, ("kim",)),
    Scene("planeswalker", "the-swift-errand", 17, ("hound",)),
)
"""Dice that wait to be thrown, in each game."""

CARDS = (
    Scene("arq", "lamplighters-alley", 8, ("ilse",)),
    Scene("ninth-age-2e", "the-causeway", 31, ("hills",)),
)
"""Cards that wait to be drawn."""


class Staged(NamedTuple):
    """A scene that stands: its combat, and the token of whoever plays in it."""

    scene: Scene
    combat: str
    token: str


def staged(service: Service, scene: Scene) -> Staged:
    """Play a scene up to its moment, and seat its player."""
    file = CHECKED_OUT / scene.game / scene.story / "fight.jsonl"
    opening, *lines = file.read_bytes().splitlines()[: scene.lines]
    name = f"c-{scene.game}-{scene.lines}"
    said = NewCombat.model_validate_json(opening)
    service.open(said.opening({}), (), name=name, key="1", body=opening)
    *before, last = [json.loads(line) for line in lines]
    for number, raw in enumerate(before, start=2):
        _say(service, name, _unsigned(raw), str(number))
    token = _say(service, name, _seat(scene), "seat")
    _say(service, name, _unsigned(last), "last")
    return Staged(scene, name, token)


def _unsigned(raw: dict[str, object]) -> dict[str, object]:
    """A line said by the operator, whoever speaks it in the sample."""
    return {key: value for key, value in raw.items() if key != "as"}


def _seat(scene: Scene) -> dict[str, object]:
    return {"type": "seat-open", "person": "Robin", "role": "player", "combatants": scene.plays}


def _say(service: Service, name: str, raw: dict[str, object], key: str) -> str:
    """Say a command as the operator; the token that it brought, if it brought one."""
    body = json.dumps(raw).encode()
    command = c.COMMAND.validate_python(raw)
    receipt = service.say(name, Request(command, OPERATOR, "", key, body))
    return next(iter(receipt.tokens.values()), "")


@contextmanager
def serving(folder: Path, samples: tuple[str, ...] = ()) -> Iterator[tuple[Service, Site]]:
    """A server of its own in a thread, with those samples (`game/story`) in it."""
    settings = Settings(f"sqlite:///{folder}/combats.db")
    migrate(settings)
    service = Service(open_log(settings), Vault(folder / "keys"), all_rulesets)
    for each in samples:
        load_sample(service, CHECKED_OUT / each / "fight.jsonl")
    logging.getLogger("werkzeug").setLevel(logging.WARNING)
    server = make_server("127.0.0.1", 0, create_app(service), threaded=True)
    thread = threading.Thread(target=server.serve_forever)
    thread.start()
    try:
        yield (
            service,
            Site(f"http://127.0.0.1:{server.server_port}", service.vault.operator_token()),
        )
    finally:
        server.shutdown()
        thread.join()
        server.server_close()
        service.close()
