"""ARQ 6: the pairing problem by itself: which lines are let go, and every solution there is."""

from __future__ import annotations

from itertools import pairwise, product

from domain import events as e
from domain.ruleset.messages import plain
from domain.rulesets.arq.pairings import Chain, broken, chains_of, lines_let_go, read, solutions
from tests.domain.rulesets.arq.pairings.test_examples import engaged
from tests.support.fights.arq import Clash


def chain(edges: str, **more) -> Chain:
    pairs = read(edges)
    foes, own = dict.fromkeys(p[0] for p in pairs), dict.fromkeys(p[1] for p in pairs)
    [found] = chains_of(tuple(foes), tuple(own), pairs)
    return found._replace(**more)


def test_a_foe_between_many_takes_them_all_where_nobody_else_can():
    """c1 and c2 touch o1 alone, and o2 and o3 touch c3 alone: extras on both sides."""
    both = chain("o1+c1 o1+c2 o1+c3 o2+c3 o3+c3")
    assert both.bigger == ()
    assert solutions(both) == (read("o1+c1 o1+c2 o2+c3 o3+c3"),)
    breach = broken(both, read("o1+c1 o1+c2 o1+c3 o2+c3 o3+c3"))
    assert breach is not None
    assert (breach.clause, plain(breach.why)) == (
        "6.2.3",
        "o1+c3 adds nothing: both are paired already",
    )


def test_lines_are_let_go_where_nothing_keeps_them_apart():
    shut = frozenset(read("o1+c1"))
    alone = chain("o1+c1", shut=shut)
    assert lines_let_go(alone)
    assert solutions(alone) == (read("o1+c1"),)
    assert not lines_let_go(chain("o1+c1"))


def test_a_pairing_for_which_lines_were_let_go_is_a_ruling():
    clash = Clash().figures(c1={}, c2={}, o1={}, o2={}).touching("o1+c1", "o2+c2")
    clash.fact("out of line", "o1", "c1").to_phase("melee")
    clash.pair("o1+c1", toward="c1").pair("o2+c2", toward="c2")
    told = [(d.clause, d.basis) for d in clash.steps[-1] if isinstance(d.event, e.FactSet)]
    assert told == [("6.2.7", "ruled"), ("7.5", "stated")]


def test_lines_let_go_are_for_the_referee_even_where_players_are_more():
    clash = Clash().figures(c1={}, c2={}, o1={}).touching("o1+c1", "o1+c2")
    clash.fact("out of line", "o1", "c1").to_phase("melee")
    assert clash.waits_for() == ("pairings", ("referee",))
    assert clash.legal_pairings() == [{"o1+c1 o1+c2"}]


def test_beneath_contempt_is_of_no_matter_where_his_side_is_the_bigger():
    three = chain("o1+c1 o1+c2 o2+c2 o2+c3", contempt=frozenset({"c2"}))
    assert set(solutions(three)) == {read("o1+c1 o1+c2 o2+c3"), read("o1+c1 o2+c2 o2+c3")}
    assert three._replace(beats_cover=True).exempt == frozenset()


def test_every_solution_pairs_everybody_and_each_of_the_bigger_side_once():
    edges = "o1+c1 o2+c1 o2+c2 o3+c2 o4+c2 o4+c3 o5+c3"
    for pairing in solutions(chain(edges)):
        ends = [end for pair in pairing for end in pair]
        assert {"c1", "c2", "c3"} < set(ends)
        assert sorted(end for end in ends if end.startswith("o")) == ["o1", "o2", "o3", "o4", "o5"]
        assert broken(chain(edges), pairing) is None


def test_a_row_of_five_between_ten_orcs_is_paired_in_every_way_there_is():
    """Two rows of orcs, one on either side: counted by trying each orc with each neighbour."""
    row = {f"c{x}": f"{x},0" for x in range(5)}
    orcs = {f"o{x}{side}": f"{x},{y}" for side, y in (("n", 1), ("s", -1)) for x in range(5)}
    beside = [[c for c in range(5) if abs(c - x) <= 1] for x in range(5)]
    halves = [h for h in product(*beside) if all(a <= b for a, b in pairwise(h))]
    covering = sum({*north, *south} == set(range(5)) for north in halves for south in halves)
    [legal] = engaged(**row, **orcs).legal_pairings()
    assert (len(legal), covering) == (1543, 1543)
