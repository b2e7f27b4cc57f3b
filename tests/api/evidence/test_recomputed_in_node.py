"""Every die of a fight, recomputed in another language from the evidence that everybody gets."""

from __future__ import annotations

import json
from pathlib import Path
from random import Random

import pytest

from api.evidence.heads import canonical
from api.service.service import Service
from api.transfer.import_combat import take_in
from domain import commands as c
from domain.events import DiceRolled
from domain.table.table import commitment_of
from tests.api.handlers.test_undo_requests import Going
from tests.support.clients.http_client import SEATS
from tests.support.combats.carried import ANNA, elsewhere, lines_of
from tests.support.combats.fair_play import LONG, free, opens, rolls, salts, undoes
from tests.support.combats.javascript_checker import in_javascript
from tests.support.combats.proven import log_of
from tests.support.playing_service import play, say
from tests.support.tampering.edited import Bundle
from tests.support.tampering.edited_sealed import resealed


def told(table: Going, folder: Path) -> str:
    """What Node says of the archive that a spectator gets."""
    return in_javascript(folder, table.sue.get("evidence as application/zip").data)


def fallen(table: Going, *keys: str) -> int:
    """How many dice of these keys the service let fall."""
    events = (entry.event for entry in log_of(table.service, table.combat))
    ours = (x for x in events if isinstance(x, DiceRolled) and x.provenance == "service")
    return sum(len(roll.all_faces) for roll in ours if roll.key in keys)


@pytest.fixture
def played(service: Service) -> Going:
    """A fight at random with undone stretches, salts and dice of every size; its keys revealed."""
    table = free(service)
    salts(table, "ana", "bert")
    opens(table, "bert", "ana")
    play(service, table.combat, Random(7), 160, reach=10)
    for sides in (2, 3, 4, 6, 8, 10, 12, 20, 100, 1000):
        rolls(table.operator, who="referee", sides=sides, count=20)
    rolls(table.operator, who="referee", hidden=True)
    table.operator.says("end"), table.operator.says("reveal-keys")
    return table


def test_node_shows_every_open_die_as_it_fell(played: Going, tmp_path: Path):
    dice = fallen(played, "open")
    assert dice > 200 and told(played, tmp_path).endswith(f", {dice} dice\n")


@pytest.mark.parametrize("hidden", [True, False], ids=["hidden first", "open first"])
def test_node_shows_dice_that_were_made_again_openly_or_in_secret(
    service: Service, tmp_path: Path, hidden: bool
):
    """Those of the hidden key once it is revealed."""
    table = free(service)
    for secret in (hidden, not hidden, hidden):
        rolls(table.operator, hidden=secret, count=3)
        undoes(table.operator)
    rolls(table.operator, hidden=True)
    rolls(table.operator, count=4)
    table.operator.says("end"), table.operator.says("reveal-keys")
    table.operator.says("reveal-keys", hidden=True)
    whole = in_javascript(tmp_path, table.rita.get("evidence as application/zip").data)
    assert whole.endswith(f", {fallen(table, 'open', 'hidden')} dice\n")


def goes_on(there: Service, combat: str) -> Going:
    """A combat is gone on with elsewhere, with a salt of its own, to its end."""
    say(there, combat, c.GoOn())
    say(there, combat, c.Roll(who="ana", sides=20, count=5))
    salted = c.Commit(what="salt", commitment=commitment_of("salt", LONG["ana"]))
    say(there, combat, salted, ANNA)
    say(there, combat, c.Reveal(what="salt", value=LONG["ana"]), ANNA)
    chance = Random(8)
    while there.combat(combat).table.salts.mixed[-1].era == 1:
        play(there, combat, chance, 20, reach=10)
    play(there, combat, chance, 60)
    say(there, combat, c.End()), say(there, combat, c.RevealKeys())
    token = say(there, combat, c.SeatRenew(seat="s3")).tokens["s3"]
    return Going(there, combat, dict.fromkeys(SEATS, token))


def test_node_shows_the_dice_of_a_combat_that_went_on_elsewhere(service: Service, tmp_path: Path):
    table = free(service)
    salts(table, "ana", "bert")
    opens(table, "bert", "ana")
    play(service, table.combat, Random(7), 160, reach=10)
    rolls(table.ana, count=3)
    undoes(table.ana)
    with elsewhere(tmp_path) as there:
        take_in(there, lines_of(service, table.combat, keyed=True))
        moved = goes_on(there, table.combat)
        assert told(moved, tmp_path).endswith(f", {fallen(moved, 'open')} dice\n")
        of = Bundle.of(moved.sue.get("evidence as application/zip").data)
        assert json.loads(of.files["reveal.json"]).keys() == {"open", "open@2"}
        at = max(n for n, entry in enumerate(of.entries) if b'"era":2' in entry)
        assert _with_another_die(of, at, tmp_path).startswith("DOES NOT HOLD\n")


def _with_another_die(of: Bundle, at: int, folder: Path) -> str:
    """What Node says where the last die of a roll shows something else, sealed anew."""
    lines = of.entries[at].split(b"\n")
    rolled = json.loads(lines[3])
    faces = [*rolled["faces"][:-1], rolled["faces"][-1] % rolled["sides"] + 1]
    rolled |= {"faces": faces, "kept": faces, "total": sum(faces)}
    lines[3] = json.dumps(rolled, separators=(",", ":")).encode()
    entries = [*of.entries[:at], b"\n".join(lines), *of.entries[at + 1 :]]
    return in_javascript(folder, resealed(of, entries))


def test_node_finds_the_die_that_was_changed_and_the_key_that_is_another(
    played: Going, tmp_path: Path
):
    of = Bundle.of(played.sue.get("evidence as application/zip").data)
    at = next(n for n, entry in enumerate(of.entries) if b'"sides":1000' in entry)
    said = _with_another_die(of, at, tmp_path)
    assert said.startswith(f"DOES NOT HOLD\nentry {at + 1}: die 20 fell ")
    other = of.with_file("reveal.json", canonical({"open": "00" * 32}))
    assert "entry 1: open is not the key committed to" in in_javascript(tmp_path, other)


def test_dice_are_other_ones_without_the_salts(played: Going, tmp_path: Path):
    """Whoever lets the salts fall under the table has other dice."""
    of = Bundle.of(played.sue.get("evidence as application/zip").data)
    entries = [x.replace(b'"what":"salt"', b'"what":"sand"') for x in of.entries]
    said = in_javascript(tmp_path, resealed(of, entries))
    assert "die 1 fell " in said
