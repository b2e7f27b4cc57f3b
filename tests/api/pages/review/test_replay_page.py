"""The replay page: its lanes count what stands, and its charts speak of everybody alike."""

from __future__ import annotations

import base64
import re

import pytest

from api.read.reports.pool_charts import curves, line_styles
from api.service.service import Service
from domain.rulesets import all_rulesets
from projections.story.landmarks import Course, Curve
from tests.api.pages.review.test_replay_file import sample
from tests.support.clients.html_reader import Reader
from tests.support.clients.http_client import Table

RULES = all_rulesets()["age-of-magic"]
LINE = re.compile(r'<path d="M34 [0-9.]+h28" fill="none" (.*?)\s*/>')
NAME = re.compile(r'<text x="68" [^>]*>(.*?)</text>')


def charts(text: str) -> list[dict[str, str]]:
    """Who has which line, in each chart of a page."""
    drawn = (base64.b64decode(it).decode() for it in re.findall(r"svg\+xml;base64,([^\"]+)", text))
    return [dict(zip(NAME.findall(svg), LINE.findall(svg), strict=True)) for svg in drawn]


@pytest.fixture
def bridge(service: Service) -> Table:
    """The toll bridge, played to its end."""
    return sample(service, "age-of-magic/the-toll-bridge")


def replay(table: Table, service: Service, query: str = "") -> str:
    reader = Reader(table.app, service.vault.operator_token())
    return reader.get(f"/combats/{table.combat}/replay{query}").text


def test_everybody_has_the_same_line_in_every_chart(bridge: Table, service: Service):
    points, harm = charts(replay(bridge, service))
    assert len(points) == 4 and len(harm) == 2
    assert len(set(points.values())) == 4
    assert all(points[name] == line for name, line in harm.items())


def test_lines_beyond_the_eighth_differ_from_all_others():
    many = [Curve(f"Goblin {n}", ((1, 2), (2, n))) for n in range(16)]
    row = [Course("", "", "", tuple(of), (1,), 2) for of in (many[:8], many[8:])]
    styles = line_styles(row)
    drawn = [LINE.findall(curves(each, RULES, styles).svg.decode()) for each in row]
    assert len({line for lines in drawn for line in lines}) == 16


def test_an_axis_is_marked_in_whole_points():
    course = Course("ap", "AP", "ap", (Curve("Cogan", ((1, 1), (2, 7))),), (1,), 2)
    svg = curves(course, RULES, line_styles([course])).svg.decode()
    assert re.findall(r'text-anchor="end">(.*?)<', svg) == ["0", "4"]


def test_rolls_are_called_rolls_and_only_what_stands_is_counted(service: Service):
    table = Table.laid(service)
    first = len(rolls(table, service))
    table.rita.says("roll", who="referee", purpose="weather", faces={"weather": [3]})
    assert len(rolls(table, service)) == first + 1
    table.rita.says("rewind", how="undo")
    assert len(rolls(table, service)) == first
    assert len(rolls(table, service, "&through=1")) == first + 1


def rolls(table: Table, service: Service, query: str = "") -> list[str]:
    """The rolls among the marks; their count is that of the lane above."""
    text = replay(table, service, f"?by=entry{query}")
    found = re.search(
        r"<summary>Single rolls <small>(\d+)</small></summary>(.*?)</details>", text, re.S
    )
    counted = re.search(r"<span>Single rolls <small>(\d+)</small></span>", text)
    listed = re.findall(r"<li>(.*?)</li>", found[2]) if found else []
    assert (counted[1] if counted else "0") == (found[1] if found else "0") == str(len(listed))
    assert "Dice <small>" not in text
    return listed


def test_one_form_asks_for_an_entry_and_one_way_is_chosen(bridge: Table, service: Service):
    text = replay(bridge, service, "?at=46&by=entry")
    assert text.count("<select") == 2  # the way and the speed of the player
    form = re.search(r'<form method="get"[^>]*moment-at">(.*?)</form>', text, re.S)
    assert form is not None and "Go to entry" in form[1] and 'name="by" value="entry"' in form[1]
