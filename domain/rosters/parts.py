"""Parts of an entry behind its name: fields, notes, conditions, and words that are none."""

from __future__ import annotations

from domain.rosters import remarks as r
from domain.rosters.draft import Draft
from domain.rosters.fields import (
    BONUS,
    TIMES,
    bracket_end,
    is_mark,
    skip_gaps,
    unknown_end,
    word_end,
)
from domain.rosters.lines import HYPHENS, Line


def read_part(draft: Draft, at: int, *, behind: bool = False) -> int:
    """Take the part that begins at an offset into a draft; return where it ends."""
    text = draft.line.folded
    if text.startswith(("--", "—"), at):
        return _take_note(draft, at)
    if text[at] in "([":
        return _take_bracket(draft, at)
    if end := _take_field(draft, at, len(text), behind=behind):
        return end
    if text[at : word_end(text, at)] == "-" and _starts_part(draft.line, at + 1):
        return at + 1
    return _take_unknown(draft, at)


def _take_note(draft: Draft, at: int) -> int:
    """Take everything up to the end of the line as a note."""
    typed = draft.line.typed
    if note := typed[at:].lstrip(f"-—{HYPHENS} \t").strip():
        draft.notes.append(note)
    return len(typed)


def _take_field(draft: Draft, at: int, end: int, *, behind: bool = False) -> int:
    """Take a field or a count that ends before an offset; return where it ends, 0 for none."""
    text = draft.line.folded
    if (field := draft.line.field(at, behind=behind)) and field.end <= end:
        draft.take(field, draft.line.at(at, field.end))
        return field.end
    if (times := TIMES.match(text, at)) and times.end() <= end:
        draft.take_count(times["times"], draft.line.at(at, times.end()))
        return times.end()
    return 0


def _starts_part(line: Line, at: int) -> bool:
    """Return whether a field or a bracket follows: a hyphen before it only sets it apart."""
    text, at = line.folded, skip_gaps(line.folded, at)
    return at < len(text) and (text[at] in "([" or line.field(at) is not None)


def _take_bracket(draft: Draft, at: int) -> int:
    end = bracket_end(draft.line.folded, at)
    inside = draft.line.words(at + 1, end - 1) if end else ""
    if end is None or not inside.strip(",;|"):
        end = end or len(draft.line.folded)
        draft.unknown.append((at, end))
    elif draft.line.folded[at] == "[":
        draft.take_states(at + 1, end - 1)
    elif fields := _fields_between(draft, at + 1, end - 1):
        for begin in fields:
            _take_field(draft, begin, end - 1)
    else:
        draft.notes.append(inside)
        _remark_on_fields(draft, at, end)
    return end


def _fields_between(draft: Draft, begin: int, end: int) -> list[int]:
    """Return where the fields begin that fill a bracket; none where other words stand in it."""
    text, found, at = draft.line.folded, list[int](), skip_gaps(draft.line.folded, begin)
    while at < end:
        field, times = draft.line.field(at), TIMES.match(text, at)
        field_end = field.end if field else times.end() if times else len(text) + 1
        if field_end > end:
            return []
        found.append(at)
        at = skip_gaps(text, field_end)
    return found


def _remark_on_fields(draft: Draft, begin: int, end: int) -> None:
    """Say that a note in brackets holds something that looks like a field."""
    text, at = draft.line.folded, begin + 1
    while at < end:
        if (field := draft.line.field(at)) and field.end < end:
            words, whole = draft.line.at(at, field.end), draft.line.words(begin, end)
            why = f'"{words.words}" stands in brackets together with other words.'
            advice = "Write numbers outside of the brackets of a note."
            draft.remarks.append(r.kept(words, why, f"All of {whole} is taken as a note.", advice))
            return
        at = skip_gaps(text, word_end(text, at))


def _take_unknown(draft: Draft, at: int) -> int:
    """Take words as not understood, up to what is understood; a bonus behind them is theirs."""
    text = draft.line.folded
    begin, end = at, unknown_end(text, at)
    while text[end : end + 1] == " ":
        follows = skip_gaps(text, end, " ")
        if follows == len(text) or text[follows] in "\t,;|([" or _is_known(draft.line, follows):
            break
        end = unknown_end(text, follows)
    if bonus := BONUS.match(text, end):
        end = bonus.end()
    draft.unknown.append((begin, end))
    return end


def _is_known(line: Line, at: int) -> bool:
    text = line.folded
    known = line.field(at) or TIMES.match(text, at)
    return bool(known) or is_mark(text, at) or text.startswith(("--", "—"), at)
