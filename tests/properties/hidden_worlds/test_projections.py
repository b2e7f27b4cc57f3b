"""Two combats that differ only in hidden things look the same to whoever must not know."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterator
from contextlib import suppress
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from pydantic import TypeAdapter

from domain import commands as c
from domain import events as e
from domain.legality.options import options
from domain.log.codec import Entry, body_bytes
from domain.ruleset.ruleset import Forbidden
from domain.state.combat import state_hash
from domain.state.viewer import PUBLIC, TABLE, Viewer
from projections.explain import Unclear, explain
from projections.explain.why_not import Asked, why_not
from projections.query import tables
from projections.state.catalogue import Row, row
from projections.state.conditions import conditions
from projections.state.pools import pools
from projections.state.positions import ties
from projections.state.turn_order import turn_order
from projections.visibility.visible_log import SeenEntry
from tests.bookkeeping import postings
from tests.printed_story import timeline, transcript
from tests.projections.looking import look_at
from tests.support.logs.recorded_logs import ANN, BEN, REFEREES, Recorded
from tests.support.logs.recorded_playouts import RULES, opening, played, with_secrets
from tests.support.logs.recorded_playouts import Teller as ScriptTeller
from tests.support.logs.whole_logs import rebuild, seen_entries
from tests.sweeps import examples

LENSES = {"turn order": turn_order, "pools": pools, "conditions": conditions, "ties": ties}
ANYTHING: TypeAdapter[Any] = TypeAdapter(Any)


def received(told: Recorded, viewer: Viewer) -> bytes:
    """Every byte that a viewer gets of a combat, now and at moments of it."""
    log = told.log
    parts: list[Any] = [one.as_json() for one in seen_entries(log, viewer)]
    for at in (told.number() // 2, told.number() - 3, None):
        state = rebuild(log, viewer, at).combat
        parts += [state_hash(state), options(state, RULES, viewer)]
        parts += [look(rebuild(log, viewer, at), RULES) for look in LENSES.values()]
    entries = seen_entries(log, viewer)
    parts += [tables(entries, RULES), postings(entries), *explained(entries)]
    parts += [timeline(log, RULES, viewer, full) for full in (False, True)]
    parts += [transcript(log, RULES, viewer, full) for full in (False, True)]
    parts += [listed(log)] if viewer == PUBLIC else []
    return ANYTHING.dump_json(parts)


def explained(entries: list[SeenEntry]) -> Iterator[Any]:
    """What can be explained of a fight now, of whoever and whatever there is."""
    look = look_at(entries, RULES)
    places = {one.number: one.entry.seq for one in entries}
    for what in (
        "ap of man",
        "ap of cogan",
        "place of man",
        "k1",
        "a1",
        "q1",
        "20",
        "ap of lurker1",
    ):
        try:
            yield explain(look, what, lambda number: places.get(number, 0))
        except Unclear as unclear:
            yield unclear.why, unclear.known
    for viewer in (ANN, BEN):
        for asked in (
            Asked("erik", "strike"),
            Asked("man", "parry"),
            Asked("man", "pass", answer=True),
        ):
            with suppress(Forbidden):
                yield why_not(look, viewer, asked)


def listed(log: list[Entry]) -> Row | None:
    """The catalogue's row, kept step by step as the public sees it."""
    found = None
    for step in range(1, log[-1].step + 1):
        found = row(found, [x for x in log if x.step == step], rebuild(log, PUBLIC).combat)
    return found


# --- told by hand ------------------------------------------------------------------------------


def world(hidden_d20: int, drained: int, *, lurkers: int = 1, rolls: int = 1) -> Recorded:
    """A short fight with a referee who has secrets; their values and number may be chosen."""
    teller = ScriptTeller(*[hidden_d20] * rolls)
    told = teller.told
    for nth in range(lurkers):
        told.say(c.Join(subject=f"lurker{nth}", hidden=True, traits={"might": hidden_d20}))
    for said in opening():
        teller.tell(said)
    for _ in range(rolls):
        told.say(c.Roll(who="referee", purpose="ambush", sides=20, hidden=True))
    told.round()
    told.does("man", "move", beside=["cogan", "erik"])
    told.passes()
    told.secretly(
        drain(told, "man", drained), e.FactSet(of="door", name="trapped", value=hidden_d20)
    )
    told.does("man", "strike", "cogan")
    told.passes()
    told.answers("man", "roll", faces=[15])
    told.secretly(e.FactSet(of="door", name="trapped", was=hidden_d20, value="sprung"), to=())
    told.rewinds(told.parent_end(told.head))
    told.ends("man")
    told.talks(e.Noted(about=told.number(), text=e.TextRef(id="t9", digest="d")), by="p1")
    told.ends("cogan")
    told.ends("erik")
    return told.round()


def drain(told: Recorded, who: str, amount: int) -> e.PoolChanged:
    left = told.left(who, "ap") - amount
    return e.PoolChanged(subject=who, pool="ap", delta=-amount, balance=left, how="lose")


OUTSIDERS = [PUBLIC, ANN, BEN]


@pytest.mark.parametrize("viewer", OUTSIDERS)
def test_other_hidden_values_are_the_same_to_the_byte(viewer):
    assert received(world(3, 0), viewer) == received(world(17, 1), viewer)


@pytest.mark.parametrize("viewer", OUTSIDERS)
def test_whether_there_is_anything_hidden_is_the_same_to_the_byte(viewer):
    few, many = world(3, 0, lurkers=0, rolls=0), world(3, 0, lurkers=2, rolls=3)
    assert received(few, viewer) == received(many, viewer)


def test_the_referee_sees_the_difference():
    worlds = world(3, 0), world(17, 0), world(3, 1), world(3, 0, lurkers=2), world(3, 0, rolls=0)
    assert len({received(told, TABLE) for told in worlds}) == len(worlds)


def test_who_comes_out_of_hiding_came_in_just_now():
    def fight(hides: bool) -> Recorded:
        told = Recorded(RULES).comes("man").comes("erik")
        if hides:
            told.comes("ghost", hidden=True)
        return told.comes("ghost").round()

    assert received(fight(True), PUBLIC) == received(fight(False), PUBLIC)


def test_a_line_for_one_player_is_for_nobody_else():
    def fight(whispers: int) -> Recorded:
        told = Recorded(RULES).comes("man").comes("erik")
        for nth in range(whispers):
            told.talks(e.Revealed(who="referee", what="map", value=str(nth)), audience=("p1",))
        return told.round()

    assert received(fight(0), BEN) == received(fight(2), BEN)
    assert received(fight(0), ANN) != received(fight(2), ANN)


# --- told at random ----------------------------------------------------------------------------


@examples(25)
@given(st.data())
def test_any_fight_with_secrets_looks_like_the_one_without(data):
    script, told = played(data.draw)
    secret = with_secrets(data.draw, script)
    for viewer in OUTSIDERS:
        assert received(told, viewer) == received(secret, viewer)


# --- the guesser -------------------------------------------------------------------------------


def test_hashing_all_candidates_of_a_hidden_d20_finds_nothing():
    told = world(13, 0)
    got = received(told, PUBLIC)
    hidden = [x for x in told.log if isinstance(x.event, e.DiceRolled) and x.meta.audience]
    assert [x.event.model_dump()["faces"] for x in hidden] == [(13,)]
    for face in range(1, 21):
        for guess in guesses(hidden[0], face):
            assert guess not in got


def guesses(entry: Entry, face: int) -> Iterator[bytes]:
    """Hashes, raw and in hex, of everything that the guesser knows but for the face."""
    event = entry.event.model_copy(update={"faces": (face,), "kept": (face,), "total": face})
    plain = event.model_dump(mode="json")
    texts = [
        str(face).encode(),
        f"[{face}]".encode(),
        bytes([face]),
        json.dumps(plain).encode(),
        json.dumps(plain, sort_keys=True).encode(),
        json.dumps(plain, separators=(",", ":")).encode(),
        event.model_dump_json().encode(),
        body_bytes(entry.meta, event),
    ]
    for text in texts:
        for salt in (b"", b"toy", b"referee", b"hidden", b"ambush", bytes(16), bytes(32)):
            for digest in (hashlib.sha256(salt + text), hashlib.sha512(salt + text)):
                yield digest.digest()
                yield digest.hexdigest().encode()


def test_nothing_hidden_is_named_in_what_a_spectator_gets():
    got = received(world(13, 0), PUBLIC)
    for word in (b"lurker", b"ambush", b'"label"', b'trapped","was":13'):
        assert word not in got
    assert b"lurker" in received(world(13, 0), TABLE)
    assert (
        REFEREES[0].encode()
        not in json.dumps([o.as_json() for o in seen_entries([], PUBLIC)]).encode()
    )
