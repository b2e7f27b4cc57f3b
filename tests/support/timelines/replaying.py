"""A timeline reported to a combat of any game in memory, without a service."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

from api.presets.shipped import text_of
from api.service.service import OPERATOR
from domain import commands as c
from domain.engine.decide import decide
from domain.importers.findings import Finding
from domain.rosters.known import KnownNames
from domain.rulesets import ruleset
from domain.state.combat import EMPTY, Combat
from domain.step.draft import Draft
from domain.timelines.comparison import differences, our_form
from domain.timelines.reports import Timeline

RULES = ruleset("open")


class NoDice:
    """Dice that may not fall: what is reported fell elsewhere."""

    def commitments(self) -> dict[str, str]:
        return {}

    def __getattr__(self, name: str) -> Any:
        raise AssertionError(f"dice were asked for {name}")


class Replay(NamedTuple):
    """What came of a timeline: the combat, all drafts, findings, and differences of states."""

    combat: Combat
    drafts: list[Draft]
    findings: list[Finding]
    wrong: list[str]
    states: int
    reports: list[c.Report]

    def events(self, kind: type[Any]) -> list[Any]:
        """Return all events of a kind."""
        return [draft.event for draft in self.drafts if isinstance(draft.event, kind)]


def replay(lines: Sequence[Mapping[str, Any]], source: str = "", preset: str = "") -> Replay:
    """Report every line to a fight with a preset, or none; nothing may be refused."""
    said = json.loads(text_of(preset)) if preset else {}
    opened = c.Open(ruleset="open", preset=said, settings={"order": "reported"})
    rules = RULES.with_preset(said)
    step = decide(EMPTY, opened, rules, NoDice(), 1, OPERATOR)
    found = Replay(step.combat, list(step.drafts), [], [], 0, [])
    timeline = Timeline(lines, source, known=KnownNames(said))
    for number, taken in enumerate(timeline.steps(), 2):
        found.findings.extend(taken.findings)
        if taken.state is not None:
            expected = timeline.expected(taken.state)
            at = taken.last.place
            found.wrong.extend(
                f"{at}: {each}"
                for each in differences(expected, our_form(found.combat, timeline.ids))
            )
            found = found._replace(states=found.states + 1)
        if taken.report is not None:
            report = c.Report.model_validate(taken.report)
            step = decide(found.combat, report, rules, NoDice(), number, OPERATOR)
            found.drafts.extend(step.drafts)
            found.reports.append(report)
            found = found._replace(combat=step.combat)
    return found
