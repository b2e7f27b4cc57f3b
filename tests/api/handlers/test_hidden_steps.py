"""What was done in secret is carried over a move of the head, if it still may be."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from api.combats.open_combat import OpenCombat
from api.combats.viewers.sights import Sights
from api.service.dry_run import dry_run, of_command
from api.service.service import Request, Service
from domain import commands as c
from domain import events as e
from domain.log.codec import Entry
from domain.state.viewer import PUBLIC, Viewer
from projections.changes.preview import Preview
from tests.api.handlers.test_undo_requests import BEGIN, REFEREE, Going
from tests.printed_story import transcript
from tests.support.clients.http_client import Table, steps_of
from tests.support.fights.kaiser import RULES, XAN, YRSA

LUCK: dict[str, Any] = {"type": "roll", "who": "ana", "sides": 20}
AMBUSH: dict[str, Any] = {"type": "roll", "who": "referee", "sides": 20, "hidden": True}


def line(combat: OpenCombat) -> Iterator[Entry]:
    return combat.path(0, combat.node)


def hidden(table: Table) -> list[tuple[int, ...]]:
    """The faces of hidden dice on the line of play."""
    rolls = (x.event for x in line(table.service.combat(table.combat)) if x.meta.audience)
    return [roll.faces for roll in rolls if isinstance(roll, e.DiceRolled)]


def goes(table: Table, who: Any, how: str, **where: Any) -> None:
    who.says("rewind", how=how, **where)


def test_hidden_dice_and_lurkers_outlast_an_undo_with_their_faces(table: Table):
    table.ana.says(**LUCK)
    start = table.ana.read("state")
    table.rita.says(**AMBUSH)
    table.rita.says("join", subject="lurker", side="b", hidden=True)
    table.ana.says(**LUCK)
    table.rita.says(**AMBUSH)
    table.ana.says(**LUCK)
    before = hidden(table)
    for _ in range(3):
        goes(table, table.ana, "undo")
        assert hidden(table) == before
    assert table.ana.read("state")["members"] == start["members"]
    assert "lurker" in [m["subject"] for m in table.rita.read("state")["members"]]
    for _ in range(3):
        goes(table, table.ana, "redo")
        assert hidden(table) == before
    rolled = [
        x
        for x in line(table.service.combat(table.combat))
        if isinstance(x.event, e.DiceRolled) and not x.meta.audience
    ]
    assert len(rolled) == 3


def test_the_referee_finds_what_was_undone_behind_what_was_carried(table: Table):
    table.ana.says(**LUCK)
    table.rita.says(**AMBUSH)
    table.ana.says(**LUCK)
    goes(table, table.ana, "undo")
    table.ana.says("note", note="hm")
    assert steps_of(table.rita.would("rewind", how="redo"), "returns")
    goes(table, table.rita, "redo")
    assert len(hidden(table)) == 1
    falls = steps_of(table.rita.would("rewind"), "falls")
    assert falls[-1]["was"][0].startswith("Ana rolls")


def test_what_the_referee_did_himself_falls_when_he_goes_back(table: Table):
    table.ana.says(**LUCK)
    table.rita.says(**AMBUSH)
    table.ana.says(**LUCK)
    goes(table, table.rita, "undo", span="turn")
    assert hidden(table) == []


def test_hidden_dice_outlast_a_ruling_that_goes_back(table: Table):
    at = table.ana.says(**LUCK)["entries"][0]["number"]
    table.rita.says(**AMBUSH)
    before = hidden(table)
    table.bert.says("contest", entry=int(at), note="So it was not.", clause="T3")
    [case] = table.sue.read("disputes")["items"]
    back: dict[str, Any] = {"remedy": "go-back", "to": int(at) - 1}
    number = case["number"]
    shown = table.operator.would("rule-dispute", dispute=number, remedy=back)
    assert [len(steps_of(shown, verdict)) for verdict in ("falls", "kept")] == [1, 1]
    table.operator.says("rule-dispute", dispute=number, remedy=back, note="It was not.")
    assert hidden(table) == before
    rolls = [
        x for x in line(table.service.combat(table.combat)) if isinstance(x.event, e.DiceRolled)
    ]
    assert len(rolls) == 1


def test_while_somebody_asks_to_go_back_it_is_previewed_as_his_move(service: Service):
    table = Going.back(service)
    at = table.ana.says(**LUCK)["entries"][0]["number"]
    table.rita.says(**AMBUSH)
    where: dict[str, Any] = {"how": "jump", "to": int(at) - 1}
    own = table.rita.would("rewind", **where)
    assert len(own["steps"]) == len(steps_of(own, "falls")) == 2
    assert table.asks(table.ana).status_code == 200
    his = table.rita.would("rewind", **where)
    assert [len(steps_of(his, verdict)) for verdict in ("falls", "kept")] == [1, 1]
    assert steps_of(table.bert.would("rewind", **where), "kept") == []


def test_whose_secret_step_a_correction_leaves_out_is_told_so(service: Service):
    combat, _, ben = sealed(service)
    joined = [x for x in line(combat) if isinstance(x.event, e.Joined)][-1]
    annul = c.Correct(how="annul", step=joined.step, upto=combat.line.head, note="not here")
    service.say(combat.name, Request(annul, REFEREE))
    told = transcript(combat.entries(1, combat.line.entries), RULES, ben)
    assert told.endswith("Yrsa's secret attack intention no longer counts: ask the referee\n")


def test_whose_secret_step_comes_after_the_last_that_is_adopted_is_told_so(service: Service):
    combat, _, ben = sealed(service)
    rolled = next(x for x in line(combat) if isinstance(x.event, e.DiceRolled)).step
    instead = c.Roll(who="xan", sides=6, faces={"loose": (4,)})
    amend = c.Correct(how="amend", step=rolled, command=instead, upto=rolled, note="a d6")
    service.say(combat.name, Request(amend, REFEREE))
    told = transcript(combat.entries(1, combat.line.entries), RULES, ben)
    assert told.endswith("Yrsa's secret attack intention no longer counts: ask the referee\n")


def test_whose_secret_step_falls_by_a_vote_is_told_so_also_where_they_voted_last(service: Service):
    """Ben upholds that it had ended before Ann rolled: what he sealed after that falls."""
    combat, ann, ben = sealed(service)
    rolled = next(x for x in line(combat) if isinstance(x.event, e.DiceRolled)).meta.number
    ended = c.Amend(how="insert", entry=rolled, command=c.End())
    contest = c.Contest(entry=rolled, by="vote", claim=ended, note="It was over.")
    service.say(combat.name, Request(contest, ann))
    [dispute] = combat.table.disputes
    assert dispute.deciders == ("p2",)
    upheld = c.AnswerDispute(dispute=dispute.number, choice="uphold")
    service.say(combat.name, Request(upheld, ben))
    told = {
        who: transcript(combat.entries(1, combat.line.entries), RULES, who) for who in (ann, ben)
    }
    assert intended(combat, ben) == [] and "no longer counts" not in told[ann]
    assert told[ben].endswith("Yrsa's secret attack intention no longer counts: ask the referee\n")


def sealed(service: Service, by: Viewer | None = None) -> tuple[OpenCombat, Viewer, Viewer]:
    """Ann has rolled, then Ben has sealed what he intends, or somebody for him."""
    service.rulesets = lambda: {"kaiser": RULES}
    ann, ben = Viewer("p1", "player", ("xan",)), Viewer("p2", "player", ("yrsa",))
    seats = tuple(
        c.SeatOpen(person=p, role="player", combatants=(who,))
        for p, who in (("Ann", "xan"), ("Ben", "yrsa"))
    )
    combat = service.open(c.Open(ruleset="kaiser", policy="free"), seats).combat
    said: list[tuple[c.Command, Viewer]] = [
        *(
            (c.Join(subject=who, side=who, traits=t), REFEREE)
            for who, t in (("xan", XAN), ("yrsa", YRSA))
        ),
        (BEGIN, REFEREE),
        (c.Roll(who="xan"), ann),
        (c.Declare(who="yrsa", manoeuvre="attack intention", using="long sword"), by or ben),
    ]
    for command, viewer in said:
        service.say(combat.name, Request(command, viewer))
    return combat, ann, ben


def intended(combat: OpenCombat, viewer: Viewer) -> list[str]:
    return [act.who for act in combat.view(viewer).exchange.acts.values()]


def test_a_sealed_declaration_is_carried_over_while_it_is_legal(service: Service):
    combat, ann, ben = sealed(service)
    public = len(combat.numbers.hidden)
    assert intended(combat, ben) == ["yrsa"] and intended(combat, ann) == []
    service.say(combat.name, Request(c.Rewind(), ann))
    assert intended(combat, ben) == ["yrsa"] and intended(combat, ann) == []
    assert not any(isinstance(x.event, e.DiceRolled) for x in line(combat))
    again = [x for x in combat.entries(1, combat.line.entries, kept=True) if x.meta.origin]
    assert again and all(x.meta.by == "p2" and x.meta.audience for x in again)
    assert len(combat.numbers.hidden) == public + len(again)
    service.say(combat.name, Request(c.Withdraw(who="yrsa"), ben))
    assert intended(combat, ben) == []


def tried(service: Service, name: str, viewer: Viewer, move: c.Rewind) -> Preview:
    """What a move would do, by a dry run."""
    with service.lock_combat(name) as combat:
        return dry_run(service, combat, Sights().of(combat, viewer), viewer, of_command(move))


def lines(found: Preview, *verdicts: str) -> list[str]:
    return [text for step in found.of(*verdicts) for text in step.was]


def test_what_is_carried_over_does_not_fall_in_a_preview(service: Service):
    combat, ann, ben = sealed(service)
    back = c.Rewind(how="jump", to=combat.numbers.number(combat.line.entries) - 1)
    said = "yrsa declares attack intention with long sword"
    own = tried(service, combat.name, ben, back)
    assert own.of("kept") == () and lines(own, "falls")[-1] == said
    other = tried(service, combat.name, ann, back)
    assert other.steps == other.of("falls")
    assert [text.split()[1] for text in lines(other, "falls")] == ["rolls"]
    service.say(combat.name, Request(c.UndoPolicy(policy="consent"), REFEREE))
    service.say(combat.name, Request(c.AskUndo(how="jump", to=back.to), ann))
    found = tried(service, combat.name, REFEREE, back)
    assert lines(found, "kept") == [said] and lines(found, "falls") == lines(other, "falls")


def test_whose_secret_step_fell_is_told_so_and_nobody_else_is(service: Service):
    combat, ann, ben = sealed(service)
    began = next(x for x in line(combat) if isinstance(x.event, e.RoundBegan))
    before = c.Rewind(how="jump", to=began.meta.number - 1)
    found = tried(service, combat.name, REFEREE, before)
    assert found.of("kept") == () and lines(found, "falls")[-1].startswith("yrsa declares")
    service.say(combat.name, Request(before, REFEREE))
    [told] = combat.entries(combat.line.entries, combat.line.entries)
    assert told.meta.audience == ("p2", "plays yrsa") and not told.is_play
    stories = {
        who: transcript(combat.entries(1, combat.line.entries), RULES, who)
        for who in (ann, ben, PUBLIC)
    }
    assert "no longer counts" not in stories[ann] + stories[PUBLIC]
    assert stories[ben].endswith(
        "Yrsa's secret attack intention no longer counts: no round has begun\n"
    )


def test_why_it_fell_is_not_told_with_the_eyes_of_the_referee_who_did_it_for_somebody(
    service: Service,
):
    combat, _, ben = sealed(service, REFEREE)
    began = next(x for x in line(combat) if isinstance(x.event, e.RoundBegan))
    before = c.Rewind(how="jump", to=began.meta.number - 1)
    service.say(combat.name, Request(before, Viewer("p1", "player", ("xan",))))
    story = transcript(combat.entries(1, combat.line.entries), RULES, ben)
    assert story.endswith("Yrsa's secret attack intention no longer counts: ask the referee\n")


def test_a_sealed_declaration_that_is_no_longer_legal_falls(service: Service):
    combat, _, ben = sealed(service)
    began = next(x for x in line(combat) if isinstance(x.event, e.RoundBegan))
    before = c.Rewind(how="jump", to=began.meta.number - 1)
    service.say(combat.name, Request(before, REFEREE))
    assert combat.view(ben).clock.rounds == 0
    assert intended(combat, ben) == []
    assert not [x for x in line(combat) if x.meta.audience]
