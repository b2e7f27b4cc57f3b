"""The pages on Flask: which there are, who may see them, and what happens where one cannot be."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import NamedTuple

from flask import Blueprint, Flask, Response, request
from jinja2 import StrictUndefined
from werkzeug.exceptions import HTTPException
from werkzeug.wrappers import Response as Answer

from api.access import Access, admitted
from api.contract import Call
from api.failures import as_problem, refusal
from api.pages import (
    ask,
    audit,
    campaign,
    comparing,
    contest,
    docket,
    fair,
    heads,
    joining,
    leaves,
    live,
    moving,
    play,
    referee,
    reference,
    replay,
    rosters,
    seats,
    sheets,
    start,
    table,
    what_if,
    why,
)
from api.pages.door import check_form, check_origin, visitor
from api.pages.guide.render import get_guide
from api.pages.packed import sent
from api.pages.scripts import get_script
from api.problems import Problem
from api.service import Service
from domain.ruleset import Refused
from projections.words import rule, with_rule


class Page(NamedTuple):
    """A method on an address, what draws the answer, who may ask, and how a form is checked."""

    method: str
    rule: str
    view: Callable[[Call], Answer]
    access: Access = "reader"
    check: Callable[[Service], None] = check_form


PAGES = (
    Page("GET", "/", start.get_start, "visitor"),
    Page("GET", "/reference", reference.get_reference, "anyone"),
    Page("GET", "/guide", get_guide, "anyone"),
    Page("GET", "/guide/<path:page>", get_guide, "anyone"),
    Page("GET", "/enter", start.get_enter, "visitor"),
    Page("POST", "/enter", start.post_enter, "visitor", check_origin),
    Page("GET", "/enter/<token>", start.get_link, "visitor"),
    Page("GET", "/join", joining.get_join, "visitor"),
    Page("POST", "/join", joining.post_join, "visitor"),
    Page("POST", "/leave", start.post_leave, "visitor"),
    Page("GET", "/new", start.get_new, "operator"),
    Page("POST", "/new", start.post_new, "operator"),
    Page("GET", "/combats/<combat>", table.get_table),
    Page("POST", "/combats/<combat>/act", play.post_act, "player"),
    Page("GET", "/combats/<combat>/board", table.get_board),
    Page("GET", "/combats/<combat>/stream", live.get_stream),
    Page("GET", "/combats/<combat>/heads", heads.get_heads),
    Page("GET", "/combats/<combat>/head", heads.get_head),
    Page("GET", "/combats/<combat>/move", moving.get_move),
    Page("POST", "/combats/<combat>/move", moving.post_move, "player"),
    Page("GET", "/combats/<combat>/referee", referee.get_referee, "referee"),
    Page("POST", "/combats/<combat>/roster", rosters.post_roster, "referee"),
    Page("GET", "/combats/<combat>/seats", seats.get_seats, "referee"),
    Page("POST", "/combats/<combat>/door", joining.post_door, "referee"),
    Page("GET", "/combats/<combat>/docket", docket.get_docket),
    Page("GET", "/combats/<combat>/docket/<dispute>", docket.get_case),
    Page("POST", "/combats/<combat>/docket/<dispute>", docket.post_case, "player"),
    Page("GET", "/combats/<combat>/contest", contest.get_contest),
    Page("POST", "/combats/<combat>/contest", contest.post_contest, "player"),
    Page("GET", "/combats/<combat>/replay", replay.get_replay),
    Page("GET", "/combats/<combat>/replay/frame", replay.get_frame),
    Page("GET", "/combats/<combat>/compare", comparing.get_comparison),
    Page("GET", "/combats/<combat>/audit", audit.get_audit),
    Page("GET", "/combats/<combat>/audit.<form>", audit.get_audit_file),
    Page("GET", "/combats/<combat>/postings.csv", audit.get_postings),
    Page("GET", "/audit", campaign.get_campaign, "operator"),
    Page("GET", "/audit.<form>", campaign.get_campaign_file, "operator"),
    Page("GET", "/combats/<combat>/bundle.zip", audit.get_bundle),
    Page("GET", "/combats/<combat>/why", why.get_explanation),
    Page("GET", "/combats/<combat>/why-not", why.get_why_not, "player"),
    Page("GET", "/combats/<combat>/ask", ask.get_ask),
    Page("GET", "/combats/<combat>/ask.csv", ask.get_ask_csv),
    Page("GET", "/combats/<combat>/dice", fair.get_dice),
    Page("POST", "/combats/<combat>/dice", fair.post_dice, "player"),
    Page("GET", "/combats/<combat>/what-if", what_if.get_what_ifs),
    Page("POST", "/combats/<combat>/what-if", what_if.post_what_if, "player"),
)


def addresses_of_pages() -> Iterator[tuple[str, str, str]]:
    """The method and the rule of every page and its style, and the name of its view."""
    for each in PAGES:
        yield each.method, each.rule, _name(each)
    for aside, name, _ in _asides():
        yield "GET", aside, name


def register_pages(app: Flask, blank: Call) -> None:
    """Put the views of the pages and their style on an application that has their addresses."""
    app.register_blueprint(Blueprint("pages", __name__, template_folder="templates"))
    app.view_functions |= {_name(each): _view(each, blank) for each in PAGES}
    app.view_functions |= {name: view for _, name, view in _asides()}
    app.jinja_env.undefined = StrictUndefined
    app.jinja_env.tests["has_figures"] = lambda text: any(map(str.isdecimal, text))
    app.jinja_env.filters |= {"rule": rule, "with_rule": with_rule}
    app.jinja_env.trim_blocks = app.jinja_env.lstrip_blocks = True


def _asides() -> Iterator[tuple[str, str, Callable[..., Answer]]]:
    """What pages bring along: the rule, the name and the view of each style and script."""
    yield sheets.style_name(), "pages.style", _style
    yield leaves.style_name(), "pages.leaves_style", leaves.get_style
    yield leaves.script_name(), "pages.leaves_script", leaves.get_script
    yield "/script/<mark>/<name>", "pages.script", get_script


def _name(page: Page) -> str:
    return f"pages.{page.view.__name__}"


def _style() -> Response:
    return sent(sheets.STYLE, "text/css")


def _view(each: Page, blank: Call) -> Callable[..., Answer]:
    """The Flask view of a page; what cannot be shown is said on a page as well."""

    def view(**path: str) -> Answer:
        call = blank._replace(
            combat=path.get("combat", ""),
            path=path,
            headers=dict(request.headers),
            caller=visitor(blank.service),
        )
        try:
            return _drawn(each, call)
        except HTTPException:
            raise
        except Refused as refused:
            return _problem(call, refusal(refused, call))
        except Exception as error:
            problem = as_problem(error)
            if isinstance(problem, Problem):
                return _problem(call, problem)
            raise

    return view


def _drawn(each: Page, call: Call) -> Answer:
    """What the page draws for whoever may see it."""
    if each.method == "POST":
        each.check(call.service)
    caller = admitted(call.service, each.access, call.caller, call.combat)
    return each.view(call._replace(caller=caller))


def _problem(call: Call, problem: Problem) -> Response:
    return sheets.page("trouble", call, trouble=sheets.Trouble(problem))
