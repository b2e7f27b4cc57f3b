"""Melee: pairings chain by chain, a test for each, and all blows at once from one state."""

from __future__ import annotations

from itertools import combinations
from typing import Any

from domain.ruleset.params import number
from domain.ruleset.ruleset import END, REFEREE, Asking, Blank, Choice, Refused, Slot, Window
from domain.ruleset.scene import Scene
from domain.ruleset.windows import the_referee
from domain.step.step import Params, Step

from . import pairings
from .figures import CONTEMPT, MOST_WOUNDS, fit, is_foe
from .opposed_tests import card_of, die_of, draws, hurt, results, winner
from .pairings import Chain, Pair, Pairing, lines_let_go, read
from .positions import adjacent, square

# --- chains --------------------------------------------------------------------------------


def chains(scene: Scene) -> tuple[Chain, ...]:
    """5.8, 6.1: The engaged in chains, with all that bears on their pairings."""
    everybody = fit(scene)
    foes = tuple(who for who in everybody if is_foe(scene, who))
    own = tuple(who for who in everybody if not is_foe(scene, who))
    edges = tuple((foe, one) for foe in foes for one in own if adjacent(scene, foe, one))
    return tuple(_with_lines(scene, chain) for chain in pairings.chains_of(foes, own, edges))


def _with_lines(scene: Scene, chain: Chain) -> Chain:
    crossing = (set(two) for two in combinations(chain.edges, 2) if crosses(scene, *two))
    return chain._replace(
        shut=frozenset(p for p in chain.edges if scene.fact("out of line", *p) == "yes"),
        crossing=frozenset(frozenset(two) for two in crossing),
        contempt=frozenset(w for w in chain.everybody if scene.word(w, CONTEMPT) == "True"),
        beats_cover=scene.setting("contempt beats cover") == "yes",
    )


def crosses(scene: Scene, one: Pair, other: Pair) -> bool:
    """6.2.5: Two lines cross: on the grid, by the fronts left to right, or as the referee says."""
    if set(one) & set(other):
        return False
    if _ruled_across(scene, one, other) or _ruled_across(scene, other, one):
        return True
    squares = [square(scene, who) for who in one + other]
    at = [s for s in squares if s is not None]
    if len(at) == len(squares):
        return _middle(at[0], at[1]) == _middle(at[2], at[3])
    return _out_of_order(scene.combat.clock.order("front"), one, other)


def _ruled_across(scene: Scene, one: Pair, other: Pair) -> bool:
    """True where the referee said that the line of one pair crosses that of the other."""
    said = " ".join(str(scene.fact("crosses", *ends)) for ends in (one, one[::-1]))
    return any(set(pair) == set(other) for pair in read(said))


def _middle(one: tuple[int, int], other: tuple[int, int]) -> tuple[int, int]:
    """Twice the middle of a line between neighbours: two such lines cross there or nowhere."""
    return one[0] + other[0], one[1] + other[1]


def _out_of_order(front: tuple[str, ...], one: Pair, other: Pair) -> bool:
    """The fronts are numbered left to right in one order; pairs must come in the same on both."""
    if not set(one + other) <= set(front):
        return False
    left = front.index(one[0]) < front.index(other[0])
    return left != (front.index(one[1]) < front.index(other[1]))


def fronts(scene: Scene) -> tuple[str, ...]:
    """6.2.5: The members of the fronts, set left to right; refused where squares say the order."""
    if all(square(scene, who) is not None for who in scene.present()):
        why = "the squares say who stands where: put somebody on another square"
        raise Refused("6.2.5", why, None, "/change/scope")
    return scene.present()


ONCE = "write each pair once, foe first, in the order in which they came in"

# --- pairing -------------------------------------------------------------------------------


def _slot_id(chain: Chain) -> str:
    """Its name: all that bears on its pairings, so that a chain that changed is asked again."""
    lines = (pairings.written(tuple(sorted(two))) for two in chain.crossing)
    shut = pairings.written(tuple(sorted(chain.shut)))
    bars = " | ".join(filter(None, (shut, *sorted(lines))))
    return pairings.written(chain.edges) + (f" - {bars}" if bars else "")


def choosers(scene: Scene, asking: Asking) -> tuple[Slot, ...]:
    """A slot for each chain, named for its first character."""
    return tuple(
        Slot(id=_slot_id(chain), who=who, others=others, about=chain.characters[0])
        for chain in chains(scene)
        for who, *others in (_choosers(scene, chain),)
    )


def _choosers(scene: Scene, chain: Chain) -> tuple[str, ...]:
    """All characters where the players are more; else, or where both are equal, the referee.

    Characters outside the chain may answer as well: they are of that side. The referee is also
    asked where no pairing keeps the lines apart, since that takes a ruling (6.2.7).
    """
    if chain.bigger != chain.characters or lines_let_go(chain):
        return (REFEREE,)
    side = (who for who in scene.present() if not is_foe(scene, who))
    return tuple(dict.fromkeys((*chain.characters, *side)))


def _chain(scene: Scene, slot: Slot) -> Chain | None:
    return next((chain for chain in chains(scene) if _slot_id(chain) == slot.id), None)


def pairing_choices(scene: Scene, asking: Asking, slot: Slot) -> tuple[Choice, ...]:
    """Every legal pairing of the chain."""
    chain = _chain(scene, slot)
    legal = _legal_lines(chain) if chain is not None else ()
    return (Choice("pair", "who fights whom", (Blank("pairs", "one", legal),)),)


def check_pairing(scene: Scene, asking: Asking, slot: Slot, params: Params) -> None:
    """6.2: A pairing that breaks a rule is refused with that rule; raises Refused."""
    chain, line = _chain(scene, slot), params.get("pairs")
    if chain is None or not isinstance(line, str):
        return
    pairs = _as_pairs(chain, line)
    if breach := pairings.broken(chain, pairs):
        raise breach.but(pointer="/params/pairs", legal=_legal_lines(chain))
    [same] = (p for p in pairings.solutions(chain) if set(p) == set(pairs))
    if pairings.written(same) != line:
        raise Refused("6.2", ONCE, None, "/params/pairs", legal=[pairings.written(same)])


def _as_pairs(chain: Chain, line: str) -> Pairing:
    """The pairs of a line; raises Refused for a word that is no pair, or a reversed pair."""
    for word in line.split():
        if len([name for name in word.split("+") if name]) != 2:
            why = f"{word!r} is no pair such as {pairings.written(chain.edges[:1])}"
            raise Refused("6.2", why, None, "/params/pairs", legal=_legal_lines(chain))
    pairs = read(line)
    if len(set(pairs)) < len(pairs) or any((two, one) in chain.edges for one, two in pairs):
        raise Refused("6.2", ONCE, None, "/params/pairs", legal=_legal_lines(chain))
    return pairs


def _legal_lines(chain: Chain) -> tuple[str, ...]:
    return tuple(map(pairings.written, pairings.solutions(chain)))


def record_pairings(step: Step) -> str | None:
    """7.5: Mark those paired with two or more as ganged up on; the effect is the referee's.

    6.2.7: Where the lines had to be let go, the pairing is the referee's ruling.
    """
    here, asked = set(fit(step)), {_slot_id(chain): chain for chain in chains(step)}
    lines = [str(r.params.get("pairs", "")) for slot, r in step.replies() if slot.id in asked]
    pairs = [pair for line in lines for pair in read(line) if here.issuperset(pair)]
    let_go = {who for chain in asked.values() if lines_let_go(chain) for who in chain.everybody}
    for foe, character in pairs:
        source = {"clause": "6.2.7", "basis": "ruled"} if foe in let_go else {}
        step.set_fact("paired", foe, "yes", character, **source)
    for who in fit(step):
        if (times := sum(who in pair for pair in pairs)) > 1:
            effect, basis = step.setting("gang up"), step.basis_of("gang up")
            step.begin_condition(who, "ganged up", basis, level=times, detail={"effect": effect})
    return draws(step, "melee", (one for _, one in pairs_of(step)))


def pairs_of(scene: Scene) -> Pairing:
    """The pairs of foe and character, in the order they joined."""
    return _pairs_among(scene, scene.present())


def _pairs_among(scene: Scene, members: tuple[str, ...]) -> Pairing:
    own = tuple(who for who in members if not is_foe(scene, who))
    foes = (who for who in members if is_foe(scene, who))
    return tuple((f, c) for f in foes for c in own if scene.fact("paired", f, c) == "yes")


def part(step: Step) -> None:
    """9.1: The pairings are over with the phase, also those of who has left."""
    for pair in _pairs_among(step, tuple(step.combat.roster.members)):
        step.set_fact("paired", pair[0], "no", pair[1], basis="default")


# --- blows ---------------------------------------------------------------------------------


def melee_slots(scene: Scene, asking: Asking) -> tuple[Slot, ...]:
    """7.1: One opposed melee test for each foe paired with a character, all at once."""
    return tuple(Slot(id=f"{one} {foe}", who=one, about=foe) for foe, one in pairs_of(scene))


def tally(step: Step) -> str | None:
    """7.2: Of each pair the defeated takes the attack; the referee says how many wounds."""
    beaten: Params = {}
    for slot, reply in step.replies():
        losers = {"tester": slot.about, "opposition": slot.who}
        if loser := losers.get(winner(step, reply.value)):
            beaten[slot.id] = loser
    return step.ask("wounds", params=beaten) if beaten else END


def defeats(scene: Scene, asking: Asking, slot: Slot) -> tuple[Choice, ...]:
    """How many wounds the defeated of each pair takes."""
    blanks = tuple(
        Blank(pair, "number", least=0, most=MOST_WOUNDS, says=f"wounds for {loser}")
        for pair, loser in asking.params.items()
    )
    return (Choice("harm", "wounds of the defeated", blanks),)


def blows(step: Step) -> None:
    """7.3: All wounds fall in one step, from the state in which the phase found everybody."""
    asked = step.closed.params if step.closed is not None else {}
    for _, reply in step.replies():
        for pair, loser in asked.items():
            hurt(step, str(loser), number(reply.params, pair))


def _of_pairs(about: str, says: str, clause: str, **answered: Any) -> Window:
    """A question to each pair that fights, also to one who has left and comes back."""
    return Window(about, says, clause, melee_slots, stale=True, **answered)


WINDOWS = (
    Window(
        "pairings",
        "who fights whom?",
        "6.2",
        choosers,
        pairing_choices,
        stale=True,
        allows=check_pairing,
        then="record pairings",
    ),
    _of_pairs("melee", "draw for melee", "7.1", draw=card_of, then="melee outcome"),
    _of_pairs("melee die", "roll for melee", "1.1", throw=die_of, then="melee outcome"),
    _of_pairs(
        "melee outcome", "how do the tests of melee come out?", "7.1", choices=results, then="tally"
    ),
    Window("wounds", "how many wounds?", "7.2", the_referee, defeats, then="blows"),
)

STAGES = (record_pairings, part, tally, blows)
