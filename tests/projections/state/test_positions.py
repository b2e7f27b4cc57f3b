"""The ground: who stands where, and how each two stand to each other, of whatever game."""

from __future__ import annotations

from dataclasses import replace

from api.pages.map.map import drawing
from domain import events as e
from domain.ruleset.ruleset import FactKind
from domain.ruleset.scene import Scene
from domain.state.facts import Value
from projections.state.positions import Bond, ground, places, ties
from projections.visibility.snapshot import Moment
from tests.projections.state.test_read_models import GAME, after, joined

FIELD = replace(
    GAME,
    facts=(
        FactKind("adjacent", "side by side", "F1", ("yes", "no"), "no", symmetric=True),
        FactKind("reach", "reach", "F2", ("far", "near", "held"), symmetric=True),
        FactKind("aim", "aims at", "F3", ("head", "leg")),
        FactKind("rides", "rides", "F4"),
        FactKind("bears", "bears a weapon", "F5", ("yes", "no"), "no"),
    ),
    words={"rides whom": "{of} rides {whom}"},
)


def short(bond: Bond) -> tuple[str, str, str, Value, bool, int | None]:
    return bond.one, bond.other, bond.fact, bond.value, bond.mutual, bond.degree


def fact(name: str, of: str, toward: str = "", value: Value = "yes") -> e.Event:
    return e.FactSet(of=of, name=name, toward=toward, value=value)


def three_of_them() -> Moment:
    """Ann beside Ben, who rides on Cob; one tie is to nobody who is here."""
    return after(
        *joined("ann", "ben", "cob"),
        fact("adjacent", "ann", "ben"),
        fact("adjacent", "ann", "cob", "no"),
        fact("bears", "ann", "axe"),
        fact("aim", "cob", "ann", "leg"),
        fact("rides", "ben", value="cob"),
        fact("reach", "ann", "cob", "near"),
        fact("adjacent", "ben", "gone"),
    )


def test_bonds_are_the_ties_between_two_who_are_here():
    shown = ground(three_of_them(), FIELD)
    assert [figure.who for figure in shown.figures] == ["ann", "ben", "cob"]
    assert [short(bond) for bond in shown.bonds] == [
        ("ann", "ben", "adjacent", "yes", True, None),
        ("ann", "cob", "reach", "near", True, 1),
        ("cob", "ann", "aim", "leg", False, None),
        ("ben", "cob", "rides", "yes", False, None),
    ]
    assert [bond.words for bond in shown.bonds] == [
        "Ann and Ben: side by side",
        "Ann and Cob: near (reach)",
        "Cob toward Ann: leg (aims at)",
        "Ben rides Cob",
    ]


def test_a_drawing_has_every_tie_but_those_to_nobody_who_is_here():
    moment = three_of_them()
    drawn = drawing(ground(moment, FIELD))
    assert drawn is not None and drawn.ties == {
        ("ann", "adjacent", "ben"),
        ("ben", "adjacent", "ann"),
        ("ann", "reach", "cob"),
        ("cob", "reach", "ann"),
        ("cob", "aim", "ann"),
        ("ben", "rides", ""),
    }
    listed = {(tie.of, tie.fact, tie.toward) for tie in ties(moment, FIELD)}
    assert listed - drawn.ties == {("ann", "bears", "axe"), ("ben", "adjacent", "gone")}


def test_who_has_left_or_hides_is_in_no_drawing():
    hidden = e.Joined(subject="dan", name="Dan", traits={}, hidden=True)
    left = e.Left(subject="ben", why="left")
    moment = after(
        *joined("ann", "ben"),
        hidden,
        fact("adjacent", "ann", "ben"),
        fact("adjacent", "ann", "dan"),
        left,
    )
    shown = ground(moment, FIELD)
    assert [figure.who for figure in shown.figures] == ["ann"] and shown.bonds == ()


def test_a_game_may_say_how_a_fact_follows_and_where_somebody_is():
    def reach(scene: Scene, one: str, other: str) -> Value:
        return "held" if {one, other} == {"ann", "ben"} else "far"

    rules = replace(FIELD, between={"reach": reach}, where=lambda scene, who: f"{len(who)},0")
    shown = ground(after(*joined("ann", "ben", "doris")), rules)
    assert [figure.place for figure in shown.figures] == ["3,0", "3,0", "5,0"]
    assert [(bond.one, bond.other, bond.value, bond.degree) for bond in shown.bonds] == [
        ("ann", "ben", "held", 2),
        ("ann", "doris", "far", 0),
        ("ben", "doris", "far", 0),
    ]


def test_without_a_word_of_the_game_places_are_those_of_the_log():
    moment = after(*joined("ann", "ben"), e.Moved(subject="ann", place="the bridge"))
    assert [figure.place for figure in ground(moment, FIELD).figures] == ["the bridge", ""]


def test_what_lies_in_a_pile_has_its_place_but_cards_that_were_drawn():
    drawn = e.Moved(subject="drawn deck: K#1", place="drawn deck")
    bolt = e.Moved(subject="ann's bolt", place="memory")
    moment = after(*joined("ann", "ben"), e.Moved(subject="ben", place="the bridge"), drawn, bolt)
    assert [(each.name, each.place) for each in places(moment, FIELD)] == [
        ("Ben", "the bridge"),
        ("Ann's bolt", "memory"),
    ]
