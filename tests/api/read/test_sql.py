"""Questions: every named one equals a naive oracle on every sample; nothing but reading goes."""

from __future__ import annotations

from functools import cache
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any, cast

import pytest

from api.combats.viewers.viewer_log import Sight
from api.read import sql as read_sql
from api.read.sql import MOST_ROWS, Answered, Wrong, build_database, filled_tables, keep_tables
from api.read.sql import ask as asked_of
from api.web.routes import query as routes_questions
from domain.ruleset.ruleset import Ruleset
from domain.state.viewer import PUBLIC, TABLE, Viewer
from projections.query import BY_NAME, NAMED, TABLES, Rows, tables
from projections.visibility.visible_log import SeenEntry
from tests.support.clients.http_client import Table
from tests.support.fights.open import RULES as ANY_GAME
from tests.support.games.toy import TOY
from tests.support.goldens.samples import FIGHTS, sample_in
from tests.support.logs.recorded_logs import Recorded, first_trace
from tests.support.logs.whole_logs import seen_entries
from tests.support.oracles.named_queries import BY_HAND, NOT_BY_HAND, ByHand

ANYBODY: dict[str, str | int] = {"who": "", "round": 0, "clause": ""}
NAMES = [f"{fight.parent.parent.name}/{fight.parent.name}" for fight in FIGHTS]


@cache
def sample(place: int, viewer: Viewer) -> tuple[list[SeenEntry], Rows, Ruleset]:
    """What somebody sees of a sample, and the tables of that."""
    with TemporaryDirectory() as folder:
        service, name = sample_in(Path(folder), FIGHTS[place])
        combat = service.combat(name)
        log, rules = list(combat.entries(1, combat.line.entries)), combat.rules
        service.close()
    entries = seen_entries(log, viewer)
    return entries, tables(entries, rules), rules


def ask(rows: Rows, sql: str, narrowed: dict[str, str | int]) -> Answered:
    """A question of tables that are filled for it."""
    return asked_of(build_database(rows), sql, narrowed)


def answered(rows: Rows, name: str, **narrowed: Any) -> Answered:
    return ask(rows, BY_NAME[name].sql, {**ANYBODY, **narrowed})


# --- the named ones ----------------------------------------------------------------------------


def test_each_named_question_is_also_answered_by_hand():
    assert set(BY_HAND) == set(BY_NAME) and len(NAMED) >= 12


@pytest.mark.sweep
@pytest.mark.parametrize("viewer", [TABLE, PUBLIC], ids=["table", "public"])
@pytest.mark.parametrize("place", range(len(FIGHTS)), ids=NAMES)
def test_the_named_questions_equal_a_naive_oracle(place: int, viewer: Viewer):
    entries, rows, rules = sample(place, viewer)
    hand, some = ByHand(entries, rules), 0
    for name, by_hand in BY_HAND.items():
        found = answered(rows, name)
        left_out = [found.columns.index(c) for c in NOT_BY_HAND.get(name, ())]
        shown = [tuple(v for i, v in enumerate(row) if i not in left_out) for row in found.rows]
        expected = by_hand(hand)
        assert shown == expected[:MOST_ROWS], name
        some += bool(expected)
    assert some >= 5


def test_every_named_question_has_an_answer_in_some_sample():
    empty = set(BY_NAME)
    for place in range(len(FIGHTS)):
        rows = sample(place, TABLE)[1]
        empty -= {name for name in empty if answered(rows, name).rows}
    assert empty == set()


def tower() -> Rows:
    return sample(next(i for i, name in enumerate(NAMES) if "ruined-tower" in name), TABLE)[1]


def test_a_named_question_is_narrowed_to_somebody_a_round_or_a_clause():
    rows, whole = tower(), answered(tower(), "left-at-turn-end").rows
    bayard = answered(rows, "left-at-turn-end", who="bayard", round=2).rows
    assert bayard == tuple(row for row in whole if row[:2] == (2, "bayard")) and bayard
    barred = answered(rows, "passed-over").rows
    clause = barred[0][4]
    assert answered(rows, "passed-over", clause=clause).rows == tuple(
        row for row in barred if row[4] == clause
    )
    assert answered(rows, "passed-over", clause="no such").rows == ()


def test_what_is_said_of_the_tables_is_so():
    rows = tower()
    assert set(rows) == {table.name for table in TABLES}
    for table in TABLES:
        assert all(says for _, says in table.columns)
        assert all(len(row) == len(table.columns) for row in rows[table.name]), table.name
    for named in NAMED:
        for name in ("who", "round", "clause"):
            assert (f":{name}" in named.sql) == (name in named.takes), named.name


def test_of_an_act_that_came_to_nothing_in_words_the_doer_s_own_roll_says_how_it_came_out():
    story = Recorded(ANY_GAME, order="as added").comes("gob").comes("lio").round()
    hit = {"dice": "1d20", "faces": [15], "target": 12, "outcome": "hit"}
    dodge = {"who": "lio", "dice": "1d20", "faces": [9], "outcome": "dodged"}
    act: dict[str, Any] = {"type": "act", "manoeuvre": "bite", "targets": ["lio"]}
    story.say_plainly({**act, "who": "gob", "rolls": [hit, dodge, {"dice": "1d6", "faces": [4]}]})
    story.ends("gob")
    missed = {"dice": "1d20", "faces": [2], "outcome": "missed"}
    story.say_plainly({**act, "who": "lio", "targets": ["gob"], "rolls": [missed]})
    entries = seen_entries(story.log, TABLE)
    found = answered(tables(entries, ANY_GAME), "who-hit-whom").rows
    assert found == (("gob", "lio", "bite", "hit", 1), ("lio", "gob", "bite", "missed", 1))
    assert list(found) == BY_HAND["who-hit-whom"](ByHand(entries, ANY_GAME))


def test_what_was_undone_is_marked_and_in_no_named_answer():
    story = first_trace(TOY)
    rows = tables(seen_entries(story.undoes().log, TABLE), TOY)
    [(_, why, _, _, fell, _)] = answered(rows, "undone").rows
    assert (why, fell) == ("undo", 3)
    counted = ask(rows, "SELECT count(*) FROM entries WHERE undone = 1", ANYBODY).rows
    assert counted == ((fell,),) and answered(rows, "reactions").rows


# --- questions of one's own --------------------------------------------------------------------


def of_a_fight(sql: str, story: Recorded | None = None, viewer: Viewer = TABLE) -> Answered:
    log = (story or first_trace(TOY)).log
    return ask(tables(seen_entries(log, viewer), TOY), sql, ANYBODY)


def test_a_question_of_one_s_own():
    found = of_a_fight("SELECT who, max(total) AS best FROM rolls GROUP BY who ORDER BY who")
    assert found == (("who", "best"), (("cogan", 12), ("man", 20)), False)


def test_tables_hold_what_their_reader_sees():
    story = Recorded(TOY).comes("man", side="b").comes("ghost", hidden=True)
    everything = "SELECT subject FROM members"
    assert of_a_fight(everything, story).rows == (("man",), ("ghost",))
    assert of_a_fight(everything, story, PUBLIC).rows == (("man",),)
    for table in TABLES:
        found = of_a_fight(f"SELECT * FROM {table.name}", story, PUBLIC).rows
        assert "ghost" not in str(found)


@pytest.mark.parametrize(
    "sql",
    [
        "DELETE FROM entries",
        "INSERT INTO dice VALUES (1, 1, 1, 1)",
        "DROP TABLE entries",
        "UPDATE rolls SET total = 20",
        "CREATE TABLE t (a)",
        "CREATE TEMP TABLE t (a)",
        "CREATE VIEW v AS SELECT 1",
        "ATTACH 'other.db' AS other",
        "DETACH main",
        "VACUUM",
        "VACUUM INTO 'copy.db'",
        "PRAGMA table_info(entries)",
        "PRAGMA query_only = OFF",
        "REINDEX",
        "ANALYZE",
        "BEGIN",
        "COMMIT",
        "SAVEPOINT s",
        "SELECT load_extension('x')",
        "SELECT randomblob(100)",
        "SELECT zeroblob(100)",
        "SELECT replace('a', 'a', 'b')",
        "SELECT printf('%100d', 1)",
        "SELECT hex('a')",
        "SELECT sqlite_version()",
        "SELECT * FROM sqlite_master",
        "SELECT sql FROM sqlite_schema",
        "SELECT name FROM pragma_table_info('entries')",
        "SELECT value FROM json_each('[1]')",
        "SELECT 1; SELECT 2",
        "SELECT nothing FROM entries",
        "SELECT FROM",
        "",
        ";",
        "\0",
        "SELECT :nothing",
        "SELECT CAST(x'ff' AS TEXT)",
        "WITH t AS (SELECT 1) DELETE FROM dice",
        "EXPLAIN SELECT * FROM entries",
        "explain query plan SELECT 1",
        "VALUES (1, 2)",
        "/* a */ -- b\n VALUES (1)",
        "\ufeffEXPLAIN SELECT 1",
        "WITH t AS (SELECT 1) VALUES (2)",
        "SELECT 1 UNION VALUES (2)",
        "SELECT ')' UNION VALUES (2)",
        "SELECT 1 -- )\nUNION VALUES (2)",
        "SELECT [)] UNION VALUES (2)",
        "[" * 20_000,
    ],
)
def test_nothing_but_reading_the_tables_goes(sql: str, tmp_path: Path, monkeypatch: Any):
    monkeypatch.chdir(tmp_path)
    with pytest.raises(Wrong) as raised:
        of_a_fight(sql)
    assert str(raised.value).endswith(".") and list(tmp_path.iterdir()) == []


def test_a_question_that_takes_too_long_is_ended(monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(read_sql, "SECONDS", 0.05)
    endless = "WITH RECURSIVE x(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM x)"
    with pytest.raises(Wrong, match="took longer"):
        of_a_fight(f"{endless} SELECT count(*) FROM x")
    assert of_a_fight(f"{endless} SELECT n FROM x").cut


def test_a_question_that_grows_too_large_is_ended(monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(read_sql, "SECONDS", 60)
    monkeypatch.setattr(read_sql, "MOST_GROWTH", -1)
    with pytest.raises(Wrong, match="too much memory"):
        of_a_fight("SELECT count(*) FROM entries a, entries b, entries c")


def test_rows_and_cells_are_cut():
    entries = "entries a, entries b, entries c"
    assert len(of_a_fight(f"SELECT 1 FROM {entries}").rows) == MOST_ROWS
    wide = of_a_fight(f"SELECT a.*, b.*, c.* FROM {entries}")
    assert wide.cut and len(wide.rows) * len(wide.columns) <= read_sql.MOST_CELLS


def test_what_no_json_can_hold_is_said_otherwise():
    found = of_a_fight("SELECT x'ff00', 9e999, 1.5, NULL, 'a'")
    assert found.rows == (("ff00", None, 1.5, None, "a"),)


# --- asked again -------------------------------------------------------------------------------


class Log:
    """Stands for what somebody sees of a combat, as it is kept in memory."""

    @property
    def whole(self) -> Log:
        return self


def test_what_was_filled_is_kept_by_its_size_and_goes_with_the_log(monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(read_sql, "MOST_BYTES", 10)
    ours, theirs = cast(Sight, Log()), cast(Sight, Log())
    keep_tables(ours, 1, b"1234")
    keep_tables(theirs, 1, b"abcd")
    assert (filled_tables(ours, 1), filled_tables(theirs, 1)) == (b"1234", b"abcd")
    assert filled_tables(ours, 2) is None
    keep_tables(ours, 2, b"12345")
    assert (filled_tables(theirs, 1), filled_tables(ours, 2)) == (b"abcd", b"12345")
    assert filled_tables(ours, 1) is None  # it was asked longest ago
    keep_tables(ours, 2, b"12")
    keep_tables(ours, 3, b"1234")
    assert [filled_tables(ours, n) for n in (2, 3)] == [b"12", b"1234"]
    assert filled_tables(theirs, 1) == b"abcd"
    keep_tables(ours, 4, b"x" * 11)
    assert filled_tables(ours, 4) is None
    del ours
    assert filled_tables(cast(Sight, Log()), 3) is None


ALL_ENTRIES = "query?sql=SELECT%20*%20FROM%20entries"
EVERY_FORM = (ALL_ENTRIES, "query?named=rolls", "query?named=spending as text/csv")


@pytest.fixture
def filled_in(monkeypatch: pytest.MonkeyPatch) -> list[int]:
    """Of how many entries tables were filled, each time."""
    found: list[int] = []

    def counted(entries: list[SeenEntry], rules: Any) -> Rows:
        found.append(len(entries))
        return tables(entries, rules)

    monkeypatch.setattr(routes_questions, "tables", counted)
    return found


def test_a_second_question_fills_nothing_and_is_answered_the_same(
    table: Table, filled_in: list[int]
):
    first = [table.ana.get(path).data for path in EVERY_FORM]
    assert [table.ana.get(path).data for path in EVERY_FORM] == first and len(filled_in) == 1
    assert table.bert.get(ALL_ENTRIES).data == first[0]  # they see the same
    assert len(filled_in) == 1
    table.operator.says("join", subject="zorro", hidden=True, side="b")
    assert [table.ana.get(path).data for path in EVERY_FORM] == first
    seen_by_rita = table.rita.get(ALL_ENTRIES).data
    assert b"zorro" in seen_by_rita and seen_by_rita != first[0]


def test_a_question_after_something_happened_fills_anew(table: Table, filled_in: list[int]):
    table.ana.read("query?named=rolls")
    before = len(filled_in)
    table.ana.says("roll", who="ana", sides=20)
    rows = table.ana.read("query?named=rolls")["rows"]
    assert len(rows) == 1 and len(filled_in) == before + 1
    table.rita.says("rewind", how="undo")
    assert table.ana.read("query?sql=SELECT%20undone%20FROM%20rolls")["rows"] == [[1]]
    assert table.ana.read("query?sql=SELECT%20count(*)%20FROM%20entries&at=3")["rows"] == [[3]]
