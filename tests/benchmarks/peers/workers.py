"""Peers that run in Node: a process that is told what to do, and answers how long it took."""

from __future__ import annotations

import os
import subprocess
from contextlib import ExitStack
from pathlib import Path

from tests.benchmarks.measure import Skipped
from tests.benchmarks.peers.install import node_or_skip
from tests.benchmarks.peers.rows import Side

HERE = Path(__file__).parent
MILLISECONDS = 1000.0


class Worker:
    """A program of this folder in Node, with the modules of its peer."""

    def __init__(self, stack: ExitStack, program: str, modules: Path):
        self.process = subprocess.Popen(
            [node_or_skip(), str(HERE / program)],
            env={**os.environ, "NODE_PATH": str(modules)},
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
        )
        stack.callback(self._close)

    def _close(self) -> None:
        self.process.kill()
        self.process.communicate()

    def line(self) -> str:
        """What it says next; raises Skipped where it has ended."""
        assert self.process.stdout is not None
        said = self.process.stdout.readline()
        if not said:
            raise Skipped(f"its program ended with {self.process.wait()}")
        return said

    def takes(self, what: str, times: int, units: int = 0) -> Side:
        """A side that does something so often, which makes so many `units` (one each)."""

        def side() -> float:
            assert self.process.stdin is not None
            self.process.stdin.write(f"{what} {times}\n")
            self.process.stdin.flush()
            return float(self.line()) / MILLISECONDS / (units or times)

        return side
