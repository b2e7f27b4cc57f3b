"""What a sharp player tries and may not: blows, weapons, holds, care and dice."""

from __future__ import annotations

import pytest

from tests.properties.rules_lawyer.test_age_of_magic import attacked, check, unready
from tests.support.fights.age_of_magic import (
    ADVANCE,
    HALF,
    MAN,
    STRIKE,
    Fight,
    boxers,
    duel,
    four,
    maimed,
    struck,
    suffers,
)
from tests.support.fights.rules_lawyer import Refusal, Tries, Try


def grabbed() -> Fight:
    """Ana has Bo by the right arm, and it is Bo's phase."""
    fight = boxers().does("ana", "arm grab", "bo").everybody_passes()
    fight.rolls("ana", faces=(6, 6)).rolls("bo").passes("ana")
    return fight.ends("ana")


def lying() -> Fight:
    return boxers().adjusts(what="condition", subject="ana", name="prone")


def speared() -> Fight:
    """Cogan's spear is stuck in Urlik, and lost; it lies in nobody's hand."""
    return maimed("chest", 3, "impaling", impales="spear")


BLOWS: Tries[Fight] = {
    # attacks
    "strikes at one who was near already": (
        Try(
            lambda: four().side_by_side("man erik").does("man", "move", beside=["erik"]),
            lambda f: f.declares("erik", STRIKE, "man", using="axe"),
        ),
        Refusal(
            "5.9",
            "man did not move into a target hex of erik",
            lacks="distance adjacent of man: before = now",
            at="/manoeuvre",
        ),
    ),
    "strikes out of reach": (
        Try(four, lambda f: f.does("man", STRIKE, "cogan", using="spear")),
        Refusal(
            "3.5",
            "cogan is no legal target of stand and attack",
            lacks="target adjacent of cogan: no = yes",
            legal="nothing",
            at="/targets/0",
        ),
    ),
    "strikes at himself": (
        Try(duel, lambda f: f.does("cogan", STRIKE, "cogan", using=HALF)),
        Refusal(
            "3.5",
            "cogan is no legal target of stand and attack",
            lacks="target adjacent of cogan: no = yes",
            legal="urlik",
            at="/targets/0",
        ),
    ),
    "strikes at the dead": (
        Try(
            lambda: duel().adjusts(what="condition", subject="urlik", name="dead"),
            lambda f: f.does("cogan", STRIKE, "urlik", using=HALF),
        ),
        Refusal(
            "3.5",
            "urlik is no legal target of stand and attack",
            lacks="target adjacent of urlik: no = yes",
            legal="nothing",
            at="/targets/0",
        ),
    ),
    "strikes at two": (
        Try(duel, lambda f: f.does("cogan", STRIKE, "urlik", "cogan", using=HALF)),
        Refusal(
            "3.5",
            "stand and attack wants one target",
            {"most": 1, "done": 2},
            "limit targets: 2 <= 1",
            legal="nothing",
            at="/targets/1",
        ),
    ),
    "strikes with what he has not": (
        Try(duel, lambda f: f.does("cogan", STRIKE, "urlik", using="halberd")),
        Refusal("3.5", "cogan cannot use halberd for this", legal="hand-&-half", at="/using"),
    ),
    "strikes with what is not ready": (
        Try(unready, lambda f: f.does("cogan", STRIKE, "thug", using="sword")),
        Refusal(
            "7.10",
            "cogan's sword is not ready",
            lacks="item sword of cogan: not in hand = ready",
            at="/using",
        ),
    ),
    "aims at what is no area": (
        Try(duel, lambda f: f.does("cogan", STRIKE, "urlik", using=HALF, aim="heel")),
        Refusal(
            "3.5",
            "'heel' does not fit aim",
            legal="chest; head; eyes; throat; left arm; right arm; 6 more",
            at="/params/aim",
        ),
    ),
    "meets an attack on himself with a fresh one": (
        Try(
            lambda: four().does("man", ADVANCE, "cogan", using="spear"),
            lambda f: f.declares("cogan", STRIKE, "man", using=HALF),
        ),
        Refusal(
            "6.5",
            "an attack on oneself is answered by 'stand and attack back'",
            legal="stand and attack back",
            at="/manoeuvre",
        ),
    ),
    "strikes while out cold": (
        Try(
            lambda: duel().adjusts(what="condition", subject="cogan", name="unconscious"),
            lambda f: f.does("cogan", STRIKE, "urlik", using=HALF),
        ),
        Refusal(
            "7.1",
            "cogan cannot act: unconscious",
            lacks="condition unconscious of cogan: yes = no",
            at="/who",
        ),
    ),
    # follow-ons
    "follows a block with the same weapon": (
        Try(
            lambda: struck("block", "axe"), lambda f: f.does("urlik", STRIKE, "cogan", using="axe")
        ),
        Refusal(
            "3.6",
            "urlik's axe is locked by the block",
            lacks="item axe of urlik: locked = ready",
            at="/using",
        ),
    ),
    "advances after a block": (
        Try(
            lambda: struck("block", "shield"),
            lambda f: f.does("urlik", ADVANCE, "cogan", using="axe"),
        ),
        Refusal(
            "3.6",
            "advance and attack does not follow block",
            legal="stand and attack",
            at="/manoeuvre",
        ),
    ),
    "stands and strikes after a parry": (
        Try(
            lambda: struck("parry", "axe"), lambda f: f.does("urlik", STRIKE, "cogan", using="axe")
        ),
        Refusal(
            "3.5",
            "cogan is no legal target of stand and attack",
            lacks="target adjacent of cogan: no = yes",
            legal="nothing",
            at="/targets/0",
        ),
    ),
    "lets a locked weapon go": (
        Try(
            lambda: struck("block", "shield", points={"lock lasts": "turn"}).passes("urlik"),
            lambda f: f.does("cogan", "sheathe weapon", using=HALF),
        ),
        Refusal(
            "3.6",
            "cogan's hand-&-half is locked by the block",
            lacks="item hand-&-half of cogan: locked = ready",
            at="/using",
        ),
    ),
    # weapons in hand and in wounds
    "readies what is in hand": (
        Try(duel, lambda f: f.does("cogan", "ready weapon", using=HALF)),
        Refusal("3.5", "cogan cannot use hand-&-half for this", legal="nothing", at="/using"),
    ),
    "draws a large weapon fast": (
        Try(unready, lambda f: f.does("cogan", "fast draw", using="maul")),
        Refusal(
            "3.5",
            "no fast draw of a maul is printed: it is large, or worn elsewhere",
            lacks="setting fast draw otherwise: no != no",
            at="/using",
        ),
    ),
    "takes back what is stuck without pulling": (
        Try(speared, lambda f: f.does("cogan", "ready weapon", using=HALF)),
        Refusal(
            "7.5",
            "cogan's hand-&-half is stuck in a wound",
            lacks="item hand-&-half of cogan: stuck in a wound = ready",
            at="/using",
        ),
    ),
    "pulls out what is stuck in nobody": (
        Try(duel, lambda f: f.does("cogan", "pull out", "urlik", using=HALF)),
        Refusal("7.5", "cogan cannot use hand-&-half for this", legal="nothing", at="/using"),
    ),
    # on the ground and held
    "walks while prone": (
        Try(lying, lambda f: f.does("ana", "move")),
        Refusal(
            "7.4",
            "ana is prone: stand up first",
            lacks="condition prone of ana: yes = no",
            at="/manoeuvre",
        ),
    ),
    "stands up from standing": (
        Try(boxers, lambda f: f.does("ana", "stand up")),
        Refusal(
            "7.4", "ana is not prone", lacks="condition prone of ana: no = yes", at="/manoeuvre"
        ),
    ),
    "walks out of a hold": (
        Try(grabbed, lambda f: f.does("bo", "move", beside=[])),
        Refusal(
            "7.9",
            "bo is held by ana and cannot leave the hex",
            lacks="condition held of bo: yes = no",
            at="/who",
        ),
    ),
    "uses the arm that is held": (
        Try(grabbed, lambda f: f.does("bo", STRIKE, "ana", using="club")),
        Refusal(
            "7.9",
            "bo cannot use the right arm",
            lacks="item right arm of bo: no = yes",
            at="/manoeuvre",
        ),
    ),
    "breaks a hold nobody has on him": (
        Try(boxers, lambda f: f.does("ana", "break hold", "bo")),
        Refusal(
            "7.9",
            "bo is no legal target of break hold",
            lacks="target holding the doer of bo: no = yes",
            legal="nothing",
            at="/targets/0",
        ),
    ),
    "grabs across a hex": (
        Try(lambda: boxers(within=False), lambda f: f.does("ana", "arm grab", "bo")),
        Refusal(
            "3.7",
            "bo is no legal target of arm grab",
            lacks="target in reach of a bare hand of bo: no = yes",
            legal="nothing",
            at="/targets/0",
        ),
    ),
    "locks what he has not grabbed": (
        Try(boxers, lambda f: f.does("ana", "arm lock", "bo", aim="left arm")),
        Refusal(
            "3.7",
            "an arm lock follows an arm grab at once",
            lacks="time kind of deed of ana: action = follow on",
            at="/manoeuvre",
        ),
    ),
    "kicks after a strike": (
        Try(
            lambda: suffers(
                boxers().does("ana", "martial strike", "bo").everybody_passes().rolls("ana", "bo"),
                "bo",
            ),
            lambda f: f.does("ana", "martial kick", "bo"),
        ),
        Refusal(
            "3.6",
            "martial kick does not follow martial strike",
            legal="martial strike; arm grab; head lock",
            at="/manoeuvre",
        ),
    ),
    "strikes unarmed without the art": (
        Try(lambda: boxers(ana={**MAN}), lambda f: f.does("ana", "martial kick", "bo")),
        Refusal(
            "3.7",
            "bo is no legal target of martial kick",
            lacks="target in reach of a bare hand of bo: no = yes",
            legal="nothing",
            at="/targets/0",
        ),
    ),
    "rolls away without the art": (
        Try(attacked, lambda f: f.declares("urlik", "rolling dodge")),
        Refusal(
            "3.7",
            "urlik has no Martial arts",
            lacks="trait Martial arts of urlik: no = yes",
            at="/manoeuvre",
        ),
    ),
    # care and dice
    "treats the unhurt": (
        Try(boxers, lambda f: f.does("ana", "treat", "bo")),
        Refusal(
            "7.7",
            "bo is no legal target of treat",
            lacks="target in reach, with such a wound of bo: no = yes",
            legal="nothing",
            at="/targets/0",
        ),
    ),
    "tends to shock in mid-fight": (
        Try(speared, lambda f: f.does("cogan", "await the shock", "urlik")),
        Refusal(
            "7.7",
            "urlik is no legal target of await the shock",
            lacks="target alive, with a shock to come of urlik: no = yes",
            legal="nothing",
            at="/targets/0",
        ),
    ),
    "risks more dice than the table allows": (
        Try(lambda: attacked().everybody_passes(), lambda f: f.answers("cogan", "roll", risk=21)),
        Refusal("6.1", "so many dice cannot be risked", {"most": 20}, at="/risk/attack"),
    ),
    "types a seven": (
        Try(
            lambda: attacked().everybody_passes(),
            lambda f: f.answers("cogan", "roll", risk=1, faces=[7]),
        ),
        Refusal(
            "6.1",
            "the die has no face 7: type a face from 1 to 6",
            {"dice": 1, "typed": 1, "sides": 6, "face": 7, "die": 1},
            at="/faces/attack",
        ),
    ),
    "rolls another's dice as his own": (
        Try(lambda: attacked().everybody_passes(), lambda f: f.answers("erik", "roll")),
        Refusal(
            "6.3",
            "erik is not asked now; first the open question is answered",
            lacks="answer strike of cogan: no = yes; answer strike of urlik: no = yes",
            at="/who",
        ),
    ),
}


@pytest.mark.parametrize("name", BLOWS)
def test_a_blow_is_refused_with_its_clause_and_nothing_has_happened(name: str):
    check(*BLOWS[name])


def test_there_are_many_blows():
    assert len(BLOWS) > 30
