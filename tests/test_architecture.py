"""What the sources promise about themselves: effects, layers, size, layout, names, documentation.

Every rule runs over all the sources that it concerns, and over planted code that breaks it.
"""

from __future__ import annotations

import importlib.metadata
import importlib.util
import statistics
from collections.abc import Iterable

import pytest

from tests.support.architecture import (
    EFFECTS,
    FILES,
    FLOOR_OF,
    FOLDERS,
    MEDIAN_LINES,
    MODULES,
    MOST_MODULES,
    PACKAGES,
    ROOT,
    SOURCES,
    TESTS,
    WITHOUT_EFFECTS,
    Rule,
    Source,
    circle,
    crowded,
    docstrings,
    effects,
    empty_names,
    formatting,
    functions_in,
    layers,
    lines_of,
    listed,
    readmes,
    ruleset_names,
    sizes,
    within,
)


def check(rule: Rule, sources: Iterable[Source]) -> None:
    breaches = [breach for source in sources for breach in rule(source)]
    if breaches:
        pytest.fail("\n".join(breaches), pytrace=False)


FMT = "# " + "fmt:"
"""How a comment begins that speaks to the formatter; here it is only planted."""

BREACHES: list[tuple[Rule, str, str, str]] = [
    (effects, "domain/step/step.py", "from random import choice", "imports random"),
    (effects, "domain/step/step.py", "def f():\n    import datetime", "imports datetime"),
    (effects, "projections/ledger/ledger.py", "import os.path", "imports os.path"),
    (effects, "projections/ledger/ledger.py", "open('x')", "calls open()"),
    (layers, "domain/events/course.py", "from domain.state import combat", "stands no higher"),
    (layers, "domain/__init__.py", "from domain.events import x", "imports nothing"),
    (layers, "domain/state/conditions.py", "from ..engine.decide import x", "stands no higher"),
    (layers, "domain/legality/checks.py", "from domain.step.step import x", "stands no higher"),
    (layers, "domain/engine/decide.py", "import domain.rulesets.toy", "stands no higher"),
    (layers, "domain/engine/decide.py", "import projections.ledger.ledger", "stands no higher"),
    (layers, "projections/audit/report.py", "from api.store import log", "stands no higher"),
    (layers, "api/store/core/rows.py", "from api.store.log import x", "stands no higher"),
    (layers, "api/service/service.py", "from api.web.call import x", "stands no higher"),
    (layers, "domain/rulesets/toy.py", "from domain.rulesets.other import x", "its own files"),
    (layers, "domain/rulesets/toy/a.py", "from domain.rulesets import toys", "its own files"),
    (layers, "domain/rulesets/toy.py", "from domain import events", "its own files"),
    (layers, "api/service/service.py", "import eventsourcing.domain", "only api/store"),
    (listed, "domain/tally.py", "", "is in no folder of FLOORS"),
    (readmes, "domain/tally/__init__.py", "", "has no README.md"),
    (sizes, "api/a.py", "def f():\n" + 25 * "    x\n", "26 lines without its docstring"),
    (sizes, "api/a.py", 301 * "\n", "301 lines, at most 300"),
    (formatting, "api/a.py", f"X = [1,2]  {FMT} skip", f"api/a.py:1: '{FMT} skip'"),
    (formatting, "tests/test_a.py", "x = 1\n#fmt:off\n", "tests/test_a.py:2: '#fmt:off'"),
    (formatting, "domain/a.py", "# yapf: disable", "keeps lines from the formatter"),
    (formatting, "api/a.py", f"x = 1  # noqa: E501  {FMT} skip", "keeps lines from"),
    (docstrings, "api/a.py", "def f(): ...", "the module has no docstring"),
    (docstrings, "api/__main__.py", "", "the module has no docstring"),
    (docstrings, "api/a.py", "'''A.'''\nclass A:\n  '''A.'''\n  def f(): ...", "A.f has no"),
    (ruleset_names, "api/a.html", "<p>ARQ</p>", "names the ruleset 'ARQ'"),
    (ruleset_names, "domain/a.py", "KEY = 'age-of-magic'", "names the ruleset 'age-of-magic'"),
    (empty_names, "api/a.py", "class StateManager: ...", "StateManager does not say"),
    (empty_names, "domain/dice_utils.py", "", "dice_utils does not say"),
]
KEPT: list[tuple[Rule, str, str]] = [
    (effects, "domain/step/step.py", "from collections.abc import Mapping\nimport domain.events"),
    (layers, "domain/engine/decide.py", "from domain.step import step\nfrom . import settle"),
    (layers, "domain/rulesets/toy/a.py", "from domain.ruleset.ruleset import x\nfrom .t import y"),
    (layers, "domain/rulesets/__init__.py", "from domain.rulesets import toy"),
    (layers, "api/store/log.py", "import eventsourcing.persistence"),
    (sizes, "api/a.py", "def f():\n    '''A\n    B.'''\n" + 24 * "    x\n"),
    (formatting, "api/a.py", f"x = '{FMT} skip'  # a text, no comment"),
    (docstrings, "api/a.py", "'''A.'''\ndef _f(): ...\nclass _A:\n  def f(): ..."),
    (docstrings, "api/_a.py", ""),
    (ruleset_names, "api/a.py", "marquee = 'kaisers'"),
    (empty_names, "api/a.py", "class Futile: ..."),
]


@pytest.mark.parametrize(("rule", "path", "text", "breach"), BREACHES)
def test_a_planted_breach_is_found(rule, path, text, breach):
    assert [said for said in rule(Source(path, text)) if breach in said]


@pytest.mark.parametrize(("rule", "path", "text"), KEPT)
def test_what_keeps_the_rule_is_left_alone(rule, path, text):
    assert list(rule(Source(path, text))) == []


def test_sources_are_found():
    assert within("domain") or not (ROOT / "domain").exists()
    assert not set(WITHOUT_EFFECTS.split()) & set(EFFECTS.split())


def test_effects_stay_in_api():
    check(effects, within("domain", "projections"))


def test_imports_point_down_the_floors():
    check(layers, SOURCES)


def test_every_module_is_in_a_folder_of_the_floors():
    check(listed, SOURCES)
    assert set(FLOOR_OF) <= FOLDERS


def test_no_imports_go_in_a_circle():
    assert circle(SOURCES) == []
    assert circle(SOURCES, of_folders=True) == []


def test_a_planted_circle_is_found():
    one, other = sorted(MODULES - FOLDERS)[:2]
    planted = [_importing(one, other), _importing(other, one)]
    assert circle([*SOURCES, *planted])


def _importing(one: str, other: str) -> Source:
    home, _, name = other.rpartition(".")
    text = f"if TYPE_CHECKING:\n    from {home} import {name}"
    return Source(f"{one.replace('.', '/')}.py", text)


def test_no_folder_is_crowded():
    assert list(crowded(source.path for source in [*SOURCES, *TESTS])) == []
    assert list(crowded(f"api/a/{n}.py" for n in range(MOST_MODULES + 1)))


def test_every_package_has_a_readme_that_is_true():
    check(readmes, SOURCES)


@pytest.mark.filterwarnings("default:long file:UserWarning")
def test_files_and_functions_are_small():
    check(sizes, SOURCES)


def test_the_formatter_decides_every_line():
    assert TESTS
    check(formatting, [*SOURCES, *TESTS])


def test_half_of_the_functions_of_domain_are_tiny():
    lines = [lines_of(node) for source in within("domain") for node in functions_in(source)]
    assert not lines or statistics.median(lines) <= MEDIAN_LINES


def test_whatever_is_public_has_a_docstring():
    check(docstrings, SOURCES)


def test_no_ruleset_is_named_outside_its_file():
    check(ruleset_names, FILES)


def test_names_say_what_things_do():
    check(empty_names, SOURCES)


@pytest.mark.parametrize("package", PACKAGES)
def test_no_dependency_brings_a_package_of_our_name(package):
    assert set(importlib.metadata.packages_distributions().get(package, [])) <= {"combatlog"}
    spec = importlib.util.find_spec(package)
    assert spec is None or spec.origin in {None, str(ROOT / package / "__init__.py")}
