"""Hosts who cheat where a combat goes on elsewhere are found."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from api.evidence.archive_checks import check_archive
from api.evidence.bundle import bundle
from api.service.service import Service
from api.transfer.format import Spoilt
from api.transfer.import_combat import take_in
from api.transfer.read_export import read
from domain import commands as c
from domain import events as e
from domain.dice.shown_faces import Shown
from tests.support.combats.carried import elsewhere, fought, lines_of
from tests.support.combats.moved import flaws, moved, rolled
from tests.support.playing_service import say


def another_era(event: e.EraBegan) -> e.EraBegan:
    return event.model_copy(update={"era": 3})


def a_key_less(event: e.EraBegan) -> e.EraBegan:
    return event.model_copy(update={"commitments": {"open": event.commitments["open"]}})


@pytest.mark.parametrize("forged", [another_era, a_key_less])
def test_an_era_that_is_not_the_next_of_all_keys_is_found(
    service: Service,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    forged: Callable[[e.EraBegan], e.EraBegan],
):
    name = fought(service)
    with elsewhere(tmp_path) as there:
        take_in(there, lines_of(service, name))
        luck = there.combat(name).luck
        event = forged(luck.next_era())
        monkeypatch.setattr(luck, "next_era", lambda: event)
        say(there, name, c.GoOn())
        assert "it does not begin the next era of all its keys" in "; ".join(flaws(there, name))
        found = check_archive(bundle(there, name)).flaws
        assert any("it does not begin the next era of all its keys" in str(flaw) for flaw in found)
        with pytest.raises(Spoilt, match="it does not begin the next era"):
            read(lines_of(there, name))


def test_a_roll_under_the_keys_of_before_is_found(
    service: Service, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
):
    name = fought(service)
    with moved(service, name, tmp_path, keyed=True) as there:
        rolled(there, name)
        with monkeypatch.context() as cheat:
            cheat.setattr(Shown, "fresh_label", lambda shown, key, label: label)
            assert rolled(there, name).label.era == 1
        assert "its dice belong to another round" in "; ".join(flaws(there, name))
        found = check_archive(bundle(there, name)).flaws
        assert any("its dice belong to another round" in str(flaw) for flaw in found)


def test_a_shown_die_cannot_be_turned_within_its_face(
    service: Service, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
):
    name = fought(service)
    rolled(service, name, sides=2)
    low = rolled(service, name, sides=2).faces[0]
    say(service, name, c.Rewind(how="undo"))
    with moved(service, name, tmp_path, keyed=True) as there:
        due = rolled(there, name, sides=2).faces[0], say(there, name, c.Rewind(how="undo"))
        assert due[0] == low
        turned = (low - 1) * 10 + 1 + carried_face(there, name) % 10
        monkeypatch.setattr("domain.dice.fair_dice.scaled_face", lambda die, word, sides: turned)
        assert rolled(there, name, sides=20).faces == (turned,)
        say(there, name, c.End()), say(there, name, c.RevealKeys())
        found = check_archive(bundle(there, name)).flaws
        assert any(f"not [{turned}]" in str(flaw) for flaw in found)


def carried_face(service: Service, name: str) -> int:
    """What a die that was shown comes to as one of twenty sides; it is undone again."""
    roll = rolled(service, name, sides=20)
    say(service, name, c.Rewind(how="undo"))
    return roll.faces[0]


def test_what_was_shown_elsewhere_cannot_fall_anew_here(
    service: Service, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
):
    name = fought(service)
    shown = rolled(service, name, count=6)
    say(service, name, c.Rewind(how="undo"))
    with moved(service, name, tmp_path, keyed=True) as there:
        monkeypatch.setattr(there.combat(name).luck.shown, "dice", {})
        assert rolled(there, name, count=6).faces != shown.faces
        assert "had shown" in "; ".join(flaws(there, name))
        found = check_archive(bundle(there, name)).flaws
        assert any("had shown" in str(flaw) for flaw in found)
