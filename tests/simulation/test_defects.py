"""Each defect of storage and concurrency that there was is found when it is put back."""

from __future__ import annotations

import pytest

from tests.simulation.defects.all_defects import DEFECTS
from tests.simulation.defects.defect import Defect
from tests.simulation.run import simulate
from tests.simulation.scheduling.scheduler import Stuck


def is_found(seed: int) -> bool:
    """Whether a run finds something to be wrong."""
    try:
        return bool(simulate(seed).wrongs)
    except (AssertionError, Stuck):
        return True


@pytest.mark.sweep(share=4)
@pytest.mark.parametrize("defect", DEFECTS, ids=lambda defect: defect.name)
def test_it_is_found_when_it_is_put_back(defect: Defect):
    # The seed that is known to find it first, since most seeds find nothing.
    seeds = [defect.found_at, *range(defect.seeds)]
    with defect.put_back():
        assert any(map(is_found, seeds)), f"{defect.seeds} seeds do not find it: {defect.says}"
