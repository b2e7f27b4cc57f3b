"""Counter-attacks: whoever was missed may strike back, and so may whoever is missed by that."""

from domain.ruleset.ruleset import ConditionKind, Manoeuvre, Pool, Until, Window
from tests.support.games.toy_parts import die, slots, toy

COUNTERS = toy(
    "counters",
    pools=(Pool("ap", "action points", "K1"),),
    opening=lambda traits: traits,
    conditions=(ConditionKind("flat footed", "flat footed", "K5", Until(span="round")),),
    able=lambda scene, who: "K5" if scene.has(who, "flat footed") else "",
    triggers={"PoolChanged": "broken"},
    manoeuvres=(
        Manoeuvre(
            "attack",
            "attack",
            "K2",
            ("action", "reaction"),
            ("strike", "hit"),
            target=True,
            cost=lambda scene, deed: {"ap": 1},
            targets=lambda scene, deed: (
                whom(scene, deed, "counter") if deed.on else scene.foes(deed.who)
            ),
        ),
        Manoeuvre(
            "block",
            "block",
            "K3",
            ("reaction",),
            ("guard",),
            target=True,
            targets=lambda scene, deed: whom(scene, deed, "defend"),
        ),
    ),
)


def whom(scene, deed, about):
    return (scene.doing(deed.on).who,) * (scene.question().about == about)


def attacked(scene, asking):
    [target] = scene.doing(asking.on).targets
    return slots([target], scene.rules.able(scene, target))


COUNTERS.asks(
    Window("defend", "block?", "K3", attacked, takes=("reaction",), passes=True, then="hit"),
    Window("counter", "strike back?", "K4", attacked, takes=("reaction",), passes=True, then="end"),
)


@COUNTERS.stage("strike")
def strike(step):
    missed = step.combat.exchange.questions.get(step.act.slot[0])
    rolled = step.roll(die(step.act.who, "attack", missed.params["bonus"] if missed else 0))
    return step.ask("defend", params={"attack": rolled.total})


@COUNTERS.stage("guard")
def guard(step):
    step.resolve("blocked", guard=step.roll(die(step.act.who, "block")).total)


@COUNTERS.stage("hit")
def hit(step):
    guards = [step.combat.exchange.outcome(r.value) for _, r in step.replies() if r.how == "acted"]
    short = (guards[0].figures["guard"] if guards else 10) - step.closed.params["attack"]
    if short > 0:
        step.resolve("miss", of=step.act.targets[0], dos=short, bonus=short // 2)
        return step.ask("counter", params={"bonus": short // 2})
    step.resolve("hit", of=step.act.targets[0], dos=-short)
    step.lose(step.act.targets[0], "ap", 1)


@COUNTERS.stage("broken")
def broken(step):
    step.event.wanted and step.begin_condition(step.event.subject, "flat footed")
