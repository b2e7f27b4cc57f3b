"""Every sample in two worlds that differ in hidden things alone: every answer is the same."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from api.evidence.archive_checks import FILES
from tests.support.goldens.samples import FIGHTS
from tests.support.hidden_worlds.worlds_of_samples import Begin, beginning, two_bundles, two_worlds

SHORT = sorted(FIGHTS, key=lambda fight: fight.stat().st_size)[:3]


@pytest.fixture
def begin(tmp_path: Path) -> Iterator[Begin]:
    """Begins samples in services with the same keys, clock and chance."""
    with beginning(tmp_path) as begin:
        yield begin


@pytest.mark.sweep(of="hidden worlds", share=20)
@pytest.mark.parametrize("fight", FIGHTS, ids=lambda fight: fight.parent.name)
def test_every_answer_of_every_sample_is_the_same_whatever_is_hidden(begin: Begin, fight: Path):
    """A share of all answers; the soak compares them all."""
    assert two_worlds(begin, fight, 0.02, 0.07, 0.02) > 20


@pytest.mark.parametrize("fight", SHORT, ids=lambda fight: fight.parent.name)
def test_a_bundle_tells_no_hidden_value(begin: Begin, fight: Path):
    """The shortest samples alone; the soak compares those of all."""
    assert two_bundles(begin, fight) == 2 * len(FILES)
