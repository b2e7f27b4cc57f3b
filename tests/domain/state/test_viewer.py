"""Who may speak for whom, and see what."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from domain import events as e
from domain.state.combat import EMPTY, evolve
from domain.state.roster import Roster
from domain.state.viewer import PUBLIC, REFEREE, TABLE, Viewer


def roster(*members: e.Joined) -> Roster:
    combat = EMPTY
    for member in members:
        combat = evolve(combat, member)
    return combat.roster


ROSTER = roster(
    e.Joined(subject="reds", kind="side", name="The Reds", controller="p1"),
    e.Joined(subject="ana", name="Ana", side="reds"),
    e.Joined(subject="bert", name="Bert", side="blues", controller="p2"),
    e.Joined(subject="cleo", name="Cleo", side="blues"),
)
ANNA = Viewer("p1", "player", ("ana",))
BERTA = Viewer("p2", "player")
EVERYBODY = ("reds", "ana", "bert", "cleo", "stranger", REFEREE, "")
persons = st.sampled_from(["", "p1", "p2"])
words = st.sampled_from(["p1", "p2", "ana", "bert", REFEREE])
roles = st.sampled_from(["player", "spectator"])


def spoken_for(viewer: Viewer) -> list[str]:
    return [who for who in EVERYBODY if viewer.speaks_for(who, ROSTER)]


def test_the_referee_speaks_for_everybody():
    assert spoken_for(TABLE) == list(EVERYBODY)
    assert spoken_for(Viewer("p9", "referee")) == list(EVERYBODY)


def test_a_player_speaks_for_the_combatants_of_his_seat_and_for_those_he_controls():
    assert spoken_for(ANNA) == ["reds", "ana"]
    assert spoken_for(BERTA) == ["bert"]


def test_a_player_speaks_for_a_combatant_of_his_seat_that_has_not_joined_yet():
    assert Viewer("p1", "player", ("stranger",)).speaks_for("stranger", ROSTER)


def test_who_holds_a_side_speaks_for_everybody_on_it():
    holder, other = Viewer("p1", "player"), Viewer("p3", "player", ("reds",))
    assert spoken_for(holder) == spoken_for(other) == ["reds", "ana"]
    assert not Viewer("p3", "player", ("blues",)).speaks_for("bert", ROSTER)  # no such subject


def test_a_spectator_speaks_for_nobody_whatever_his_seat_says():
    assert spoken_for(PUBLIC) == []
    assert spoken_for(Viewer("p2", "spectator", ("ana", REFEREE))) == []


def test_no_player_speaks_for_the_referee_even_where_his_seat_says_so():
    assert not Viewer("p1", "player", (REFEREE,)).speaks_for(REFEREE, ROSTER)
    named = roster(e.Joined(subject=REFEREE, name="R", controller="p1"))
    assert not ANNA.speaks_for(REFEREE, named)


def test_nobody_in_particular_does_not_control_what_nobody_controls():
    assert spoken_for(Viewer("", "player")) == []


def test_what_has_no_audience_is_seen_by_everybody():
    assert all(viewer.sees(()) for viewer in (TABLE, PUBLIC, ANNA))


def test_what_has_an_audience_is_seen_by_it_and_by_the_referee():
    audience = ("p1",)
    assert ANNA.sees(audience) and TABLE.sees(audience)
    assert not BERTA.sees(audience) and not PUBLIC.sees(audience)


def test_what_is_for_the_referee_is_seen_by_him_alone():
    assert TABLE.sees((REFEREE,))
    assert not ANNA.sees((REFEREE,)) and not PUBLIC.sees((REFEREE,))


def test_a_secret_is_seen_by_the_person_and_not_by_the_combatant_he_plays():
    assert not ANNA.sees(("ana",))


@given(persons, roles, st.lists(words, min_size=1, max_size=3).map(tuple))
def test_nobody_sees_a_secret_of_others_by_playing_somebody(person, role, audience):
    with_seat = Viewer(person, role, ("ana", "bert", REFEREE))
    assert with_seat.sees(audience) == Viewer(person, role).sees(audience) == (person in audience)


def test_only_the_role_makes_a_referee():
    assert TABLE.is_referee
    assert not any(viewer.is_referee for viewer in (PUBLIC, ANNA, Viewer(REFEREE, "player")))
