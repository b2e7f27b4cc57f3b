"""Questions: named ones and others in SQL, over tables that hold what the caller sees."""

from __future__ import annotations

from pydantic import Field

from api.read.reports.csv_tables import csv_of
from api.read.sql import MOST_LENGTH, Wrong, ask, build_database, filled_tables, keep_tables
from api.web.auth import NOBODY, unauthorized_problem
from api.web.conditional import FRESH, REVALIDATED
from api.web.problems import Flaw
from api.web.route_table import CSV, JSON, Answer, Call, Routes, long_read
from api.web.routes.state import At, place_of
from api.web.schemas.json_schema import plain, shape
from api.web.schemas.response_bodies import Shape
from api.web.validation import invalid
from projections.query import BY_NAME, NAMED, TABLES, Named, Table, tables

ROUTES = Routes("queries")


class Asked(At):
    """A question: a named one, or one SELECT; and what narrows it (`:who`, `:round`, `:clause`)."""

    example = "named=who-hit-whom"
    named: str | None = Field(None, max_length=40, examples=["damage-by-round"])
    sql: str | None = Field(None, max_length=MOST_LENGTH, description="One SELECT, read only.")
    who: str = Field("", max_length=80)
    round: int = Field(0, ge=0, le=1_000_000)
    clause: str = Field("", max_length=80)


class AnswerTable(Shape):
    """An answer: its columns and rows; `cut` where there were more than are answered."""

    number: str = Field(description="The last entry that was looked at.")
    columns: list[str]
    rows: list[list[int | float | str | None]]
    cut: bool


class Questions(Shape):
    """The named questions, and the tables that any question may be asked of."""

    named: list[shape(Named, "NamedQuestion")]  # type: ignore[valid-type]
    tables: list[shape(Table, "TableShown")]  # type: ignore[valid-type]


@ROUTES.get("/v1/queries", "anyone", answers=Questions)
def get_queries(call: Call) -> Answer:
    """The named questions, and the tables with every column, for questions of your own.

    When: you want to know what `query` can be asked.
    """
    named = [plain(each._replace(sql=" ".join(each.sql.split()))) for each in NAMED]
    return Answer({"named": named, "tables": plain(TABLES)}, REVALIDATED)


@ROUTES.get("query", "reader", query=Asked, answers=AnswerTable, media=(JSON, CSV))
@long_read("queries")
def get_query(call: Call) -> Answer:
    """Ask a combat: a named question, or one SELECT over its tables, as the caller sees it.

    When: you want statistics, or anything that no other view counts.

    It is answered from a database of its own, read only, within limits of time, memory and rows.
    Without a token, samples answer the named questions alone.
    With `Accept: text/csv` as a table for a spreadsheet.
    """
    sql = _sql(call)
    asked, number = _tables(call)
    narrowed = {name: getattr(call.query, name) for name in ("who", "round", "clause")}
    try:
        found = ask(asked, sql, narrowed)
    except Wrong as wrong:
        raise invalid([Flaw(parameter="sql", code="question", detail=str(wrong))]) from wrong
    headers = {"Cache-Control": FRESH}
    if call.accepts == CSV:
        return Answer(raw=csv_of(found.columns, found.rows), headers=headers, media=CSV)
    return Answer({"number": number, **plain(found)}, headers)


def _tables(call: Call) -> tuple[bytes, str]:
    """The tables that are asked, filled at the first question; and the last entry in them."""
    with call.lock_combat() as (combat, sight):
        last = place_of(sight, call.query.at)
        number, found = sight.number(last), filled_tables(sight, last)
        entries = sight.seen_entries(range(1, last + 1)) if found is None else []
    if found is None:
        found = build_database(tables(entries, combat.rules))
        keep_tables(sight, last, found)
    return found, number


def _sql(call: Call) -> str:
    """Return the query of a question; raises the problem of one that may not be asked."""
    said: Asked = call.query
    if (said.named is None) == (said.sql is None):
        raise invalid([Flaw(parameter="named", code="missing", detail="Say `named` or `sql`.")])
    if said.named is None:
        if call.caller == NOBODY:
            raise unauthorized_problem(
                "Without a token, only the named questions are answered. Ask one of them with"
                " `named`, or send a token with your own SELECT."
            )
        return said.sql or ""
    if said.named not in BY_NAME:
        known = ", ".join(BY_NAME)
        raise invalid([Flaw(parameter="named", code="unknown", detail=f"There are: {known}.")])
    return BY_NAME[said.named].sql
