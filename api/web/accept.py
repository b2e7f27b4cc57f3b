"""Which form of an answer a caller takes: what `Accept` says, held against what there is."""

from __future__ import annotations

from collections.abc import Sequence

from flask import request

from api.web.problems import Problem


def best_form(forms: Sequence[str]) -> str:
    """Return the media type that the caller likes best, the first where nothing is said.

    Raises the problem of a caller who takes none of them.
    """
    if not request.accept_mimetypes:
        return forms[0]
    if (best := request.accept_mimetypes.best_match(forms)) is None:
        known = " or ".join(f"`{form}`" for form in forms)
        raise Problem("not-acceptable", f"This is not given in that form. Send `Accept` {known}.")
    return str(best)
