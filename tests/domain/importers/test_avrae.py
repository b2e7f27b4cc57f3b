"""Records and lists of Avrae: who stands where, effects with their ends, dice, and causes."""

from __future__ import annotations

import json
from typing import Any

from domain import events as e
from domain.importers import all_importers
from domain.importers.detect import find_importer
from domain.importers.file import File
from tests.support.timelines.replaying import Replay, replay
from tests.support.timelines.tricks import tricks

LIST = """\
Current initiative: 15 (round 2)
================================
  20: Kara <20/24 HP, 5 temp> (AC 16, Bless [9 rounds])
# 15: Cultists
     - CU1 <Injured>
     - CU2 <Dead> (Prone, behind the altar)
   9: OG1 <30/59 HP> (AC 11, Hexed [until start of Kara's next turn])
"""


def brought(text: str, name: str) -> Replay:
    """Recognise a file as that of an importer, read it, and report its lines without any trick."""
    importer = find_importer(File(text), all_importers())
    assert importer.name == name
    read = importer.read(File(text))
    found = replay(read.lines, importer.source)
    people = {timeline_id(line["who"]) for line in read.lines if line["k"] == "join"}
    left = [str(each) for each in found.findings if each.how == "left out"]
    assert (found.wrong, left, tricks(found.drafts, people)) == ([], [], [])
    return found._replace(findings=[*read.findings])


def timeline_id(who: str) -> str:
    """Return the id that somebody has here."""
    return who.replace(" ", "-")


def test_a_list_says_who_stands_where_and_how_they_are():
    found = brought(LIST, "avrae-list")
    combat = found.combat
    assert combat.clock.orders["order"].line() == ("Kara", "CU1", "CU2", "OG1")
    assert combat.clock.actors == ("CU1", "CU2")
    assert combat.pools.of["Kara"] == {"hp": 20, "hp/temporary": 5}
    traits = {who: member.traits for who, member in combat.roster.members.items()}
    assert traits["CU1"]["health"] == "Injured"
    assert (traits["CU2"]["group"], traits["CU2"]["note"]) == ("Cultists", "behind the altar")
    assert traits["OG1"]["ac"] == 11
    [bless] = combat.conditions.on("Kara")
    assert bless.until == e.Until(span="round", left=9)
    [hexed] = combat.conditions.on("OG1")
    assert hexed.until == e.Until(span="turn", whose="Kara", edge="begin", left=1)
    assert [each.name for each in combat.conditions.on("CU2")] == ["Prone"]


def test_every_line_of_a_list_is_in_the_report():
    found = brought(LIST, "avrae-list")
    assert [each.at for each in found.findings] == [f"line {at}" for at in range(1, 8)]


def test_words_around_a_list_are_left_out():
    found = brought(f"Avrae BOT, today at 5:00 PM\n{LIST}whatever they said\n", "avrae-list")
    assert [each.at for each in found.findings if each.how == "left out"] == [
        "line 1",
        "line 3",
        "line 9",
    ]


def test_hit_points_of_older_lists_have_their_temporary_points_behind():
    text = LIST.replace("<20/24 HP, 5 temp>", "<20/24 HP> (+4 temp)")
    assert brought(text, "avrae-list").combat.pools.of["Kara"] == {"hp": 20, "hp/temporary": 4}


# --- records ---------------------------------------------------------------------------------


def effect(**said: Any) -> dict[str, Any]:
    """An effect as the recorder writes it."""
    return {"id": "ef1", "name": "Frightened", "duration": 3, "concentration": False, **said}


def state(round_: int, current: int, hp: int, *effects: dict[str, Any]) -> dict[str, Any]:
    """A state of two combatants: a player, whose numbers stand in the list, and a monster."""
    kara = {"id": "id-kara", "name": "Kara", "type": "player", "init": 20, "effects": []}
    ogre = {"id": "id-og1", "name": "OG1", "type": "monster", "init": 9, "hp": hp, "max_hp": 59}
    ogre |= {"temp_hp": 0, "ac": 11, "effects": list(effects)}
    data = {"combatants": [kara, ogre], "turn": 20, "round": round_, "current": current}
    listed = f"Current initiative: 20 (round {round_})\n===\n# 20: Kara <24/24 HP> (AC 16)\n"
    return {"event_type": "combat_state_update", "data": data, "human_readable": listed}


ROLL = {"total": 22, "result": "2d20kh1 (~~4~~, 17) + 5 = `22`"}
DAMAGE = {"total": 9, "result": "1d8 (6) + 3 = `9`"}
RESULT = {
    "type": "root",
    "children": [
        {
            "type": "target",
            "results": [
                {
                    "type": "target_iteration",
                    "target_id": "id-og1",
                    "results": [
                        {"type": "attack", "ac": 11, "to_hit_roll": ROLL, "did_hit": True},
                        {"type": "damage", "damage": 9, "damage_roll": DAMAGE},
                    ],
                }
            ],
        }
    ],
}
EVENTS: tuple[dict[str, Any], ...] = (
    {"event_type": "combat_start"},
    state(1, 0, 59),
    {
        "event_type": "command",
        "message_id": 7,
        "content": "!i a club -t og",
        "command_name": "init attack",
        "author_name": "u17",
        "caster": {"name": "Kara"},
        "targets": [{"name": "OG1"}],
    },
    {
        "event_type": "automation_run",
        "interaction_id": 7,
        "caster": {"name": "Kara"},
        "targets": [{"name": "OG1"}],
        "automation_result": RESULT,
    },
    {
        **state(1, 0, 50, effect(tick_on_combatant_id="id-kara", end_on_turn_end=True)),
        "probable_interaction_id": 7,
    },
    {
        "event_type": "message",
        "message_id": 8,
        "author_name": "bot",
        "content": "",
        "embeds": [{"title": "Kara attacks!"}],
    },
    {"event_type": "alias_resolution", "alias_name": "x"},
    state(1, 1, 50, effect(tick_on_combatant_id="id-kara", end_on_turn_end=True, duration=2)),
    state(1, 0, 40, effect(tick_on_combatant_id="id-kara", end_on_turn_end=True, duration=3)),
)
RECORD = "\n".join(
    json.dumps({"combat_id": "1-a", "timestamp": 1_700_000_000.5 + nth, **event})
    for nth, event in enumerate(EVENTS)
)


def test_a_record_says_causes_dice_and_effects():
    found = brought(RECORD, "avrae")
    [act] = [each for each in found.events(e.Said) if each.manoeuvre == "init attack"]
    assert (act.who, act.targets, act.params) == ("id-kara", ("id-og1",), {"player": "u17"})
    attack, damage = found.events(e.DiceRolled)
    assert (attack.total, attack.target, attack.outcome) == (22, 11, "hit")
    assert (attack.faces, attack.dropped) == ((4, 17), (4,))
    assert (damage.faces, damage.total) == ((6,), 9)
    [began] = found.events(e.ConditionBegan)
    assert began.until == e.Until(span="turn", whose="id-kara", edge="end", left=3)
    assert began.act == act.act
    posted = [
        (d.event.balance, d.cause)
        for d in found.drafts
        if isinstance(d.event, e.PoolChanged) and d.event.subject == "id-og1"
    ]
    assert posted == [(59, ""), (50, act.act), (40, "")]


def test_players_have_the_numbers_of_the_list():
    assert brought(RECORD, "avrae").combat.pools.of["id-kara"] == {"hp": 24}


def test_a_turn_back_is_taken_back_and_a_number_typed_in_has_no_act():
    found = brought(RECORD, "avrae")
    assert [each.taken_back for each in found.events(e.TurnEnded)] == [False, True]
    assert [each.effect for each in found.events(e.Reported) if each.effect] == ["by hand"]


def test_every_event_is_in_the_report():
    found = brought(RECORD, "avrae").findings
    assert [each.at for each in found] == [f"line {at}" for at in range(1, len(EVENTS) + 1)]
    assert [each.at for each in found if each.how == "left out"] == ["line 7"]


def test_events_of_another_combat_are_left_out():
    text = f"{RECORD}\n" + json.dumps({"combat_id": "2-b", "event_type": "message", "timestamp": 1})
    read = find_importer(File(text), all_importers()).read(File(text))
    assert read.fight == "1-a"
    assert read.findings[-1].how == "left out" and "another combat" in read.findings[-1].said
