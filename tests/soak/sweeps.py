"""Every test of every sweep and every example, of which `make test` draws a share."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from time import perf_counter

from tests.soak.rows import Row
from tests.support.architecture import ROOT

WHICH = "sweep or hypothesis"
# Else what failed is cut off where a terminal would end, before it says why.
WIDE = {**os.environ, "COLUMNS": "300"}
PYTEST = (sys.executable, "-m", "pytest", "--sweeps", "-m", WHICH, "-q", "-n", "auto")


def sweeps() -> Row:
    """All samples, games, worlds and made-up examples; a failed one is named."""
    start = perf_counter()
    ran = subprocess.run(PYTEST, cwd=ROOT, capture_output=True, text=True, check=False, env=WIDE)
    counts = {word: int(n) for n, word in re.findall(r"(\d+) (passed|failed|error)", ran.stdout)}
    failed = tuple(re.findall(r"^(?:FAILED|ERROR) (.+)$", ran.stdout, re.M))
    if ran.returncode and not failed:
        failed = (ran.stdout[-2000:] + ran.stderr[-2000:],)
    took = perf_counter() - start
    return Row("tests of every sweep and example", sum(counts.values()), "tests", took, failed)
