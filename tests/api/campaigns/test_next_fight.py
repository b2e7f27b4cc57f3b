"""What outlasts a fight: changed pools and lasting conditions, and nothing that was hidden."""

from __future__ import annotations

from api.campaigns.next_fight import characters, left_out
from api.combats.viewers.sights import Sights
from api.service.service import Service
from domain.rulesets import all_rulesets
from domain.state.viewer import PUBLIC
from projections.campaigns.outlasting import outlasting
from tests.support.combats.campaigns import CROWN, Evening, evening


def laid(service: Service) -> Evening:
    service.rulesets = all_rulesets
    return evening(service, "The bridge")


def test_a_condition_that_ends_by_itself_stays_behind(service: Service):
    fight = laid(service)
    change = {"what": "condition", "subject": "ann", "name": "dazed"}
    until = {"span": "round", "left": 2}
    fight.says("adjust", change={**change, "until": until}, note="a blow")
    fight.suffers("ann", "cursed")
    fight.suffers("ann", "lame")
    fight.says("adjust", change={**change, "name": "lame", "begin": False}, note="healed")
    ann = characters(service, CROWN, "open")["Ann"]
    assert [each["name"] for each in ann.changes] == ["cursed"]


def test_temporary_points_stay_behind(service: Service):
    fight = laid(service)
    change = {"what": "pool", "subject": "ann", "pool": "health", "key": "temporary", "delta": 4}
    fight.says("adjust", change=change, note="a blessing")
    assert characters(service, CROWN, "open")["Ann"].changes == ()


def test_a_pool_that_something_hidden_touched_is_left_to_the_referee(service: Service):
    fight = laid(service)
    fight.hits("troll", "ann", 5)
    with service.lock_combat(fight.combat) as combat:
        sight = Sights().of(combat, PUBLIC)
        played, moment = list(sight.path(0, sight.node)), sight.moment(sight.node)
        doubted = moment._replace(doubted=frozenset({("ann", "health")}))
        known = outlasting(moment, played, combat.rules, "ann")
        unknown = outlasting(doubted, played, combat.rules, "ann")
    assert [(each["pool"], each["to"]) for each in known.changes] == [("health", 7)]
    assert (unknown.changes, unknown.in_doubt) == ((), ("health",))
    ann = characters(service, CROWN, "open")["Ann"]._replace(in_doubt=("health",))
    assert left_out([ann]) == [
        "Ann: health is as on the sheet, since something hidden has touched it."
    ]


def test_those_who_play_without_seats_are_all_carried(service: Service):
    service.rulesets = all_rulesets
    fight = evening(service, "The bridge", seats=[])
    fight.hits("troll", "ann", 5)
    assert list(characters(service, CROWN, "open")) == ["Ann", "Bo", "Troll"]
    assert characters(service, CROWN, "open", but=fight.combat) == {}


def test_action_points_that_the_game_fills_again_stay_behind(service: Service):
    service.rulesets = all_rulesets
    opened = Evening.tries(service, ruleset="age-of-magic", settings={}, title="The hall").json
    fight = Evening(service, opened)
    fight.says("join", subject="ann", name="Ann")
    fight.says("join", subject="bo", name="Bo", side="b")
    fight.begins()
    assert characters(service, CROWN, "age-of-magic")["Ann"].changes == ()
    assert characters(service, CROWN, "open") == {}
