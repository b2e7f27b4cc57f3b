"""Register of all pages: their addresses, and who may see them."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import NamedTuple

from flask import Blueprint, Flask, request
from jinja2 import StrictUndefined
from werkzeug.wrappers import Response as Answer

from api.pages import reference
from api.pages.ending import rematch, share, summary
from api.pages.forms.files import check_file_form
from api.pages.guide.render import get_guide
from api.pages.home import campaigns, import_fight, new_fight, sign_in, start
from api.pages.layout.dice_faces import unbroken, with_dice
from api.pages.layout.render import GLOBALS, Trouble, page
from api.pages.layout.session import check_form, check_origin, visitor
from api.pages.layout.static_files import CLIENT, get_client, get_static
from api.pages.review import (
    audit,
    contest,
    dice,
    disputes,
    explain,
    number,
    query,
    replay,
    replay_file,
    what_ifs,
)
from api.pages.table import referee, seats, stream, submit, table, undo_page
from api.service.service import Service
from api.store.core.stale_reads import allow_stale_read
from api.web.auth import ANOTHER_COMBAT, Access, Caller, admit_caller, caller_of
from api.web.error_mapping import as_problems
from api.web.problems import Problem
from api.web.route_table import Call
from api.web.validation import refuse_nul
from projections.wording.game_words import capital, join_with_and, owner, rule, with_rule


class Page(NamedTuple):
    """A method on an address, what draws the answer, who may ask, and how a form is checked."""

    method: str
    rule: str
    view: Callable[[Call], Answer]
    access: Access = "reader"
    check: Callable[[Service], None] = check_form
    programs: bool = False
    """Whether programs may ask as well: with `Authorization`, and problems are JSON for them."""


PAGES = (
    Page("GET", "/", start.get_start, "visitor"),
    Page("GET", "/reference", reference.get_reference, "anyone"),
    Page("GET", "/guide", get_guide, "anyone"),
    Page("GET", "/guide/<path:page>", get_guide, "anyone"),
    Page("GET", "/enter", sign_in.get_enter, "visitor"),
    Page("POST", "/enter", sign_in.post_enter, "visitor", check_origin),
    Page("GET", "/join", sign_in.get_join, "visitor"),
    Page("POST", "/join", sign_in.post_join, "visitor"),
    Page("POST", "/leave", sign_in.post_leave, "visitor"),
    Page("GET", "/new", new_fight.get_new, "operator"),
    Page("POST", "/new", new_fight.post_new, "operator"),
    Page("GET", "/campaigns", campaigns.get_campaigns, "visitor"),
    Page("POST", "/campaigns", campaigns.post_campaigns, "operator"),
    Page("GET", "/import", import_fight.get_import, "operator"),
    Page("POST", "/import", import_fight.post_import, "operator", check_file_form),
    Page("GET", "/combats/<combat>", table.get_table),
    Page("POST", "/combats/<combat>/act", submit.post_act, "player"),
    Page("GET", "/combats/<combat>/board", table.get_board),
    Page("GET", "/combats/<combat>/stream", stream.get_stream),
    Page("GET", "/combats/<combat>/heads", stream.get_heads),
    Page("GET", "/combats/<combat>/head", stream.get_head),
    Page("GET", "/combats/<combat>/move", undo_page.get_move),
    Page("GET", "/combats/<combat>/referee", referee.get_referee, "referee"),
    Page("POST", "/combats/<combat>/roster", referee.post_roster, "referee"),
    Page("POST", "/combats/<combat>/file", referee.post_file, "referee", check_file_form),
    Page("GET", "/combats/<combat>/seats", seats.get_seats, "referee"),
    Page("POST", "/combats/<combat>/door", seats.post_door, "referee"),
    Page("GET", "/combats/<combat>/docket", disputes.get_docket),
    Page("GET", "/combats/<combat>/docket/<dispute>", disputes.get_case),
    Page("POST", "/combats/<combat>/docket/<dispute>", disputes.post_case, "player"),
    Page("GET", "/combats/<combat>/contest", contest.get_contest),
    Page("POST", "/combats/<combat>/contest", contest.post_contest, "player"),
    Page("GET", "/combats/<combat>/number", number.get_number, "referee"),
    Page("POST", "/combats/<combat>/number", number.post_number, "referee"),
    Page("GET", "/combats/<combat>/replay", replay.get_replay),
    Page("GET", "/combats/<combat>/replay/frame", replay.get_frame),
    Page("GET", "/combats/<combat>/replay.html", replay_file.get_replay_file, programs=True),
    Page("GET", "/combats/<combat>/summary", summary.get_summary),
    Page("POST", "/combats/<combat>/share", share.post_share, "referee"),
    Page("POST", "/combats/<combat>/again", rematch.post_again, "operator"),
    Page("GET", "/shared/<combat>/<secret>", share.get_shared, "anyone"),
    Page("GET", "/shared/<combat>/<secret>/replay.html", share.get_shared_file, "anyone"),
    Page("GET", "/combats/<combat>/compare", what_ifs.get_comparison),
    Page("GET", "/combats/<combat>/audit", audit.get_audit),
    Page("GET", "/combats/<combat>/audit.<form>", audit.get_audit_file),
    Page("GET", "/combats/<combat>/postings.csv", audit.get_postings),
    Page("GET", "/audit", audit.get_campaign, "operator"),
    Page("GET", "/audit.<form>", audit.get_campaign_file, "operator"),
    Page("GET", "/combats/<combat>/bundle.zip", audit.get_bundle),
    Page("GET", "/combats/<combat>/why", explain.get_explanation),
    Page("GET", "/combats/<combat>/why-not", explain.get_why_not, "player"),
    Page("GET", "/combats/<combat>/ask", query.get_ask),
    Page("GET", "/combats/<combat>/ask.csv", query.get_ask_csv),
    Page("GET", "/combats/<combat>/dice", dice.get_dice),
    Page("POST", "/combats/<combat>/dice", dice.post_dice, "player"),
    Page("GET", "/combats/<combat>/what-if", what_ifs.get_what_ifs),
    Page("POST", "/combats/<combat>/what-if", what_ifs.post_what_if, "player"),
    Page("GET", "/leave", submit.get_form_page, "anyone"),
    *(
        Page("GET", f"/combats/<combat>/{each}", submit.get_form_page, "anyone")
        for each in submit.FORM_PAGES
    ),
)


_FILES = {"/static/<mark>/<name>": "pages.static"} | {f"/{name}": "pages.client" for name in CLIENT}
"""The files of the pages: their rules, and the names of their views."""


def addresses_of_pages() -> Iterator[tuple[str, str, str]]:
    """The method and the rule of every page and its files, and the name of its view."""
    yield from ((each.method, each.rule, _name(each)) for each in PAGES)
    yield from (("GET", rule, name) for rule, name in _FILES.items())


def register_pages(app: Flask, blank: Call) -> None:
    """Put the views of the pages and their files on an application that has their addresses."""
    app.register_blueprint(Blueprint("pages", __name__, template_folder="templates"))
    app.view_functions |= {_name(each): _view(each, blank) for each in PAGES}
    app.view_functions |= {"pages.static": get_static, "pages.client": get_client}
    app.jinja_env.undefined = StrictUndefined
    app.jinja_env.tests["has_figures"] = lambda text: any(map(str.isdecimal, text))
    app.jinja_env.filters |= {
        "rule": rule,
        "with_rule": with_rule,
        "capital": capital,
        "listed": join_with_and,
        "owner": owner,
        "with_dice": with_dice,
        "unbroken": unbroken,
        "rejects_going_on": lambda forms: [it for it in forms if it.likely or not it.goes_on],
    }
    app.jinja_env.globals |= GLOBALS
    app.jinja_env.trim_blocks = app.jinja_env.lstrip_blocks = True


def _name(page: Page) -> str:
    return f"pages.{page.view.__name__}"


def _view(each: Page, blank: Call) -> Callable[..., Answer]:
    """Return the Flask view of a page; a problem is a page as well."""

    def view(**path: str) -> Answer:
        combat, token = path.get("combat", ""), request.headers.get("Authorization")
        call = blank._replace(combat=combat, path=path, headers=request.headers)
        if each.programs and token is not None:
            return _answer(each, call, lambda: caller_of(call.service, token))
        try:
            with as_problems(call):
                call = call._replace(caller=visitor(call.service))
            return _answer(each, call, lambda: call.caller)
        except Problem as problem:
            # What went wrong is told also while the database is away.
            allow_stale_read(True)
            return page(
                "trouble", call, trouble=Trouble(problem), seatless=_is_seatless(call, problem)
            )

    return view


def _is_seatless(call: Call, problem: Problem) -> bool:
    """Return whether somebody only lacks a seat at this fight."""
    if not call.combat or call.caller.is_operator:
        return False
    return problem.kind.slug == "unauthorized" or problem.detail == ANOTHER_COMBAT


def _answer(each: Page, call: Call, asks: Callable[[], Caller]) -> Answer:
    """Return what a page answers to somebody; raise the problem of what it refuses."""
    with as_problems(call):
        if each.method == "POST":
            each.check(call.service)
        sender = asks()
        caller = admit_caller(call.service, each.access, sender, call.combat)
        refuse_nul(dict(request.values.lists()))
        return each.view(call._replace(caller=caller, sender=sender))
