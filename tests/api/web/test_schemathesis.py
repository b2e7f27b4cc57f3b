"""Everything that the contract allows is sent, and much that it forbids: it is always kept."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from tests.support.architecture import ROOT
from tests.support.clients.real_server import Served

CONFIG = Path(__file__).parents[1] / "schemathesis.toml"
PROGRAM = (sys.executable, "-m", "schemathesis.cli", "--config-file", str(CONFIG))
ATTACK = (*PROGRAM, "run", "--seed", "1", "--no-color")
HOOKS = {"SCHEMATHESIS_HOOKS": "tests.support.clients.schemathesis_hooks", "PYTHONPATH": str(ROOT)}
EXAMPLES, ONE_IN = 1, 300
"""Random requests to each route, and which share of the bounds that it has by the thousand.

The soak sends more, and tries all bounds.
"""

COMMANDS, WHY_NOT = "POST /v1/combats/{combat}/commands", "POST /v1/combats/{combat}/why-not"
PHASES = {"coverage": (COMMANDS, WHY_NOT), "fuzzing": (WHY_NOT,), "stateful": (WHY_NOT,)}
"""Each phase, and the routes that it leaves out.

Most of the time would go into making all bounds of commands up, which the soak does: twice, as the
body of `why-not` is a command like any other. The examples of the contract are sent by tests of
their own; the soak sends them once more.
"""


@pytest.mark.sweep(share=3)
@pytest.mark.parametrize("phase", PHASES)
def test_the_contract_is_kept(tmp_path: Path, phase: str) -> None:
    left_out = [option for route in PHASES[phase] for option in ("--exclude-name", route)]
    said, status = attacked(tmp_path, EXAMPLES, ONE_IN, *left_out, "--phases", phase)
    assert status == 0, said
    assert "Tested: 0" not in said
    assert f"✅ {phase.title()}" in said, said


def attacked(folder: Path, examples: int, one_in: int = 1, *more: str) -> tuple[str, int]:
    """What schemathesis says of a served fight, and its status: 0 where it found nothing."""
    server = Served(folder)
    try:
        server.combat()
        contract = f"http://127.0.0.1:{server.port}/openapi.json"
        command = [*ATTACK, contract, "--max-examples", str(examples), *more]
        own = {"TOKEN": server.operator.token or "", "ONE_IN": str(one_in)}
        env = {**os.environ, **HOOKS, **own}
        done = subprocess.run(command, capture_output=True, text=True, cwd=folder, env=env)
        return done.stdout + done.stderr, done.returncode
    finally:
        server.close()
