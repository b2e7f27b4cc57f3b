"""What going back costs and who must agree to it, under what the table has settled on.

The policies: `referee` asks the referee alone, `consent` everybody concerned, under `strict`
nothing that was learned may be crossed at all, and under `free` nobody is asked. At any table what
a ruling removed comes back only with the referee's permission. The advice is the judges' default:
leave things as they are, unless nothing was learned and nobody else decided.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple

from domain.state.viewer import REFEREE
from domain.table.undo_impact import Account, Company, Crossing, News, accounts, crosses


class Agreement(NamedTuple):
    """Somebody who has to agree, and why."""

    who: str
    why: str


class UndoCost(NamedTuple):
    """What would be lost.

    Decisions that fall, dice, cards and outcomes that were seen, how many others are touched in
    their decisions, and how many things were learned.
    """

    decisions: int = 0
    dice: int = 0
    people: int = 0
    learned: int = 0


class Receipt(NamedTuple):
    """Everything to know before anybody agrees to a move of the head.

    `barred` says why nobody can agree to it; `free` that the asker's free allowance covers it.
    """

    policy: str
    must: tuple[Agreement, ...]
    people: tuple[Account, ...]
    cost: UndoCost
    advice: str
    barred: str = ""
    free: bool = False


def receipt(
    crossing: Crossing, company: Company, asker: str, policy: str, allowance: int = 0
) -> Receipt:
    """Who must agree to a move that somebody asks for, and what it costs.

    `asker` is a person or `referee`; `allowance` how many free moves he has left, each of which
    forgives what was learned, but never another's decision.
    """
    people = accounts(crossing, company)
    others = tuple(one for one in people if one.who != asker and one.is_touched)
    learned = crosses(_all_news(people), asker)
    free = policy == "consent" and learned and not others and allowance > 0
    barred = _STRICT if policy == "strict" and learned else ""
    must = () if free or barred else _must(people, others, learned, company, asker, policy)
    if policy == "free" and crossing.rulings and asker != REFEREE:
        must = (Agreement(REFEREE, _RULED),)
    cost = _cost(people, others)
    return Receipt(policy, must, people, cost, _advice(cost, learned, bool(others)), barred, free)


_RULED = "a ruling removed what would come back"
_STRICT = "this table plays strictly: nothing that was learned is ever taken back"


def _must(
    people: tuple[Account, ...],
    others: tuple[Account, ...],
    learned: bool,
    company: Company,
    asker: str,
    policy: str,
) -> tuple[Agreement, ...]:
    """Everybody else who has to agree, in the order of the table."""
    if policy == "free" or not (others or learned):
        return ()
    whole = _learned_words(_all_news(people)) if learned else ""
    touched = {one.who: _impact_words(one) for one in others}
    if policy == "referee":
        why = "; ".join(filter(None, ["the referee decides at this table", whole]))
        return () if asker == REFEREE else (Agreement(REFEREE, why),)
    seated = (who for who in company.in_play() if learned and who != asker)
    asked = dict.fromkeys([*touched, *seated])
    return tuple(
        Agreement(who, "; ".join(filter(None, [touched.get(who, ""), whole]))) for who in asked
    )


def _all_news(people: tuple[Account, ...]) -> tuple[News, ...]:
    found = (news for one in people for news in one.learned)
    return tuple(sorted(dict.fromkeys(found), key=lambda news: news.number))


def _cost(people: tuple[Account, ...], others: tuple[Account, ...]) -> UndoCost:
    news = _all_news(people)
    return UndoCost(
        len({number for one in people for number in one.falls}),
        sum(one.dice + (one.kind in ("card", "outcome")) for one in news),
        len(others),
        len(news),
    )


# --- in words ------------------------------------------------------------------------------


def _impact_words(one: Account) -> str:
    """`2 decisions of theirs fall, 1 comes back`."""
    fates = {"fall": len(one.falls), "come back": len(one.returns)}
    told = (f"{_count(n, 'decision')} of theirs would {how}" for how, n in fates.items() if n)
    return ", ".join(told)


def _learned_words(news: Iterable[News]) -> str:
    """`it was seen since: 3 dice, 1 declaration`."""
    counts: dict[str, int] = {}
    for one in news:
        counts[_WORDS[one.kind]] = counts.get(_WORDS[one.kind], 0) + (one.dice or 1)
    return "seen since: " + ", ".join(_count(n, word) for word, n in counts.items())


_WORDS = {
    "dice": "die",
    "card": "card",
    "outcome": "outcome",
    "declaration": "declaration",
    "unsealed": "sealed choice",
    "arrival": "arrival",
    "reveal": "reveal",
}


def _count(number: int, word: str) -> str:
    many = "dice" if word == "die" else f"{word}s"
    return f"{number} {word if number == 1 else many}"


def _advice(cost: UndoCost, learned: bool, others: bool) -> str:
    """What a judge would say."""
    if not learned and not others:
        known = (
            "What was learned tells of the asker alone" if cost.learned else "Nothing was learned"
        )
        return f"{known} and nobody else decided anything: it may be taken back."
    parts = [_count(cost.decisions, "decision") + " would fall"] if cost.decisions else []
    parts += [_count(cost.dice, "thing") + " left to chance came out"] if cost.dice else []
    parts += [f"{cost.people} other people are concerned"] if cost.people > 1 else []
    parts += ["one other person is concerned"] if cost.people == 1 else []
    parts += ["others know more than before"] if learned and not cost.dice else []
    return f"Better leave it as it is: {', '.join(parts)}."
