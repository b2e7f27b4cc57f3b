"""`combatlog query`: named questions and SQL."""

from __future__ import annotations

from tests.support.clients.cli_runner import Typed


def test_questions_are_answered_as_a_table_as_csv_and_as_json(typed: Typed):
    said = typed.says("query last --named spending --who ana").splitlines()
    assert said[1].split() == ["ana", "move", "ap", "1", "1"]
    assert typed.says("query last --named spending --who nobody") == "Nothing.\n"
    text = typed.says('query last --sql "SELECT count(*) AS n FROM acts" --csv')
    assert text.splitlines() == ["n", "2"]
    assert typed.json("query last --named undone")["rows"] == []
    listed = typed.says("query --list")
    assert "who-hit-whom" in listed and "SELECT" not in listed


def test_a_question_wants_one_of_two_and_nothing_but_reading(typed: Typed):
    assert typed.run("query last").exit_code == 2
    assert typed.run("query last --named rolls --sql 'SELECT 1'").exit_code == 2
    assert "one SELECT" in typed.fails("query last --sql 'DROP TABLE entries'")["detail"]
