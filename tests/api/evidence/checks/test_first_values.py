"""A forger with the keys of the dice: what was shown stays, and nobody comes after the others."""

from __future__ import annotations

import json
import re
from collections.abc import Mapping
from typing import Any

from api.evidence.archive_checks import check_archive
from api.evidence.bundle import bundle
from api.service.service import Service
from api.vault.key_files import SAMPLE_PREFIX
from domain import commands as c
from domain.rulesets import all_rulesets
from domain.table.table import commitment_of
from tests.support.combats.bundled import BO, dealt, flaws
from tests.support.combats.carried import ANNA
from tests.support.playing_service import say
from tests.support.tampering.edited import Bundle
from tests.support.tampering.edited_sealed import resealed


def at_the_inn(service: Service, *more: c.Command) -> str:
    """Anna and Bo at a table whose keys everybody has; the referee says some things more."""
    service.rulesets, name = all_rulesets, f"{SAMPLE_PREFIX}inn"
    who = {"Anna Berg": ("ana",), "Bo": ("bert",)}
    seats = tuple(c.SeatOpen(person=p, role="player", combatants=s) for p, s in who.items())
    service.open(
        c.Open(ruleset="open", title="The inn", policy="free"), seats, name=name, sample=True
    )
    for command in (c.Join(subject="ana"), *more):
        say(service, name, command)
    return name


def last_of(bundle: Bundle, said: bytes) -> int:
    """The last entry that says something."""
    return max(n for n, entry in enumerate(bundle.entries) if said in entry)


def otherwise(of: Bundle, at: int, told: Mapping[str, Any]) -> bytes:
    """The archive with an event that says something else, sealed anew."""
    first, name, meta, event, *rest = of.entries[at].split(b"\n")
    said = json.dumps(json.loads(event) | told, separators=(",", ":")).encode()
    entry = b"\n".join([first, name, meta, said, *rest])
    return resealed(of, [*of.entries[:at], entry, *of.entries[at + 1 :]])


def test_what_is_typed_after_an_undo_is_what_was_shown(service: Service):
    """He rolled a 3, and rolls a 5 when it is taken back: nobody gave him leave."""
    rolled = c.Roll(who="ana", sides=6, faces={"loose": (3,)})
    of = Bundle.of(bundle(service, at_the_inn(service, rolled, c.Rewind(how="undo"), rolled)))
    at = last_of(of, b"dice-rolled")
    data = otherwise(of, at, {"faces": [5], "kept": [5], "total": 5})
    assert flaws(data) == [f"entry {at + 1}"]
    [flaw] = check_archive(data).flaws
    assert flaw.why == "its dice show 5 of 6, but had shown 3 of 6"


def test_a_bigger_die_that_is_typed_after_an_undo_is_as_low_as_the_smaller_was(service: Service):
    """A 3 of 6 lies between 7 and 10 of 20; another weapon makes it no new roll."""
    once, again = c.Roll(who="ana", sides=6, faces={"loose": (3,)}), c.Roll(who="ana", sides=20)
    name = at_the_inn(service, once, c.Rewind(how="undo"), again)
    of = Bundle.of(bundle(service, name))
    keyless = of._replace(files=of.files | {"reveal.json": b"{}\n"})
    assert flaws(bundle(service, name)) == []
    at = last_of(of, b"dice-rolled")
    [due] = json.loads(of.entries[at].split(b"\n")[3])["faces"]
    for face in (6, 7, 8, 9, 10, 11, 20):
        told = {"faces": [face], "kept": [face], "total": face}
        wrong = [] if 7 <= face <= 10 else [f"entry {at + 1}"]
        assert flaws(otherwise(keyless, at, told)) == wrong, face
        assert flaws(otherwise(of, at, told)) == ([] if face == due else [f"entry {at + 1}"]), face


def test_a_card_that_is_typed_after_an_undo_is_the_one_that_lay_there(service: Service):
    of = Bundle.of(bundle(service, dealt(service)))
    at = last_of(of, b'"card":"ace of spades"')
    drawn = [re.findall(rb'"card":"([^"]*)"', entry) for entry in of.entries]
    assert [b"king of hearts"] not in drawn
    assert flaws(otherwise(of, at, {"card": "king of hearts"}))[:1] == [f"entry {at + 1}"]


def test_a_dummy_who_comes_in_the_place_of_another_is_found(service: Service):
    """Bo's dice were seen and taken back; a dummy who joins first would leave him other ones."""
    rolled = c.Roll(who="bert", sides=20, faces={"loose": (1,)})
    name = at_the_inn(
        service,
        c.Join(subject="bert"),
        rolled,
        c.Rewind(how="undo"),
        c.Rewind(how="undo"),
        c.Join(subject="bert"),
    )
    of = Bundle.of(bundle(service, name))
    at = last_of(of, b"combat.joined")
    assert flaws(otherwise(of, at, {"subject": "dummy", "name": "dummy"})) == [f"entry {at + 1}"]


def test_a_salt_that_was_committed_to_when_others_were_open_is_found(service: Service):
    """Whoever knows the other salts chooses his, and the dice with it."""
    name, (one, two) = at_the_inn(service), ("a" * 20, "b" * 20)
    for viewer, salt in ((ANNA, one), (BO, two)):
        bond = commitment_of("salt", salt)
        say(service, name, c.Commit(what="salt", commitment=bond), viewer)
    for viewer, salt in ((ANNA, one), (BO, two)):
        say(service, name, c.Reveal(what="salt", value=salt), viewer)
    of = Bundle.of(bundle(service, name))
    assert flaws(bundle(service, name)) == []
    late, early = last_of(of, b"combat.committed/1"), last_of(of, b"combat.committed/1") + 1
    pair = [of.entries[n].split(b"\n") for n in (late, early)]
    for line in (1, 3):
        pair[0][line], pair[1][line] = pair[1][line], pair[0][line]
    new = {n: b"\n".join(lines) for n, lines in zip((late, early), pair, strict=True)}
    data = resealed(of, [new.get(n, entry) for n, entry in enumerate(of.entries)])
    assert flaws(data) == [f"entry {early + 1}"]


def test_a_newcomer_has_the_next_number_and_nobody_chooses_it(service: Service):
    """Each number has dice of its own: whoever could choose it would choose the dice with it."""
    of = Bundle.of(bundle(service, at_the_inn(service, c.Join(subject="bert"))))
    at = last_of(of, b"combat.joined")
    assert json.loads(of.entries[at].split(b"\n")[3])["roller"] == 2
    for roller in (0, 1, 3, 17):
        assert flaws(otherwise(of, at, {"roller": roller})) == [f"entry {at + 1}"]


def test_a_round_has_the_next_number(service: Service):
    """Salts count from a round on: a round that is said to be a late one would leave them out."""
    begins = c.Answer(who="referee", about="round", choice="begin")
    of = Bundle.of(bundle(service, at_the_inn(service, begins)))
    at = last_of(of, b"combat.round-began")
    assert f"entry {at + 1}" in flaws(otherwise(of, at, {"n": 7}))
