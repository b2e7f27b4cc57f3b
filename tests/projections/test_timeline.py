"""The story of a fight as people read it: nested, in the game's own words, undone parts marked."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from domain import commands as c
from domain import events as e
from domain.combat import EMPTY, Combat, evolve
from domain.ruleset import ConditionKind, FactKind, OpenPoint, Pool
from domain.seats import PUBLIC, TABLE
from domain.wire import STORED, Entry, Meta
from projections.sentences import SENTENCES, sentence
from projections.telling import Telling
from projections.timeline import Storyteller, story, timeline, transcript
from projections.views import SeenEntry, seen
from projections.words import listed, owner, verb
from tests.projections.goldens import FOLDER, second_thoughts, texts
from tests.projections.logs import Recorded, first_trace
from tests.projections.playouts import RULES

HALVES = replace(
    RULES,
    scale=2,
    words={
        **RULES.words,
        "does offhand": "strikes with the other hand",
        "does pull": "pulls the {using} out of {targets}",
        "comes to parted": "{who} leaves {of}",
        "says gives-way": "gives way to {to}",
        "wound 3": "deep wound",
        "wound toward": "from",
        "stands rear": "{of} is behind {toward}",
        "rides whom": "{of} rides {whom}",
    },
    pools=(Pool("ap", "action points", "P1", 2), Pool("mana", "mana", "P2", keys=("red",))),
    conditions=(ConditionKind("wound", "wounded", "C1"),),
    facts=(
        FactKind("adjacent", "side by side", "F1", ("yes", "no"), "no", symmetric=True),
        FactKind("stands", "arc", "F2", ("front", "rear"), "front"),
        FactKind("rides", "rides", "F4"),
        FactKind("bears", "has it ready", "F3", ("yes", "no")),
    ),
    points=(OpenPoint("tie", ("attack", "defence"), "attack", "O1", "who wins a tie"),),
)


# --- whole transcripts -------------------------------------------------------------------------


@pytest.mark.parametrize("name", sorted(texts()))
def test_a_golden_transcript_reads_as_it_did(name):
    assert texts()[name] == (FOLDER / name).read_text("utf-8")


def test_every_golden_file_is_a_telling():
    assert {path.name for path in FOLDER.iterdir()} == set(texts())


def test_a_line_stands_under_what_it_belongs_to():
    depths = {line.text: line.depth for line in timeline(first_trace(RULES).log, RULES)}
    move, strike = "Man moves (1 AP, 2 left)", "Cogan reacts and strikes Man (1 AP, 2 left)"
    parry = "Man reacts and parries (1 AP, 1 left)"
    assert [depths[text] for text in (move, strike, parry)] == [2, 3, 4]
    assert depths["Combat turn 1"] == 0 and depths["Phase of Man"] == 1


def test_told_in_full_every_entry_has_its_line():
    told = first_trace(RULES)
    numbers = [line.number for line in timeline(told.log, RULES, full=True)]
    assert numbers == [str(entry.meta.number) for entry in told.log]


def test_a_terse_story_leaves_out_questions_passes_and_endings():
    kinds = {line.kind for line in timeline(first_trace(RULES).log, RULES)}
    assert not kinds & {"question", "answer", "closing", "posting"}


def test_undone_lines_are_kept_marked_and_say_so():
    lines = timeline(second_thoughts().log, RULES, PUBLIC)
    undone = [line for line in lines if line.undone]
    assert [line.text.split()[0] for line in undone] == ["Man", "Man", "Man's", "Erik:"]
    printed = transcript(second_thoughts().log, RULES, PUBLIC).splitlines()
    marked = [text for text in printed if text.startswith("~")]
    assert len(marked) == len(undone) and all(text.endswith("(undone)") for text in marked)


def test_what_is_redone_is_marked_no_more():
    told = second_thoughts()
    undone = next(entry.event.was for entry in told.log if isinstance(entry.event, e.Rewound))
    told.rewinds(undone, "redo")
    lines = timeline(told.log, RULES)
    assert lines[-1].text == "Redo: back from 36 to 28"
    assert not any(line.undone for line in lines if line.text.startswith("Man strikes"))


def test_a_go_that_is_held_is_told_even_tersely():
    told = Recorded(RULES).comes("man").round()
    told.secretly(e.TurnEnded(who=("man",), held=True, why="delays"), to=())
    assert timeline(told.log, RULES)[-1].text == "Phase of Man is held (delays)"


def test_a_spectator_is_told_nothing_hidden():
    told = second_thoughts()
    assert "fate" not in transcript(told.log, RULES, PUBLIC, full=True)
    assert "Ghost" in transcript(told.log, RULES, TABLE)


def test_names_and_words_that_stand_apart_are_told_where_they_are_known():
    told = second_thoughts()
    apart = {"p1": "Ann", "t1": "that was mine"}
    lines = [line.text for line in story(seen(told.log, PUBLIC), RULES, apart=apart)]
    assert "Ann sits down as player for erik" in lines
    assert 'A note on 28: "that was mine"' in lines


def test_the_referees_reason_stands_by_what_he_did():
    told = Recorded(RULES).comes("man")
    fix = c.PoolFix(subject="man", pool="ap", delta=2)
    note = e.TextRef(id="t4", digest="d")
    told.say(c.Adjust(change=fix, note=note))
    last = told.log[-1]
    told.log[-1] = last._replace(meta=last.meta.model_copy(update={"note": note}))
    lines = story(seen(told.log, PUBLIC), RULES, apart={"t1": "forgot the bonus"})
    assert lines[-1].text == 'Man: AP set to 5 [table]: "forgot the bonus"'


def test_a_storyteller_goes_on_where_he_left_off():
    told = first_trace(RULES)
    entries = seen(told.log, PUBLIC)
    teller = Storyteller(RULES, full=True)
    lines = tuple(teller.tell(entry).line() for entry in entries)
    assert lines == story(entries, RULES, full=True)


def test_a_breach_and_a_default_are_said():
    told = Recorded(RULES, mode="record").comes("man").comes("erik").round()
    told.does("man", "strike", "erik", against=True)
    texts_now = [line.text for line in timeline(told.log, RULES)]
    assert texts_now[-1] == "Man strikes Erik (1 AP, 2 left) [against T4]"
    last = told.log[-1]
    meta = last.meta.model_copy(update={"basis": "default", "clause": "6.6"})
    ended = e.Resolved(act=told.log[-2].meta.cause, stage="", outcome="hit")
    told.log[-1] = Entry(meta, ended)
    assert timeline(told.log, RULES)[-1].text == "Man's strike: hit [default 6.6]"


# --- sentences ---------------------------------------------------------------------------------


def test_every_event_has_its_sentence():
    assert set(SENTENCES) == {row.event for row in STORED.values()}


def people() -> Combat:
    """Erik and Cogan, a strike in progress, an open question and a wound."""
    combat = EMPTY
    for event in (
        e.Joined(subject="erik", name="Erik"),
        e.Joined(subject="cogan", name="Cogan"),
        e.Acted(act="a1", who="erik", manoeuvre="strike", targets=("cogan",)),
        e.Declared(act="a2", manoeuvre="panic-test"),
        e.Asked(question="q1", on="a1", about="react", slots=(), then=""),
        e.ConditionBegan(id="k1", subject="cogan", name="wound", until=e.Until(span="round")),
    ):
        combat = evolve(combat, event)
    return combat


def told(event: e.Event, full: bool = False, instead: dict[str, Any] | None = None) -> str:
    before = people()
    meta = Meta(seq=9, step=2, number=9, parent=8, at=0, answers=("q1", "cogan"))
    entry = SeenEntry("9", "8", Entry(meta, event), instead or {})
    return sentence(Telling(HALVES, before, evolve(before, event, None), entry, full))


def dice(**said: Any) -> e.DiceRolled:
    whole: dict[str, Any] = {
        "who": "erik",
        "purpose": "attack",
        "sort": "attempt",
        "sides": 6,
        "faces": (3, 5),
        "kept": (3, 5),
        "unit": 2,
        "total": 34,
        "provenance": "service",
        "label": e.DieLabel(round=1, roller=1, sort="attempt", r=0),
        "modifiers": (e.Modifier(source="", value=14), e.Modifier(source="riposte", value=4)),
    }
    return e.DiceRolled(**{**whole, **said})


def posting(how: Any, delta: int, balance: int, **said: Any) -> e.PoolChanged:
    whole = {"subject": "erik", "pool": "ap", **said}
    return e.PoolChanged(how=how, delta=delta, balance=balance, **whole)


def slots() -> tuple[e.Slot, ...]:
    return (
        e.Slot(id="erik", who="erik"),
        e.Slot(id="cogan", who="cogan", barred="3.4"),
        e.Slot(id="referee", who="referee", rank=1),
    )


ERIK_DEALS = e.Acted(act="a9", who="erik", manoeuvre="offhand", targets=("cogan",), using="dagger")

SAID: list[tuple[e.Event, str]] = [
    (dice(), "Erik rolls attack 17 = 2d6 [3, 5] + 7 + 2 riposte"),
    (
        dice(provenance="typed", unit=1),
        "Erik rolls attack 17 = 1/2 x 2d6 [3, 5] + 7 + 2 riposte, typed",
    ),
    (dice(kept=(5,), dropped=(3,), modifiers=()), "Erik rolls attack 17 = 2d6 [5] (without 3)"),
    (dice(faces=(), kept=(), total=18), "Erik rolls attack 9 = 7 + 2 riposte"),
    (
        dice(faces=(), kept=(), total=-1, modifiers=(e.Modifier(source="wound", value=-1),)),
        "Erik rolls attack -1/2 = - 1/2 wound",
    ),
    (dice(faces=(), kept=(), total=0, modifiers=()), "Erik rolls attack 0 = 0"),
    (
        e.CardDrawn(
            who="erik", purpose="melee", deck="poker", card="queen", rank=24, provenance="typed"
        ),
        "Erik draws queen for melee (12), typed",
    ),
    (posting("pay", -4, 8), "Erik pays 2 AP, 4 left"),
    (posting("pay", -1, 0, wanted=-4), "Erik pays 1/2 of 2 AP, 0 left"),
    (posting("lose", -3, 1), "Erik loses 1 1/2 AP, 1/2 left"),
    (posting("lose", 3, 1), "Erik gains 1 1/2 AP, 1/2 left"),
    (posting("move", -1, 2, pool="mana", key="red"), "Erik gives 1 red mana, 2 left"),
    (posting("move", 1, 2, pool="life"), "Erik takes 1 life, 2 left"),
    (posting("fill", 9, 13), "Erik: AP filled to 6 1/2"),
    (posting("set", 2, 4), "Erik: AP set to 2"),
    (
        e.ConditionBegan(
            id="k2",
            subject="cogan",
            name="wound",
            level=2,
            at="arm",
            toward="erik",
            until=e.Until(span="round", left=2),
        ),
        "Cogan: wounded, level 2, at arm, from Erik, until the end of the combat turn (2 to go)",
    ),
    (
        e.ConditionBegan(id="k2", subject="cogan", name="wound", level=3, key="left"),
        "Cogan: deep wound (left)",
    ),
    (
        e.ConditionBegan(
            id="k2",
            subject="erik",
            name="locking",
            toward="cogan",
            until=e.Until(span="condition", name="k1"),
        ),
        "Erik: locking, toward Cogan, while Cogan's lasts",
    ),
    (e.ConditionChanged(id="k1", level=2, left=1), "Cogan: wounded, level 2, 1 to go"),
    (e.ConditionChanged(id="k1", level=3, left=1), "Cogan: deep wound, 1 to go"),
    (e.ConditionEnded(id="k1", why="healed"), "Cogan: wounded ends (healed)"),
    (
        e.ConditionEnded(id="k1", why="until the end of the round"),
        "Cogan: wounded ends (at the end of the combat turn)",
    ),
    (e.ConditionEnded(id="hidden"), "Something hidden ends"),
    (
        e.FactSet(of="cogan", name="adjacent", toward="erik", value="yes"),
        "Cogan and Erik: side by side",
    ),
    (
        e.FactSet(of="cogan", name="adjacent", toward="erik", value="no"),
        "Cogan and Erik: no longer side by side",
    ),
    (e.FactSet(of="cogan", name="stands", toward="erik", value="rear"), "Cogan is behind Erik"),
    (
        e.FactSet(of="cogan", name="stands", toward="erik", value="front"),
        "Cogan toward Erik: front (arc)",
    ),
    (e.FactSet(of="cogan", name="rides", value="erik"), "Cogan rides Erik"),
    (
        e.FactSet(of="cogan", name="bears", toward="sword", value="yes"),
        "Cogan (sword): has it ready",
    ),
    (e.FactSet(of="door", name="locks", value=2), "Door: 2 (locks)"),
    (e.FactSet(of="table", name="tie", value="defence"), "Who wins a tie: defence"),
    (e.FactSet(of="table", name="house", value=True), "House: yes"),
    (e.FactSet(of="table", name="house", value=None), "House: none"),
    (e.Moved(subject="erik", was="3,4", place="5,4"), "Erik moves from 3,4 to 5,4"),
    (ERIK_DEALS, "Erik strikes with the other hand at Cogan with dagger"),
    (
        e.Acted(
            act="a9", who="erik", manoeuvre="pull", on="a1", targets=("cogan",), using="dagger"
        ),
        "Erik goes on and pulls the dagger out of Cogan",
    ),
    (
        e.Acted(act="a9", who="erik", manoeuvre="full-attack", targets=("cogan",)),
        "Erik: full attack at Cogan",
    ),
    (e.Acted(act="a9", who="erik", manoeuvre="dash", on="a1"), "Erik goes on and dashes"),
    (e.Acted(act="a9", manoeuvre="panic-test"), "Panic test"),
    (e.Reacted(act="a9", who="cogan", manoeuvre="jump back", on="a1"), "Cogan reacts: jump back"),
    (
        e.Declared(act="a9", who="erik", manoeuvre="strike", targets=("cogan",)),
        "Erik means to strike Cogan",
    ),
    (e.Declared(act="a9", who="erik", manoeuvre="full-attack"), "Erik declares full attack"),
    (e.Declared(act="a9", manoeuvre="panic-test"), "Due: panic test"),
    (
        e.Withdrawn(act="a1", why="no longer adjacent"),
        "Erik's strike is taken back: no longer adjacent",
    ),
    (e.Withdrawn(act="a2", why="taken back"), "Panic test is taken back"),
    (e.Withdrawn(), "Cogan takes an answer back"),
    (
        e.Asked(question="q2", on="a1", about="declare", slots=slots(), then=""),
        "A reaction? (Erik and Cogan, who may not: 3.4 | the referee)",
    ),
    (e.Asked(question="q1", on="a1", about="gamble", slots=(), then=""), "Again: gamble (nobody)"),
    (
        e.Answered(
            who="referee", choice="first-go", params={"who": ["erik", "cogan"], "by": {"erik": 2}}
        ),
        "The referee: first go (who Erik and Cogan, by Erik 2)",
    ),
    (
        e.Answered(
            who="erik",
            choice="gives-way",
            params={"to": "cogan", "steps": 1, "low": "yes", "far": False},
        ),
        "Erik gives way to Cogan (steps 1, low, no far)",
    ),
    (e.Answered(who="erik", choice="gives-way"), "Erik gives way to somebody or something"),
    (
        e.Answered(who="referee", choice="pair", params={"pairs": "erik+cogan", "why": "1+1"}),
        "The referee: pair (pairs Erik with Cogan, why 1+1)",
    ),
    (e.Answered(who="erik", choice="pass"), "Erik passes"),
    (
        e.Resolved(
            act="a1", stage="hit", outcome="hit", figures={"attack": 17, "by": "a hair"}, of="cogan"
        ),
        "Erik's strike on Cogan: hit (attack 8 1/2, by a hair)",
    ),
    (e.Resolved(act="hidden", stage="", outcome="hit"), "Something hidden: hit"),
    (
        e.Resolved(act="a1", stage="", outcome="parted", of="cogan", figures={"by": 2}),
        "Erik leaves Cogan (by 1)",
    ),
    (e.Closed(frame="a1"), "Erik's strike is over"),
    (
        e.Closed(frame="q1", how="the combat ended"),
        "The question is closed: do what was declared, in turn (the combat ended)",
    ),
    (
        e.CombatOpened(ruleset="toy", edition="1", title="The bridge", mode="record"),
        "The bridge (Toy, edition 1), the table's word counts",
    ),
    (
        e.Joined(subject="wolf", kind="creature", name="Wolf", side="erik", hidden=True),
        "Wolf (creature) comes in for Erik, hidden",
    ),
    (e.Joined(subject="erik", name="Erik", controller="cogan"), "Erik is in the hands of Cogan"),
    (e.Joined(subject="erik", name="Erik"), "Erik is in the hands of nobody"),
    (e.Left(subject="erik", why="fled"), "Erik leaves: fled"),
    (e.CombatEnded(why="all fled"), "The combat is over: all fled"),
    (e.RoundEnded(n=2), "Combat turn 2 is over"),
    (
        e.TurnBegan(who=("erik", "cogan"), why="chose", resumes=True),
        "Phase of Erik and Cogan, resumed (chose)",
    ),
    (e.TurnEnded(who=("erik",), held=True, why="delays"), "Phase of Erik is held (delays)"),
    (e.PhaseBegan(phase="movement"), "Movement"),
    (e.PhaseEnded(phase="movement"), "Movement is over"),
    (
        e.OrderSet(
            scope="initiative",
            order=(("cogan",), ("erik", "wolf")),
            why="rolled",
            scores={"cogan": 5, "erik": 4},
        ),
        "Initiative: Cogan 2 1/2, Erik 2 = wolf (rolled)",
    ),
    (e.Committed(who="p1", what="salt", commitment="x"), "p1 commits to salt"),
    (e.Revealed(who="p1", what="salt", value="y"), "p1 reveals salt: y"),
    (
        e.EraBegan(era=2, commitments={}),
        "Begun elsewhere, it goes on here: the dice get new keys (era 2)",
    ),
    (e.Noted(text=e.TextRef(id="t1", digest="d")), "A note"),
    (
        e.Contested(
            asker="p1",
            entry=40,
            upto=42,
            fact="distance",
            clause="3.3",
            claim={"remedy": "go-back", "to": 39},
            by="vote",
            pause=True,
            parties=("p1", "p2"),
            deciders=("p3", "p4"),
        ),
        "P1 contests distance of entries 40 to 42 (3.3) and claims: go back to entry 39;"
        " p3 and p4 to rule; play waits",
    ),
    (
        e.DisputeAnswered(dispute=44, who="p3", choice="uphold"),
        "P3 votes to uphold it (dispute 44)",
    ),
    (
        e.DisputeRuled(dispute=44, by="vote", remedy={"remedy": "go-back", "to": 39}, clause="3.3"),
        "The vote rules on dispute 44 (3.3): go back to entry 39",
    ),
    (
        e.DisputeRuled(
            dispute=44,
            by="referee",
            remedy={"remedy": "re-roll", "entry": 40},
            own_case=True,
            stands=True,
        ),
        "The referee rules on dispute 44: the ruling stands, roll entry 40 again,"
        " in a case of their own",
    ),
    (
        e.DisputeAppealed(
            dispute=44,
            who="p2",
            claim={"remedy": "let-stand"},
            by="referee",
            deciders=("referee",),
        ),
        "P2 appeals (dispute 44) and claims: let it stand; the referee to rule",
    ),
    (
        e.SeatOpened(seat="s1", person="p1", role="player", combatants=("erik",)),
        "p1 sits down as player for Erik",
    ),
    (
        e.SeatChanged(seat="s1", role="player", combatants=("erik",), renewed=True),
        "Seat s1: player for Erik, a new secret",
    ),
    (e.SeatClosed(seat="s1"), "Seat s1 is closed"),
]


@pytest.mark.parametrize(("event", "said"), SAID, ids=lambda x: type(x).__name__)
def test_an_event_in_a_sentence(event, said):
    assert told(event) == said


def test_every_kind_of_event_was_told_above_or_in_a_transcript():
    above = {type(event) for event, _ in SAID}
    log = [*first_trace(RULES).log, *second_thoughts().log]
    assert above | {type(entry.event) for entry in log} == set(SENTENCES)


def test_what_is_in_doubt_is_told_without_a_balance():
    in_doubt = {"balance": None, "wanted": None}
    assert told(posting("lose", -4, 8), instead=in_doubt) == "Erik loses 2 AP"
    assert told(posting("fill", 0, 8), instead=in_doubt) == "Erik: AP filled"


def test_in_full_what_was_said_with_an_act_is_told():
    act = e.Acted(act="a9", who="erik", manoeuvre="move", params={"beside": [], "steps": 2})
    assert told(act) == "Erik moves (steps 2)"
    assert told(act, full=True) == "Erik moves (beside nobody, steps 2)"


@pytest.mark.parametrize(
    ("manoeuvre", "does"),
    [
        ("parry", "parries"),
        ("dodge", "dodges"),
        ("catch", "catches"),
        ("delay", "delays"),
        ("riposte", "ripostes"),
        ("jump back", ""),
        ("offhand", "strikes with the other hand"),
    ],
)
def test_a_manoeuvre_of_one_word_is_a_verb(manoeuvre, does):
    assert verb(HALVES, manoeuvre) == does


def test_several_are_listed_as_people_say_them():
    assert [listed("abc"), listed("ab"), listed("a"), listed("")] == [
        "a, b and c",
        "a and b",
        "a",
        "",
    ]


# --- the game's own words ------------------------------------------------------------------------


def worded(event: e.Event, **words: str) -> str:
    """A sentence in a game with such words."""
    before, rules = people(), replace(HALVES, words={**HALVES.words, **words})
    entry = SeenEntry("9", "8", Entry(Meta(seq=9, step=2, number=9, parent=8, at=0), event), {})
    return sentence(Telling(rules, before, evolve(before, event, None), entry))


def test_a_game_says_with_what_in_its_own_words():
    cast = e.Acted(act="a9", who="erik", manoeuvre="cast", using="Wave")
    assert worded(cast) == "Erik casts with Wave"
    assert worded(cast, **{"using cast": ""}) == "Erik casts Wave"


def test_what_is_born_of_the_rules_befalls_somebody():
    due = e.Declared(act="a9", manoeuvre="flee", targets=("erik",))
    assert worded(due) == "Due: flee of Erik"
    assert worded(due, **{"noun flee": "flight"}) == "Due: flight of Erik"
    begun = e.Acted(act="a9", manoeuvre="flee", targets=("erik",))
    assert worded(begun, **{"noun flee": "flight"}) == "Flight of Erik"


def test_a_quiet_condition_is_told_only_in_full():
    quiet = tuple(kind._replace(quiet=True) for kind in RULES.conditions)
    hurt = {"what": "condition", "subject": "man", "name": RULES.conditions[0].name}
    told = first_trace(replace(RULES, conditions=quiet))
    told.say_plainly({"type": "adjust", "note": "a test", "change": hurt})
    told.say_plainly({"type": "adjust", "note": "a test", "change": {**hurt, "begin": False}})
    kinds = [
        [line.kind for line in timeline(told.log, told.rules, full=full)].count("condition")
        for full in (False, True)
    ]
    assert kinds == [0, 2]
    loud = timeline(told.log, RULES)
    assert [line.kind for line in loud].count("condition") == 2


def test_whose_something_is_reads_well_of_one_and_of_many():
    assert (owner("Ana"), owner("Hunters")) == ("Ana's", "Hunters'")
