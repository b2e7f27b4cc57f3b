"""The audit as one HTML page that stands by itself: its pictures and its style are in it.

The policy allows that one style by its hash, and pictures that are in the page; there is no script.
"""

from __future__ import annotations

import base64
import hashlib
from collections.abc import Sequence
from pathlib import Path

from jinja2 import Environment, FileSystemLoader

from api.read.reports.audit_charts import pictures
from api.read.reports.pool_charts import bars
from projections.audit.markdown import sections, title_of
from projections.audit.report import AuditReport
from projections.audit.step_audits import Rejudging

FOLDER = Path(__file__).parent


def page(report: AuditReport, rejudged: Sequence[Rejudging] = (), scripted: bool = False) -> bytes:
    """Return a report as a page, to be sent under `POLICY`; everything in it is escaped."""
    html: str = _TEMPLATE.render(
        title=title_of(report),
        parts=sections(report, rejudged, scripted),
        style=_STYLE,
        charts={one.name: bars(one) for one in pictures(report)},
    )
    return html.encode()


_PAGES = Environment(loader=FileSystemLoader(FOLDER), autoescape=True, trim_blocks=True)
_TEMPLATE = _PAGES.get_template("report.html")
_STYLE = (FOLDER / "report.css").read_text("utf-8")
_STYLE_HASH = base64.b64encode(hashlib.sha256(_STYLE.encode()).digest()).decode()
POLICY = (
    f"default-src 'none'; style-src 'sha256-{_STYLE_HASH}'; img-src data:; base-uri 'none';"
    " frame-ancestors 'none'"
)
"""The policy that a page is sent under."""
