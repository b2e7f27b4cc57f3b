"""Stories told over HTTP: each command is a request to the app, by the operator's token.

The dice fall as the story says (`Luck.dice` is its tape), the steps are read back from the
stored log, and the state is the service's own. What is refused over HTTP is refused by the domain
with the same clause and numbers; that refusal is what the story is told.
"""

from __future__ import annotations

from collections.abc import Callable

import pytest

from api.combats.open_combat import OpenCombat
from api.server.app import create_app
from api.service.service import OPERATOR, Service
from domain import commands as c
from domain.engine.decide import decide
from domain.log.codec import NAMES
from domain.ruleset.messages import with_names
from domain.ruleset.ruleset import Forbidden, Refused
from domain.state.viewer import TABLE, Viewer
from domain.step.draft import Draft
from projections.wording.game_words import name_of, with_rule
from projections.wording.refusals import sentence
from tests.support.clients.http_client import Caller, Json
from tests.support.story import Story


class Teller:
    """Tells stories to a service; counts the commands that were carried out and those refused."""

    def __init__(self, service: Service):
        self.service, self.heard, self.refused = service, 0, 0
        self.names: dict[Story, str] = {}
        self.client = create_app(service, long_reads=10**6, request_id=lambda: "r1").test_client()
        self.operator = Caller(self.client, service.vault.operator_token())

    def tells(self, story: Story, command: c.Command, viewer: Viewer = TABLE) -> Story:
        """In place of `Story.say`: one request, and what came of it."""
        assert viewer == TABLE, "only the operator tells stories here"
        body = command.model_dump(mode="json")
        if isinstance(command, c.Open):
            self._opens(story, body)
        else:
            self._says(story, command, body)
        story.commands.append(command)
        self.heard += 1
        return story

    def combats(self) -> list[OpenCombat]:
        """The combats of the stories that were told."""
        return [self.service.combat(name) for name in self.names.values()]

    def _opens(self, story: Story, body: Json) -> None:
        answer = self.operator.post("/v1/combats", body)
        assert answer.status_code == 201, answer.text
        self.names[story] = (answer.json or {})["combat"]
        self._reads(story, 1)

    def _says(self, story: Story, command: c.Command, body: Json) -> None:
        combat = self.service.combat(self.names[story])
        combat.luck.dice = story.dice  # type: ignore[assignment]
        last = combat.line.entries
        answer = self.operator.post(f"/v1/combats/{combat.name}/commands", body)
        if answer.status_code != 200:
            assert combat.line.entries == last
            self._refused(story, command, answer.status_code, answer.json or {})
        self._reads(story, last + 1, [row["type"] for row in (answer.json or {})["entries"]])

    def _reads(self, story: Story, first: int, sent: list[str] | None = None) -> None:
        """The step as it is stored; what was sent of it is the same in kind and number."""
        combat = self.service.combat(self.names[story])
        stored = tuple(combat.entries(first, combat.line.entries, kept=True))
        assert sent is None or sent == [NAMES[type(entry.event)] for entry in stored]
        assert {entry.meta.by for entry in stored} == {OPERATOR.person}
        story.steps.append(
            [
                Draft(event, m.answers, m.behalf, m.cause, m.clause, m.basis, m.audience)
                for m, event, *_ in stored
            ]
        )
        story.combat = combat.head

    def _refused(self, story: Story, command: c.Command, status: int, problem: Json) -> None:
        """Raise what the domain says to this command; the problem says the same."""
        number = len(story.steps) + 1
        with pytest.raises((Refused, Forbidden)) as caught:
            decide(story.combat, command, story.rules, story.dice, number, TABLE)
        self.refused += 1
        why = caught.value
        if isinstance(why, Refused):
            assert (status, problem.get("clause") or "") == (409, why.clause)
            assert ("entry" in problem) == bool(why.cites or why.entry)
            assert problem.get("numbers", {}) == why.numbers
            title = story.rules.clause_title(why.clause)
            name = name_of(story.combat)
            said = sentence(with_rule(with_names(why.said, name), why.clause, title))
            assert said in problem["detail"]
        else:
            assert status == 403
        raise why


def told_over_http(service: Service, patch: pytest.MonkeyPatch) -> Teller:
    """From here on every story is told over HTTP."""
    teller = Teller(service)
    say: Callable[..., Story] = lambda story, command, viewer=TABLE: teller.tells(  # noqa: E731
        story, command, viewer
    )
    patch.setattr(Story, "say", say)
    return teller
