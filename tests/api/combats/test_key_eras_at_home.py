"""What this installation began, or went on with, goes on here by its own keys."""

from __future__ import annotations

from pathlib import Path

import pytest

from api.evidence.archive_checks import check_archive
from api.evidence.bundle import bundle
from api.service.service import Service
from api.transfer.import_combat import take_in
from api.transfer.read_export import read
from domain import commands as c
from domain.ruleset.ruleset import Refused
from tests.support.combats.carried import elsewhere, fought, lines_of
from tests.support.combats.moved import BOTH, flaws, heads, moved, rolled
from tests.support.combats.proven import EYES
from tests.support.playing_service import say


def test_who_made_it_goes_on_with_the_keys_it_is_bound_to(service: Service):
    name = fought(service)
    with pytest.raises(Refused, match="goes on here already"):
        say(service, name, c.GoOn())
    assert rolled(service, name).label.era == 1


@BOTH
class TestAnEmptyDatabase:
    def test_what_went_on_here_goes_on_from_its_own_export(
        self, service: Service, tmp_path: Path, keyed: bool
    ):
        name = fought(service)
        with moved(service, name, tmp_path, keyed=keyed) as there:
            rolled(there, name)
            lines = lines_of(there, name, keyed=keyed)
            due = rolled(there, name, count=3).faces
        emptied(tmp_path)
        with elsewhere(tmp_path) as there:
            taken = take_in(there, lines)
            assert taken.continues and taken.keyed == keyed
            assert rolled(there, name, count=3).faces == due and flaws(there, name) == ()
            for eyes in EYES.values():
                assert check_archive(bundle(there, name, eyes), heads(there, name)).flaws == []
            assert read(lines_of(there, name, keyed=keyed)).log.bonds.era == 2

    def test_what_began_elsewhere_waits_again_though_its_keys_are_known(
        self, service: Service, tmp_path: Path, keyed: bool
    ):
        name = fought(service)
        with moved(service, name, tmp_path, keyed=keyed) as there:
            first = rolled(there, name, count=3).faces
        emptied(tmp_path)
        with elsewhere(tmp_path) as there:
            taken = take_in(there, lines_of(service, name))
            assert not taken.continues and taken.keyed == keyed
            say(there, name, c.GoOn())
            assert rolled(there, name, count=3).faces == first and flaws(there, name) == ()


def emptied(folder: Path) -> None:
    """The other installation loses its database, and keeps its keys."""
    for file in (folder / "elsewhere").glob("combats.db*"):
        file.unlink()


def test_what_went_on_by_the_keys_it_brought_before_there_were_eras_goes_on(
    service: Service, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
):
    name = fought(service)
    with elsewhere(tmp_path) as there:
        take_in(there, lines_of(service, name, keyed=True))
        with monkeypatch.context() as before:
            before.setattr("api.combats.open_combat.came_from_elsewhere", lambda log, name: 0)
            rolled(there, name)
        there.combats.let_go(name)
        assert rolled(there, name, count=2).label.era == 1 and flaws(there, name) == ()
