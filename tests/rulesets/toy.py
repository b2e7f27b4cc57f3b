"""A toy fight in forty lines: move, strike and parry; every act may be answered, depth first."""

from domain.ruleset import Blank, Manoeuvre, Modifier, Pool, Ruleset, Stretch, Throw, Window
from domain.ruleset import ConditionKind, FactKind, Until
from domain.windows import fighters

one = {"cost": lambda scene, deed: {"ap": 1}}
beside = {"blanks": lambda scene, deed: (Blank("beside", "some", scene.foes(deed.who), optional=True),)}
TOY = Ruleset(
    "toy", "Toy", edition="1", revision="1", sorts=("attempt",), opening=lambda traits: {"ap": 3},
    sequence=Stretch("round", "round", opens=("fill",), inside=(Stretch("turn", "turn", next="in-order", acts=True),)),
    pools=(Pool("ap", "action points", "T1"),), conditions=(ConditionKind("hurt", "hurt", "T6", Until(span="round")),),
    facts=(FactKind("adjacent", "side by side", "T2", ("yes", "no"), "no", symmetric=True),),
    manoeuvres=(
        Manoeuvre("move", "move", "T3", ("action",), ("go", "declare", "react"), **one, **beside),
        Manoeuvre("strike", "strike", "T4", ("action", "reaction", "follow-on"), ("aim", "declare", "react", "swing", "blow"), target=True, **one,
                  targets=lambda scene, deed: tuple(w for w in scene.foes(deed.who) if scene.fact("adjacent", deed.who, w) == "yes")),
        Manoeuvre("parry", "parry", "T5", ("reaction",), ("go", "declare", "react", "stand", "riposte"), answers=("strike",), stands=True, **one, **beside)),
    rank=lambda scene, act: scene.present().index(act.who))
TOY.asks(Window("roll", "roll", "T7", fighters, throw=lambda scene, asking, slot: Throw(slot.who, "attempt", "attempt", 20, modifiers=(Modifier(source="might", value=2),))))

@TOY.stage("fill")
def fill(step): [step.fill(who, "ap", 3) for who in step.present()]

@TOY.stage("go")
def go(step): [step.set_fact("adjacent", step.act.who, "yes" if w in step.act.params["beside"] else "no", w) for w in step.foes(step.act.who) if "beside" in step.act.params]

@TOY.stage("aim")
def aim(step): pass

@TOY.stage("swing")
def swing(step): return step.ask("roll", then="blow")

@TOY.stage("blow")
def blow(step):
    attack, guard = step.reply(step.act.who), next((step.reply(a.who) for a in step.combat.exchange.standing(step.on)), None)
    hit = attack.total >= (guard.total if guard else 12)
    [step.resolve("failed" if hit else "succeeded", act=a.id) for a in step.combat.exchange.standing(step.on)]
    step.resolve("hit" if hit else "stopped", attack=attack.total, defence=guard.total if guard else 12)
    if hit: step.begin_condition(step.act.targets[0], "hurt", source=step.on)

@TOY.stage("riposte")
def riposte(step): return step.ask("follow", then="end") if step.combat.exchange.outcome(step.on).outcome == "succeeded" else "end"
