"""What outlasts a fight: changed pools and lasting conditions, and nothing that was hidden."""

from __future__ import annotations

from typing import Any

from api.campaigns.next_fight import Cast, characters, chosen
from api.combats.viewers.sights import Sights
from api.service.service import Service
from domain.rulesets import all_rulesets
from domain.state.viewer import PUBLIC
from projections.campaigns.outlasting import outlasting
from tests.support.combats.campaigns import CROWN, SEATS, Evening, campaign_of, evening
from tests.support.fights.kaiser import XAN


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
    ann = characters(service, CROWN, "open").found["Ann"]
    assert [each["name"] for each in ann.changes] == ["cursed"]


def test_temporary_points_stay_behind(service: Service):
    fight = laid(service)
    change = {"what": "pool", "subject": "ann", "pool": "health", "key": "temporary", "delta": 4}
    fight.says("adjust", change=change, note="a blessing")
    assert characters(service, CROWN, "open").found["Ann"].changes == ()


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
    ann = characters(service, CROWN, "open").found["Ann"]._replace(in_doubt=("health",))
    said = "Ann: health is as on the sheet, since something hidden has touched it."
    assert chosen(Cast({"Ann": ann}), ()).left_out == (said,)


def test_those_who_play_without_seats_are_all_carried(service: Service):
    service.rulesets = all_rulesets
    fight = evening(service, "The bridge", seats=[])
    fight.hits("troll", "ann", 5)
    assert list(characters(service, CROWN, "open").found) == ["Ann", "Bo", "Troll"]
    assert characters(service, CROWN, "open", but=fight.combat).found == {}


def test_action_points_that_the_game_fills_again_stay_behind(service: Service):
    service.rulesets = all_rulesets
    opened = Evening.tries(service, ruleset="age-of-magic", settings={}, title="The hall").json
    fight = Evening(service, opened)
    fight.says("join", subject="ann", name="Ann")
    fight.says("join", subject="bo", name="Bo", side="b")
    fight.begins()
    assert characters(service, CROWN, "age-of-magic").found["Ann"].changes == ()
    assert characters(service, CROWN, "open") == Cast({})


def test_whose_sheet_was_edited_comes_with_what_they_had_left(service: Service):
    fight = laid(service)
    fight.says("edit", who="ann", traits={"pools": {"health": 20, "slots": 3}})
    fight.hits("troll", "ann", 8)
    assert fight.pools("ann")["health"] == "12"
    assert evening(service, "The mill", carry=True).pools("ann")["health"] == "12"


def test_a_sheet_that_was_undone_is_not_carried(service: Service):
    service.rulesets = all_rulesets
    fight = evening(service, "The bridge", seats=[])
    fight.says("join", subject="zed", name="Zed", traits={"pools": {"health": 99, "luck": 3}})
    fight.moves("rewind", how="undo")
    fight.says("join", subject="zed", name="Zed")
    assert evening(service, "The mill", seats=[], carry=True).pools("zed") == {}


def test_a_branch_that_was_left_gives_no_sheet(service: Service):
    service.rulesets = all_rulesets
    fight = evening(service, "The bridge", seats=[])
    before = fight.last()
    fight.says("join", subject="cy", name="Cy", traits={"pools": {"health": 4}})
    first = fight.last()
    fight.moves("rewind", how="jump", to=before)
    fight.says("join", subject="cy", name="Cy", traits={"pools": {"health": 40}})
    fight.moves("rewind", how="jump", to=first)
    assert fight.pools("cy") == {"health": "4"}
    assert evening(service, "The mill", seats=[], carry=True).pools("cy") == {"health": "4"}


def test_who_missed_an_evening_still_plays_their_character(service: Service):
    laid(service)
    evening(service, "The mill", carry=True, seats=SEATS[1:])
    fight = evening(service, "The tower", carry=["Ann"])
    assert [member["name"] for member in fight.members()] == ["Ann"]


def test_one_of_two_with_the_same_id_is_left_out_and_that_is_said(service: Service):
    service.rulesets = all_rulesets
    for title, name in (("The bridge", "Ann"), ("The mill", "Alia")):
        fight = Evening(service, Evening.tries(service, title=title).json)
        fight.says("join", subject="ann", name=name, traits={"pools": {"health": 10}})
        fight.begins()
    cast = characters(service, CROWN, "open")
    assert list(cast.found) == ["Alia"]
    assert cast.left_out == ("Ann has the id of Alia: let Ann join by hand.",)
    answer = Evening.tries(service, title="The tower", carry=True)
    assert (answer.json or {})["left_out"] == list(cast.left_out)


def test_who_was_renamed_is_one_character(service: Service):
    laid(service)
    fight = evening(service, "The mill", carry=True)
    fight.says("edit", who="ann", name="Ann the Bold")
    cast = characters(service, CROWN, "open")
    assert (list(cast.found), cast.left_out) == (["Ann the Bold", "Bo"], ())


def test_a_damaged_fight_holds_up_no_other_and_can_be_taken_out(service: Service):
    whole, fight = laid(service), evening(service, "The mill")
    campaign_of(service)
    service.log.broken("texts", fight.combat, "its words")
    answer = Evening.tries(service, title="The tower", carry=True)
    assert (answer.status_code, (answer.json or {})["left_out"]) == (
        201,
        ["The mill cannot be read: set its fighters by hand."],
    )
    assert fight.operator.post("door", {"campaign": ""}).status_code == 200
    titles = [each["title"] for each in campaign_of(service)["fights"]]
    assert titles == ["The bridge", "The tower"]
    assert whole.combat != fight.combat


def test_a_damaged_row_of_the_catalogue_holds_up_no_other_fight(service: Service):
    laid(service)
    fight = evening(service, "The mill")
    service.log.tables.execute("UPDATE catalogue SET title = 'Mill' WHERE combat = ?", fight.combat)
    titles = [each["title"] for each in campaign_of(service)["fights"]]
    assert titles == ["The bridge"]
    listed = fight.operator.read("/v1/combats?limit=1")
    assert [row["title"] for row in listed["items"]] == ["The bridge"]
    assert Evening.tries(service, title="The tower", carry=True).status_code == 201
    assert fight.operator.post("door", {"campaign": ""}).status_code == 200
    assert service.log.campaign_of(fight.combat) == ""
    assert fight.operator.get("state").status_code == 500


def test_samples_and_what_ifs_are_put_into_no_campaign(service: Service):
    fight = laid(service)
    copy = fight.operator.post("what-ifs", {"at": fight.last()})
    assert copy.status_code == 201, copy.text
    name = (copy.json or {})["combat"]
    answer = fight.operator.post(f"/v1/combats/{name}/door", {"campaign": CROWN})
    assert (answer.status_code, (answer.json or {})["detail"]) == (
        403,
        "Samples and what-ifs count in no campaign. Put in the fight itself.",
    )
    assert fight.operator.post("/v1/combats/c-none/door", {"campaign": CROWN}).status_code == 404


def test_a_condition_comes_in_as_what_it_was_but_for_whom_and_what_was_in_that_fight(
    service: Service,
):
    """A lasting injury must not heal like pain that fades; and Bo may not be there next time."""
    service.rulesets = all_rulesets
    hall: dict[str, Any] = {"ruleset": "kaiser", "settings": {}}
    fight = Evening(service, Evening.tries(service, title="The hall", **hall).json)
    for who, side in (("ann", "a"), ("bo", "b")):
        fight.says("join", subject=who, name=who.title(), side=side, traits=XAN)
    detail = {"type": "cutting", "by": "bo", "of": "k1", "deep": True}
    pain = {"what": "condition", "subject": "ann", "name": "pain", "key": "lasting", "level": 8}
    fight.says("report", source="table", changes=[{**pain, "detail": detail}])
    carried = Evening(service, Evening.tries(service, title="The mill", carry=True, **hall).json)
    [found] = service.combat(carried.combat).head.conditions.on("ann")
    assert (found.name, found.key, found.level) == ("pain", "lasting", 8)
    assert found.detail == {"type": "cutting", "deep": True}
