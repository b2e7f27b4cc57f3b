"""`python -m tests.benchmarks.server.shares`: where the microseconds of a command go.

The application in this process, without a network: commands of a toy fight one after another. A
timer looks a thousand times a second which layer is at work; what the standard library and other
packages do counts for the layer that called them.
"""

from __future__ import annotations

import io
import json
import signal
import sys
from collections import Counter
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from itertools import cycle
from time import perf_counter
from types import FrameType
from typing import Any

from api.server.app import create_app
from api.server.serve import settle_memory
from tests.benchmarks.many import fought, service
from tests.benchmarks.server.commands import ROUND

COMMANDS, EVERY = 4_000, 0.001
LAYERS = {
    "/api/store/sqlite/": "SQLite: statements, and the flush onto the disk",
    "/eventsourcing/": "the library's mapping and recording",
    "/api/store/": "rows, seals of rows, keys",
    "/api/handlers/": "the step: chain, dice, saving",
    "/api/service/": "the step: chain, dice, saving",
    "/api/combats/": "open combats and their viewers",
    "/api/vault/": "keys and tokens",
    "/api/read/": "the answer: entries as JSON",
    "/api/web/": "the route: who asks, the body, the answer's head",
    "/api/server/": "the route: who asks, the body, the answer's head",
    "/flask/": "Flask and Werkzeug",
    "/werkzeug/": "Flask and Werkzeug",
    "/projections/": "what viewers see of it",
    "/domain/": "the rules: deciding and folding",
}


def main() -> None:
    """Measure, and print the table."""
    with ExitStack() as stack:
        commands = commands_in(stack)
        for _ in range(COMMANDS // 4):
            next(commands)
        settle_memory()
        with looking() as seen:
            start = perf_counter()
            for _ in range(COMMANDS):
                next(commands)
            each = (perf_counter() - start) / COMMANDS * 1e6
    whole = sum(seen.values())
    for layer, times in seen.most_common():
        print(f"{layer:52}{times / whole * each:8.0f} µs  {times / whole:5.0%}")
    print(f"{'a command':52}{each:8.0f} µs  {whole:,} looks")


def commands_in(stack: ExitStack) -> Iterator[None]:
    """Commands that are carried out over WSGI, one at each step."""
    held = service(stack)
    [name] = fought(held, 1)
    app = create_app(held)
    for number, command in enumerate(cycle(ROUND)):
        _sent(app, f"/v1/combats/{name}/commands", held.vault.operator_token(), number, command)
        yield


def _sent(app: Any, path: str, token: str, number: int, command: dict[str, Any]) -> None:
    body = json.dumps(command).encode()
    asked = {
        "REQUEST_METHOD": "POST",
        "PATH_INFO": path,
        "SERVER_NAME": "127.0.0.1",
        "SERVER_PORT": "80",
        "SERVER_PROTOCOL": "HTTP/1.1",
        "HTTP_HOST": "127.0.0.1",
        "HTTP_AUTHORIZATION": f"Bearer {token}",
        "HTTP_IDEMPOTENCY_KEY": str(number),
        "CONTENT_TYPE": "application/json",
        "CONTENT_LENGTH": str(len(body)),
        "wsgi.input": io.BytesIO(body),
        "wsgi.errors": sys.stderr,
        "wsgi.url_scheme": "http",
    }
    statuses: list[str] = []
    answer = app(asked, lambda status, headers, error=None: statuses.append(status))
    assert statuses[0].startswith("200"), b"".join(answer)


@contextmanager
def looking() -> Iterator[Counter[str]]:
    """Count at each tick which layer is at work."""
    seen = Counter[str]()

    def look(_: int, frame: FrameType | None) -> None:
        seen[layer_of(frame)] += 1

    before = signal.signal(signal.SIGALRM, look)
    signal.setitimer(signal.ITIMER_REAL, EVERY, EVERY)
    try:
        yield seen
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.signal(signal.SIGALRM, before)


def layer_of(frame: FrameType | None) -> str:
    """The innermost layer in which a frame is."""
    while frame is not None:
        file = frame.f_code.co_filename
        for part, layer in LAYERS.items():
            if part in file:
                return layer
        frame = frame.f_back
    return "this measurement"


if __name__ == "__main__":
    main()
