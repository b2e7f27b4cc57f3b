"""Render templates with the context that every page needs, and with the names of people."""

from __future__ import annotations

import secrets
from collections.abc import Mapping
from datetime import UTC, datetime
from typing import Any, NamedTuple

from flask import Response, render_template, request
from werkzeug.datastructures import MultiDict

from api.combats.open_combat import OpenCombat
from api.combats.viewers.viewer_log import Sight
from api.pages.layout.links import is_secure_context, lan_command
from api.pages.layout.session import mark, visitor
from api.pages.layout.static_files import MODULES, SCRIPTS, address
from api.read.entries import person_name
from api.service.service import OPERATOR, Service
from api.store.core.rows import CatalogueRow
from api.store.core.stale_reads import age_of_answer
from api.web.auth import Caller
from api.web.problems import Problem
from api.web.route_table import Call
from api.web.validation import Query, query
from domain.events.measures import points
from domain.state.viewer import REFEREE
from projections.state.conditions import StandingCondition
from projections.story.timeline import StoryLine
from projections.wording.game_words import capital, join_with_and

CONFIG = (
    '{"includeIndicatorCSS": false, "history": false,'
    ' "morphIgnore": ["data-htmx-powered", "open"], "noSwap": [204, 304, "4xx", "5xx"]}'
)
"""What htmx is told: no style of its own, to leave open what was opened, and to put nothing that
went wrong in the place of the table."""

_POLICY = (
    "default-src 'none'; style-src 'self'; img-src 'self' data:; manifest-src 'self';"
    " form-action 'self'; base-uri 'none'; frame-ancestors 'none'"
)
_SCRIPTED = f"{_POLICY}; script-src 'self'; connect-src 'self'"
"""The policy of a page with scripts: those of ours alone, and none within the page."""

_HEADERS = {
    # A page of ours has to say whose form it sends; nobody else learns anything.
    "Referrer-Policy": "same-origin",
    "Cross-Origin-Opener-Policy": "same-origin",
    "Cache-Control": "no-store",
    "Vary": "Cookie",
}
_CALLED = {REFEREE: "the referee", "vote": "the vote", "": "nobody"}


class Trouble(NamedTuple):
    """Why a form was not carried out: which one, the problem, what stood in it, what was missed."""

    problem: Problem
    form: str = ""
    given: MultiDict[str, str] = MultiDict()
    missed: tuple[StoryLine, ...] = ()
    wanted: str = ""


def page(
    template: str,
    call: Call,
    *,
    headers: Mapping[str, str] | None = None,
    live: bool = False,
    scripted: bool = False,
    framed: bool = False,
    **said: Any,
) -> Response:
    """Return a page as it is sent; everything in it is escaped, since its template is HTML.

    A `live` page loads the scripts of the table, a `scripted` one its own. One that is `framed` may
    stand within the pages of other sites.
    """
    trouble: Trouble | None = said.setdefault("trouble", None)
    said |= {
        "mark": mark(call.service),
        "you": you(call.service, visitor(call.service)),
        "caller": call.caller,
        "called": lambda who: display_name(call, who),
        "several": lambda who: capital(join_with_and(display_name(call, it) for it in who)),
    }
    text = render_template(f"{template}.html", live=live, scripted=scripted, **said)
    status = trouble.problem.kind.status if trouble else 200
    explained = trouble.problem.headers if trouble else {}
    answer = Response(text, status=status, content_type="text/html; charset=utf-8")
    policies = _policies(_SCRIPTED if live or scripted else _POLICY, framed=framed)
    answer.headers.update({**policies, **_HEADERS, **explained, **(headers or {})})
    return answer


def new_key() -> str:
    """Return what makes that a form is carried out once, of 128 random bits."""
    return secrets.token_hex(16)


def _policies(policy: str, *, framed: bool) -> dict[str, str]:
    """Return the headers that say what a page may load, and whether any site may frame it."""
    if not framed:
        return {"Content-Security-Policy": policy}
    anywhere = policy.replace("frame-ancestors 'none'", "frame-ancestors *")
    return {"Content-Security-Policy": anywhere, "Cross-Origin-Resource-Policy": "cross-origin"}


def combat_page(template: str, call: Call, **said: Any) -> Response:
    """Return a page about a combat, with what every such page says of it."""
    with call.lock_combat() as (combat, sight):
        about = about_combat(call, combat, sight)
    return page(template, call, **about, **said)


def about_combat(call: Call, combat: OpenCombat, sight: Sight) -> dict[str, Any]:
    """Return what every page of a combat says of it; good only behind the combat's lock."""
    row = call.service.log.catalogue_row(call.combat)
    members = sight.moment(sight.node).combat.roster.members.values()
    return {
        "by_id": {one.subject: one.name for one in members},
        "combat": call.combat,
        "title": _title(row),
        "origin": _origin(call, row) if row and row.origin else None,
        "rules": combat.rules,
        "last": sight.last,
        "row": row,
        "sample": bool(row and row.sample),
        "viewer": call.caller.viewer,
        "elsewhere": combat.read_only,
    }


class Origin(NamedTuple):
    """The fight that a what-if goes on from: its address, its title if the viewer may know it."""

    path: str
    title: str


def _title(row: CatalogueRow | None) -> str:
    """Return what a combat is called; a what-if says that it is one."""
    title = row.title if row else ""
    if row and row.origin:
        return f"What if: {title or f'from entry {row.origin_entry}'}"
    return title or "Untitled"


def _origin(call: Call, row: CatalogueRow) -> Origin:
    """Return where a what-if came from; its maker, who is its referee, knows the title."""
    found = call.service.log.catalogue_row(row.origin) if call.caller.viewer.is_referee else None
    return Origin(f"/combats/{row.origin}", (found.title if found else "") or "the fight itself")


def page_query(model: type[Query], *names: str) -> Any:
    """Return what the address asks by these names, or by all; raise the problem of it."""
    said = request.args.items()
    return query(model, {n: [it] for n, it in said if it.strip() and (n in names or not names)})


def address_values(*names: str) -> dict[str, str]:
    """Return what the address says by these names; empty where it says nothing."""
    return {name: request.args.get(name, "") for name in names}


# --- who is called what ----------------------------------------------------------------------


def display_name(call: Call, who: str) -> str:
    """Return what somebody at the table is called."""
    if who in _CALLED:
        return _CALLED[who]
    name = person_name(call.service, call.combat, who)
    return name or ("the operator" if who == OPERATOR.person else who)


def you(service: Service, caller: Caller) -> str:
    """Return who looks, in words: `Anna Berg (player)`, `the operator`."""
    if caller.is_operator:
        return "the operator"
    if not caller.combat:
        return ""
    name = person_name(service, caller.combat, caller.viewer.person)
    return f"{name or caller.seat} ({caller.viewer.role})"


class When(NamedTuple):
    """A moment as people read it, `22 Nov 2026, 01:17 UTC`, and as programs do."""

    shown: str
    exact: str


def when(millis: int) -> When:
    """Return a time, in milliseconds since 1970, as people and as programs read it."""
    at = datetime.fromtimestamp(millis // 1000, UTC)
    return When(f"{at.day} {at:%b %Y, %H:%M} UTC", f"{at:%Y-%m-%dT%H:%M:%SZ}")


def condition_words(standing: StandingCondition) -> str:
    """`light wound, at chest; rolls -1, until ended (stand and attack of Cogan)`."""
    parts = [
        standing.words,
        standing.key,
        f"at {standing.at}" if standing.at else "",
        f"toward {standing.toward_name}" if standing.toward else "",
        standing.until,
    ]
    parts += ["with concentration"] if standing.concentration else []
    source = f" (caused by {standing.source_name})" if standing.source else ""
    doing = f" ({standing.doing})" if standing.doing else source
    return ", ".join(filter(None, parts)) + doing


GLOBALS: Mapping[str, Any] = {
    "static": address,
    "age": age_of_answer,
    "is_secure": is_secure_context,
    "lan_command": lan_command,
    "points": points,
    "new_key": lambda: new_key(),
    "condition": condition_words,
    "scripts": SCRIPTS,
    "modules": MODULES,
    "config": CONFIG,
}
"""What every template may name, imported ones too."""
