"""The questions that tables ask most, each as one query over the tables.

What it takes (`:who`, `:round`, `:clause`) narrows it; empty or 0 is everybody, all, any. What is
undone is left out, but where it is the question.
"""

from __future__ import annotations

from typing import Literal, NamedTuple, get_args

Takes = Literal["who", "round", "clause"]
TAKES: tuple[Takes, ...] = get_args(Takes)


class Named(NamedTuple):
    """A question with a name: what it asks, what may narrow it, and its query."""

    name: str
    asks: str
    takes: tuple[Takes, ...]
    sql: str


def _who(column: str) -> str:
    """A condition that narrows a query to one who is named in a column."""
    return f"(:who = '' OR {column} = :who)"


_ROUND = "(:round = 0 OR round = :round)"

_NAMED = f"""
who-hit-whom: who did what to whom, how it came out, else how the doer's roll did, and how often
    SELECT who, whom, manoeuvre, outcome, count(*) AS times FROM (
    SELECT round, who, whom, manoeuvre, outcome FROM outcomes WHERE undone = 0 UNION ALL
    SELECT rolls.round, acts.who, acts.targets, acts.manoeuvre, rolls.outcome FROM rolls JOIN (
    SELECT act, who, manoeuvre, targets, max(n) FROM acts WHERE undone = 0 GROUP BY act) AS acts
    ON acts.act = rolls.act AND acts.who = rolls.who WHERE rolls.undone = 0 AND rolls.outcome <> ''
    AND rolls.act NOT IN (SELECT act FROM outcomes WHERE undone = 0))
    WHERE whom <> '' AND who <> '' AND {_who("who")} AND {_ROUND}
    GROUP BY who, whom, manoeuvre, outcome ORDER BY who, whom, manoeuvre, outcome

damage-by-round: what was lost and what conditions were brought on, by whose acts
    SELECT round, by_who, subject, pool AS what, sum(abs(delta)) AS amount, count(*) AS times
    FROM postings WHERE undone = 0 AND harm = 1 AND by_who <> ''
    AND {_who("by_who")} AND {_ROUND} GROUP BY round, by_who, subject, pool
    UNION ALL
    SELECT round, by_who, subject, name, sum(level), count(*) FROM conditions
    WHERE undone = 0 AND by_who <> '' AND by_who <> subject
    AND {_who("by_who")} AND {_ROUND} GROUP BY round, by_who, subject, name
    ORDER BY round, by_who, subject, what

left-at-turn-end: what each actor had left as their own turn ended
    SELECT round, who, pool, key, balance AS "left", ended AS number FROM (
    SELECT turns.*, pool, key, balance, row_number() OVER (PARTITION BY turns.n, who, pool, key
    ORDER BY postings.n DESC) AS back FROM turns JOIN postings ON postings.subject = turns.who
    AND postings.undone = 0 AND postings.n <= turns.ended_n WHERE turns.undone = 0)
    WHERE back = 1 AND {_who("who")} AND {_ROUND}
    ORDER BY ended_n, who, pool, key

unused-at-round-end: what everybody had left of every pool as a round ended
    SELECT round, subject, pool, key, balance AS "left" FROM (
    SELECT rounds.*, subject, pool, key, balance, row_number() OVER (PARTITION BY rounds.n,
    subject, pool, key ORDER BY postings.n DESC) AS back FROM rounds JOIN postings
    ON postings.undone = 0 AND postings.n <= rounds.ended_n WHERE rounds.undone = 0)
    WHERE back = 1 AND {_who("subject")} AND {_ROUND}
    ORDER BY ended_n, subject, pool, key

spending: what was paid for what
    SELECT subject, manoeuvre, pool, key, -sum(delta) AS paid, count(*) AS times FROM postings
    WHERE undone = 0 AND how = 'pay' AND {_who("subject")} AND {_ROUND}
    GROUP BY subject, manoeuvre, pool, key ORDER BY subject, manoeuvre, pool, key

rolls: how often everybody rolled for what, with how many dice, and what they showed
    SELECT rolls.who, rolls.purpose, coalesce(dice.sides, rolls.sides) AS sides,
    count(DISTINCT rolls.n) AS rolls,
    count(dice.face) AS dice, coalesce(sum(dice.face), 0) AS pips
    FROM rolls LEFT JOIN dice ON dice.number = rolls.number
    WHERE rolls.undone = 0 AND {_who("rolls.who")}
    GROUP BY rolls.who, rolls.purpose, coalesce(dice.sides, rolls.sides)
    ORDER BY rolls.who, rolls.purpose, coalesce(dice.sides, rolls.sides)

reactions: who answered whose act with what, and what came of it last
    SELECT reacted.number, reacted.who, reacted.manoeuvre, acted.who AS whose,
    acted.manoeuvre AS act, coalesce((SELECT outcome FROM outcomes WHERE
    outcomes.act = reacted.act AND outcomes.undone = 0 ORDER BY outcomes.n DESC LIMIT 1), '')
    AS outcome FROM acts AS reacted LEFT JOIN acts AS acted ON acted.n =
    (SELECT max(n) FROM acts WHERE act = reacted.on_act AND undone = 0 AND n < reacted.n)
    WHERE reacted.undone = 0 AND reacted.kind = 'reaction' AND {_who("reacted.who")}
    AND (:round = 0 OR reacted.round = :round) ORDER BY reacted.n

passed-over: who was not let answer which question, and by which clause
    SELECT number, round, who, about, barred AS clause FROM slots WHERE undone = 0
    AND barred NOT IN ('', 'used') AND {_who("who")} AND {_ROUND}
    AND (:clause = '' OR barred = :clause) ORDER BY n, who

conditions: who stood under what, since when, until what, and whose doing it was
    SELECT number, round, subject, name, level, until, by_who, ended, why FROM conditions
    WHERE undone = 0 AND {_who("subject")} AND {_ROUND} ORDER BY n

order-by-round: in which order everybody stood when it was last set in a round
    SELECT round, scope, place, who, score FROM orders WHERE undone = 0 AND n = (SELECT
    max(last.n) FROM orders AS last WHERE last.round = orders.round AND last.undone = 0
    AND last.scope = orders.scope) AND {_who("who")} AND {_ROUND}
    ORDER BY round, scope, place

rulings: every ruling, setting, and breach that the table kept
    SELECT number, round, basis, clause, text, by_person FROM rulings WHERE undone = 0
    AND (:clause = '' OR clause = :clause) AND {_ROUND} ORDER BY n

undone: every move of the head, and how many entries fell away
    SELECT number, why, was, went_to, fell, by_person FROM undos ORDER BY n

turn-times: how many turns everybody had, and how many seconds they took
    SELECT who, count(*) AS turns, max(ended_ms - began_ms) / 1000 AS longest,
    sum(ended_ms - began_ms) / 1000 AS in_all FROM turns
    WHERE undone = 0 AND ended_ms IS NOT NULL AND {_who("who")}
    GROUP BY who ORDER BY who
"""
"""Each question with what it asks, and below it its query."""


def _parse_query(written: str) -> Named:
    """Read one question; what may narrow it is in its query."""
    first, sql = written.split("\n", 1)
    name, _, asks = first.partition(": ")
    return Named(name, asks, tuple(take for take in TAKES if f":{take}" in sql), sql)


NAMED = tuple(map(_parse_query, _NAMED.strip().split("\n\n")))
"""Every named question, in the order in which they are told of."""

BY_NAME = {named.name: named for named in NAMED}
