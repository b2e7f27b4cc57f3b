"""Every defect of storage and concurrency that can be put back."""

from __future__ import annotations

from tests.simulation.defects import (
    of_combats_in_memory,
    of_live_streams,
    of_the_service,
    of_the_store,
)

DEFECTS = (
    *of_the_store.DEFECTS,
    *of_the_service.DEFECTS,
    *of_combats_in_memory.DEFECTS,
    *of_live_streams.DEFECTS,
)
