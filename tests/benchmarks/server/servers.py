"""`python -m tests.benchmarks.server.servers`: HTTP servers side by side, and one table.

In each round every candidate is started anew and measured: six phones beside a thousand half-sent
requests of the same address, one client, eight clients, a hundred streams, and being stopped.
"""

from __future__ import annotations

import argparse
import http.client
import os
import shutil
import socket
import subprocess
import sys
import threading
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack, suppress
from pathlib import Path
from statistics import median, quantiles
from time import perf_counter, sleep

from api.server.http_server import open_more_files
from tests.benchmarks.server.candidates import installed
from tests.benchmarks.server.commands import CLIENTS, MILLISECONDS, fight, folder, timed
from tests.benchmarks.server.live import Crowd
from tests.support.architecture import ROOT
from tests.support.clients.real_server import Served, left_behind
from tests.support.clients.slow_clients import HEAD, close_all, crowd

PHONES, ASKED, STREAMS = 6, 10, 100
HEADINGS = {
    "answered": "phones answered, %",
    "phones": "phones p99, ms",
    "median": "http-median, ms",
    "cpu": "processor ms/command",
    "rate": "8 clients, commands/s",
    "heard": "streams reached, %",
    "streams": "streams p99, ms",
    "lost": "lost at stop",
    "stop": "stop, s",
}
Row = dict[str, float]


class Candidate(Served):
    """A server of `candidates` in a process of its own."""

    def __init__(self, name: str, folder: Path):
        self.name = name
        shutil.copytree(left_behind(), folder / "data")
        super().__init__(folder, port=free_port(), data=folder / "data")
        self._until_it_answers()

    def run(self, port: int, data: Path | None = None) -> subprocess.Popen[str]:
        """Start it."""
        env = {**os.environ, "PYTHONPATH": os.pathsep.join([str(self.plugin), str(ROOT)])}
        command = [sys.executable, "-m", "tests.benchmarks.server.candidates", self.name, str(port)]
        return subprocess.Popen(
            [*command, str(data or self.data)],
            cwd=self.folder,
            env=env,
            text=True,
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            start_new_session=True,
        )

    def _until_it_answers(self) -> None:
        until = perf_counter() + 60
        while not answered(self.port):
            assert perf_counter() < until, self.name
            sleep(0.1)

    def processor(self) -> float:
        """Seconds of processor time that it and its processes took so far."""
        ticks = 0
        for stat in Path("/proc").glob("[0-9]*/stat"):
            with suppress(OSError):
                fields = stat.read_text().rpartition(")")[2].split()
                ticks += sum(map(int, fields[11:13])) * (int(fields[3]) == self.process.pid)
        return ticks / os.sysconf("SC_CLK_TCK")


def free_port() -> int:
    """A port that nobody has."""
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        port: int = taken.getsockname()[1]
        return port


def answered(port: int) -> float:
    """The milliseconds of a request over a connection of its own; 0 where there is no answer."""
    start, connection = perf_counter(), http.client.HTTPConnection("127.0.0.1", port, timeout=5)
    try:
        connection.request("GET", "/health/live")
        connection.getresponse().read()
    except (OSError, http.client.HTTPException):
        return 0.0
    finally:
        connection.close()
    return (perf_counter() - start) * MILLISECONDS


def phones(server: Served) -> Row:
    """Six phones that ask while a thousand requests are half-sent."""
    with crowd(server, HEAD + b"X-Slow: ", b"a"), ThreadPoolExecutor(PHONES) as pool:
        asked = list(pool.map(lambda _: _asked(server.port), range(PHONES)))
    times = [each for times in asked for each in times]
    got = sorted(filter(None, times)) or [float("nan")]
    return {
        "answered": 100 * sum(map(bool, times)) / len(times),
        "phones": got[len(got) * 99 // 100],
    }


def _asked(port: int) -> list[float]:
    times = []
    for _ in range(ASKED):
        times.append(answered(port))
        if not times[-1]:
            break  # nobody waits for ten timeouts
        sleep(0.1)
    return times + [0.0] * (ASKED - len(times))


def one_client(server: Candidate) -> Row:
    """A client that sends one command after another."""
    send = fight(server)
    for _ in range(50):
        send()
    before = server.processor()
    times = [timed(send) for _ in range(400)]
    spent = (server.processor() - before) * MILLISECONDS / len(times)
    return {"median": median(times), "cpu": spent}


def eight_clients(server: Served) -> Row:
    """Eight clients at once, in eight fights."""
    fights = [fight(server) for _ in range(CLIENTS)]
    start = perf_counter()
    with ThreadPoolExecutor(CLIENTS) as pool:
        list(pool.map(lambda send: [send() for _ in range(50)], fights))
    return {"rate": CLIENTS * 50 / (perf_counter() - start)}


def streams(server: Served) -> Row:
    """How many of a hundred streams a command reaches, and when."""
    combat, tokens = server.combat()
    crowd, waits = Crowd(server.port, combat, tokens, STREAMS), list[float]()
    referee = server.client(server.operator.token, combat)
    for _ in range(10):
        start = perf_counter()
        number = referee.says(type="roll", who="referee", sides=20)["entries"][0]["number"]
        with suppress(AssertionError):
            crowd.until_all_have(number)
        waits += [(came - start) * MILLISECONDS for came in crowd.came.get(number, ())]
        sleep(0.1)
    crowd.close()
    return {"heard": 10 * len(waits) / STREAMS, "streams": quantiles(waits, n=100)[98]}


def stopped(server: Served) -> Row:
    """How many requests that were begun get no answer when it is asked to stop under load."""
    fights, lost = [fight(server) for _ in range(CLIENTS)], list[int]()

    def send(number: int) -> None:
        try:
            while True:
                fights[number]()
        except ConnectionRefusedError:
            pass  # not begun
        except (OSError, http.client.HTTPException):
            lost.append(number)

    threads = [threading.Thread(target=send, args=(n,)) for n in range(CLIENTS)]
    for each in threads:
        each.start()
    sleep(0.5)
    start = perf_counter()
    with suppress(subprocess.TimeoutExpired):
        server.stop()
    took = perf_counter() - start
    for each in threads:
        each.join()
    return {"lost": len(lost), "stop": took}


def measured(name: str) -> Row:
    """All figures of a candidate, once."""
    with ExitStack() as stack:
        server = Candidate(name, folder(stack))
        stack.callback(server.close)
        stack.callback(close_all)
        row: Row = {}
        for part in (one_client, eight_clients, streams, phones, stopped):
            server.operator.connection.close()
            row |= part(server)
        return row


def main() -> None:
    """Measure in rounds, and print the medians."""
    parser = argparse.ArgumentParser(
        prog="python -m tests.benchmarks.server.servers", description=__doc__
    )
    parser.add_argument("--rounds", type=int, default=3, help="how many rounds (3)")
    parser.add_argument("--only", action="append", choices=installed(), help="measure this one")
    options = parser.parse_args()
    open_more_files()
    rows = dict[str, list[Row]]()
    for number in range(options.rounds):
        for name in options.only or installed():
            print(f"[{number + 1}/{options.rounds}] {name} ...", file=sys.stderr, flush=True)
            rows.setdefault(name, []).append(measured(name))
    print("load of 1, 5, 15 minutes:", *(f"{each:.1f}" for each in os.getloadavg()))
    print("server", *HEADINGS.values(), sep=" | ")
    for name, found in rows.items():
        print(name, *(f"{median(row[key] for row in found):.1f}" for key in HEADINGS), sep=" | ")


if __name__ == "__main__":
    main()
