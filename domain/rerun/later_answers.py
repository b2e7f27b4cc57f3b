"""Which later step answers a question, by what was kept of the steps that are decided again.

A slot is known by the step that its question came of, what that was about, and its own id: the
rest of a question's id may differ where the step comes out differently. What the course of play
itself asks (a deployment, the moves of a phase) may come of another step than before. It is the
same question where it is about the same, to the same, before the clock goes on.
"""

from __future__ import annotations

from collections.abc import Sequence

from domain import events as e
from domain.state.combat import Combat
from domain.state.ids import step_of
from domain.state.stack import Question
from domain.step.draft import Draft

_BEGINS = (e.RoundBegan, e.TurnBegan, e.PhaseBegan)


class LaterAnswers:
    """The slots that the steps to be judged filled, each with the last place where it was.

    `later` are the drafts of those steps, as they were kept.
    """

    def __init__(self, combat: Combat, later: Sequence[Sequence[Draft]]):
        open_now = combat.exchange.questions.values()
        self._asked = {(step_of(q.id), q.about) for q in open_now}
        self._filled: dict[tuple[int | None, str, str], int] = {}
        self._of_course: dict[tuple[int, str, str], int] = {}
        self._stretches: list[int] = []
        asked, stretch = {q.id: (q.about, q.on) for q in open_now}, 0
        for place, drafts in enumerate(later):
            self._stretches.append(stretch)
            for draft in drafts:
                stretch += isinstance(draft.event, _BEGINS)
                if isinstance(event := draft.event, e.Asked):
                    asked[event.question] = event.about, event.on
                    self._asked.add((step_of(event.question), event.about))
                if draft.answers is not None:
                    question, slot = draft.answers
                    about, on = asked.get(question, ("", ""))
                    self._filled[step_of(question), about, slot] = place
                    if not step_of(on):
                        self._of_course[self._stretches[place], about, slot] = place

    def fill(self, place: int, question: Question, slot: str) -> bool:
        """True where a step after the one at a place fills a slot of a question."""
        origin, about = step_of(question.id), question.about
        if self._filled.get((origin, about, slot), -1) > place:
            return True
        if step_of(question.on) or (origin, about) in self._asked:
            return False
        return self._of_course.get((self._stretches[place], about, slot), -1) > place
