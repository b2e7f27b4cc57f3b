"""The contract: the document is valid and complete, and every role meets every route as it says."""

from __future__ import annotations

import json
import re
from typing import Any

import pytest
from openapi_spec_validator import validate

from api.service.service import Service
from api.web import problems
from api.web.auth import RANKS
from api.web.route_table import Route
from api.web.routes import CORE, all_routes
from tests.support.clients.http_client import Caller, Table, contract
from tests.support.goldens.contract import CONTRACT, written

ROLES = ("nobody", "stranger", "sue", "ana", "rita", "operator")
OF_ROLE = {"stranger": 0, "sue": 1, "ana": 2, "rita": 3, "operator": 4}


def test_the_document_is_valid_openapi():
    validate(contract())
    assert contract()["openapi"] == "3.1.0"


NAME = r"[A-Z][A-Za-z0-9]*[A-Za-z]"
"""What a program calls a type: words, without a module, a direction or a number behind them."""


def test_schemas_have_names_that_a_program_can_use():
    # Pydantic puts the module before the name of a class where two are called the same, and the
    # direction behind one that comes in otherwise than it goes out.
    assert [
        name
        for name in json.loads(written())["components"]["schemas"]
        if not re.fullmatch(NAME, name)
    ] == []


def test_the_contract_is_the_one_that_was_agreed():
    agreed = CONTRACT.read_text(encoding="utf-8")
    assert written() == agreed, (
        "look at the difference, then: python -m tests.support.goldens.contract"
    )


def test_every_route_is_named_once_and_documented():
    routes = all_routes()
    assert len({route.name for route in routes}) == len(routes)
    assert all(route.summary and not route.summary.endswith(".") for route in routes)
    listed = {each["operationId"] for each in operations()}
    beside = {"get_metrics", "get_openapi", "get_problem"}
    assert {route.name for route in routes} - listed == beside


def operations() -> list[Any]:
    """Every operation, in the order of the document."""
    return [each for path in contract()["paths"].values() for each in path.values()]


def test_a_fight_needs_ten_operations_and_each_other_says_when_it_is_needed():
    core, others = operations()[:10], operations()[10:]
    assert len(operations()) <= 36 and contract()["tags"][0]["name"] == "core"
    assert [each["operationId"] for each in core] == list(CORE)
    assert all(each["tags"] == ["core"] for each in core)
    for each in others:
        assert re.match(r"When: .+[.](\n|$)", each["description"]), each["operationId"]
        assert len(each["tags"]) == 1
        assert each["tags"] != ["core"]


def test_each_tag_has_its_operations():
    used = dict.fromkeys(tag for each in operations() for tag in each["tags"])
    assert {tag["name"] for tag in contract()["tags"]} == set(used)


def test_commands_are_told_apart_by_their_type():
    assert _body("/v1/combats/{combat}/commands") == {"$ref": "#/components/schemas/Command"}
    schema = contract()["components"]["schemas"]["Command"]
    mapping = schema["discriminator"]["mapping"]
    assert schema["discriminator"]["propertyName"] == "type"
    assert mapping["pass-all"] == "#/components/schemas/PassAll"
    assert {each["$ref"] for each in schema["oneOf"]} == set(mapping.values())
    assert "open" not in mapping
    for word, ref in mapping.items():
        model = contract()["components"]["schemas"][ref.rpartition("/")[2]]
        assert model["properties"]["type"]["const"] == word


def test_a_note_is_sent_as_text_alone():
    kinds = contract()["components"]["schemas"]["Act"]["properties"]["note"]["anyOf"]
    assert [each["type"] for each in kinds] == ["string", "null"]


def test_every_reference_leads_somewhere():
    found = set(re.findall(r"'\$ref': '#/components/schemas/([^']+)'", str(contract())))
    assert found == set(contract()["components"]["schemas"]) & found
    assert found


def test_every_type_of_problem_has_its_page(table: Table):
    for kind in problems.KINDS.values():
        page = table.nobody.get(kind.type)
        assert (page.status_code, page.mimetype) == (200, "text/html")
        assert kind.title in page.text and "<script" not in page.text


def test_the_document_is_served(table: Table):
    assert table.nobody.read("/openapi.json") == contract()


@pytest.mark.sweep(share=4)
@pytest.mark.parametrize("route", all_routes(), ids=lambda route: route.name)
def test_every_role_meets_every_route_as_the_contract_says(route: Route, table: Table):
    other = Table.opened(table.service)
    callers: dict[str, Caller] = {
        role: getattr(table, role) for role in ROLES if role != "stranger"
    }
    callers["stranger"] = table.caller(other.tokens["ana"])
    for role, caller in callers.items():
        status = sent(caller, route, table.combat)
        assert _kind(status) == expected(route, role), f"{role} {route.name}: {status}"


FOR_ANY_ROLE = {
    "post_command": {"type": "note", "note": "hm"},
    "post_why_not": {"type": "note", "note": "hm"},
}
"""Commands that everybody who takes part may say, whoever they play."""


def sent(caller: Caller, route: Route, combat: str) -> int:
    """The status that a caller gets, with a body of the right shape."""
    path = route.rule.replace("<combat>", combat).replace("<key>", "toy")
    path = path.replace("<slug>", "refused")
    body: Any = FOR_ANY_ROLE.get(route.name, route.example)
    return caller.send(route.method, path, {}, body if route.body else None).status_code


def expected(route: Route, role: str) -> str:
    """What the contract says of a role at a route."""
    if route.access in ("anyone", "visitor"):
        return "in"
    if role == "nobody":
        return "unknown"
    if "<combat>" in route.rule and role == "stranger":
        return "refused"
    return "in" if OF_ROLE[role] >= RANKS[route.access] else "refused"


def _kind(status: int) -> str:
    return {401: "unknown", 403: "refused"}.get(status, "in")


def test_samples_are_for_everybody_to_read_and_for_nobody_to_change(service: Service):
    table = Table.opened(service)
    sample = sample_of(service)
    stranger = table.caller(table.tokens["ana"])
    for route in all_routes():
        if "<combat>" in route.rule:
            reads = route.access == "reader"
            assert _kind(sent(table.nobody, route, sample)) == ("in" if reads else "unknown")
            assert _kind(sent(stranger, route, sample)) == ("in" if reads else "refused")


def sample_of(service: Service) -> str:
    """A combat that is marked as a sample."""
    from domain import commands as c

    opening = c.Open(ruleset="toy", title="A sample")
    return service.open(opening, sample=True, name="sample-toy-ford").combat.name


def test_the_list_shows_what_the_caller_may_read(table: Table):
    sample, other = sample_of(table.service), Table.opened(table.service).combat
    shown = {
        who: {row["combat"] for row in caller.read("/v1/combats")["items"]}
        for who, caller in (
            ("nobody", table.nobody),
            ("ana", table.ana),
            ("operator", table.operator),
        )
    }
    assert shown["nobody"] == {sample}
    assert shown["ana"] == {sample, table.combat}
    assert shown["operator"] == {sample, table.combat, other}


def _body(path: str) -> Any:
    return contract()["paths"][path]["post"]["requestBody"]["content"]["application/json"]["schema"]


def test_what_could_be_misread_is_described_exactly():
    schemas = contract()["components"]["schemas"]
    assert "no slot is open" in schemas["Asked"]["properties"]["until"]["description"]
    assert "100 / (1 + wounds)" in schemas["Standing"]["description"]
    assert "who plays the roller" in schemas["Luck"]["description"]
    assert "steps that this person entered" in schemas["Person"]["description"]
