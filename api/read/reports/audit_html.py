"""The audit as one HTML page that stands by itself: its pictures and its style are in it.

The policy allows that one style by its hash, and pictures that are in the page; there is no script.
"""

from __future__ import annotations

import base64
import hashlib
from collections.abc import Sequence
from functools import cache
from pathlib import Path
from typing import NamedTuple

from jinja2 import Environment, Template

from api.read.reports.audit_charts import pictures
from api.read.reports.pool_charts import bars
from projections.audit.markdown import sections, title_of
from projections.audit.report import Report
from projections.audit.step_audits import Rejudging

FOLDER = Path(__file__).parent


class Page(NamedTuple):
    """A page as it is sent, and the policy that it is sent under."""

    html: bytes
    policy: str


def page(report: Report, rejudged: Sequence[Rejudging] = ()) -> Page:
    """A report as a page; everything in it is escaped."""
    html = _template().render(
        title=title_of(report),
        parts=sections(report, rejudged),
        style=_STYLE,
        charts={one.name: bars(one) for one in pictures(report)},
    )
    return Page(html.encode(), POLICY)


@cache
def _template() -> Template:
    written = (FOLDER / "report.html").read_text("utf-8")
    return Environment(autoescape=True, trim_blocks=True).from_string(written)


_STYLE = (FOLDER / "report.css").read_text("utf-8")
_STYLE_HASH = base64.b64encode(hashlib.sha256(_STYLE.encode()).digest()).decode()
POLICY = (
    f"default-src 'none'; style-src 'sha256-{_STYLE_HASH}'; img-src data:; base-uri 'none';"
    " frame-ancestors 'none'"
)
"""The policy that a page is sent under."""
