"""A toy fight on one page: move, strike and parry; every act may be answered, depth first."""

from domain.ruleset import ruleset as r
from domain.ruleset.windows import fighters

ASKED, TURN = ("declare", "react"), r.Stretch("turn", "turn", next="in order", acts=True)


def beside(scene, deed):
    return (r.Blank("beside", "some", scene.foes(deed.who), optional=True),)


def one_ap(scene, deed):
    return {"ap": 1}


def near(scene, deed):
    return tuple(w for w in scene.foes(deed.who) if scene.fact("adjacent", deed.who, w) == "yes")


def attempt(scene, asking, slot):
    return r.Throw(slot.who, "attempt", "attempt", 20, 1, (r.Modifier(source="might", value=2),))


TITLES = "Action points", "Side by side", "Moving", "Striking", "Parrying", "Hurt", "Rolling"

TOY = r.Ruleset(
    "toy",
    "Toy",
    "1",
    "1",
    r.Stretch("round", "round", ("refill",), inside=(TURN,)),
    clauses={f"T{n}": title for n, title in enumerate(TITLES, 1)},
    pools=(r.Pool("ap", "action points", "T1"),),
    opening=lambda traits: {"ap": 3},
    facts=(r.FactKind("adjacent", "side by side", "T2", ("yes", "no"), "no", symmetric=True),),
    conditions=(r.ConditionKind("hurt", "hurt", "T6", r.Until(span="round")),),
    sorts=("attempt",),
    glossary={"attempt": "a roll for an attempt", "beside": "who is adjacent then"},
    windows={"roll": r.Window("roll", "roll", "T7", fighters, throw=attempt)},
    rank=lambda scene, act: scene.present().index(act.who),
    manoeuvres=(
        r.Manoeuvre("move", "move", "T3", ("action",), ("go", *ASKED), cost=one_ap, blanks=beside),
        r.Manoeuvre(
            "strike",
            "strike",
            "T4",
            ("action", "reaction", "follow on"),
            (*ASKED, "roll", "blow"),
            cost=one_ap,
            target=True,
            targets=near,
        ),
        r.Manoeuvre(
            "parry",
            "parry",
            "T5",
            ("reaction",),
            ("go", *ASKED, "stand", "follow"),
            ("strike",),
            stands=True,
            cost=one_ap,
            blanks=beside,
        ),
    ),
)


@TOY.stage("go")
def go(step):
    who, beside = step.act.who, step.act.params.get("beside", near(step, step.act))
    for foe in step.foes(who):
        step.set_fact("adjacent", who, "yes" if foe in beside else "no", foe)


@TOY.stage("blow")
def blow(step):
    guards, attack = step.combat.exchange.standing(step.on), step.reply(step.act.who).total
    defence = max((step.reply(guard.who).total for guard in guards), default=12)
    hit = attack >= defence
    for guard in guards:
        step.resolve("failed" if hit else "succeeded", act=guard.id)
    step.resolve("hit" if hit else "stopped", attack=attack, defence=defence)
    if hit:
        step.begin_condition(step.act.targets[0], "hurt", act=step.on)
