"""Leave out the findings that a comment asks to leave out, and name the comments that hide nothing.

`# gradlint: ignore[GL101, numpy-round-trip] reason` on a line of the statement, `# gradlint: ignore` for
every rule, `# gradlint: ignore-file` or `ignore-file[GL101]` on a line of its own; `# noqa: GL101` and
`# noqa` count as well.
"""

from __future__ import annotations

import io
import re
import tokenize
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from gradlint.core.model import Finding, Fix, Severity, Span
from gradlint.core.selectors import Rules, codes_of, unknown_rule
from gradlint.engine.directives import Directive, without_names
from gradlint.sources.unit import Unit

CODE = "GL901"
NAME = "unused-suppression"

_DIRECTIVE = re.compile(
    r"""\#\s*gradlint:\s*(?P<word>ignore(?:-file)?)(?![\w-])\s*(?:\[(?P<names>[^]]*)\])?
    | \#\s*gradlint:\s*(?P<other>[A-Za-z][\w-]*)(?=\s*(?:[\[=:(]|$))
    | \#\s*(?P<noqa>(?i:noqa))(?![\w-])(?:\s*(?P<colon>:)\s*(?P<codes>(?:[A-Za-z]+\d+[\s,]*)+)?)?""",
    re.VERBOSE,
)
_NAME = re.compile(r"[^\s,]+(?:[^,\S\n]+[^\s,]+)*")
_CODE = re.compile(r"[A-Za-z]+\d+")
_FILE_WIDE = re.compile(r"gradlint:\s*ignore-file(?![\w-])\s*(?!\[)")
_MENTIONED = re.compile(r"gradlint:|noqa", re.IGNORECASE)
_NAMES_US = re.compile(r"gradlint:|noqa\s*:.*\bGL\d", re.IGNORECASE)
_NO_CODE = frozenset({tokenize.NL, tokenize.INDENT, tokenize.DEDENT})

Place = tuple[int | None, int]
"""A cell (None outside notebooks) and a row of the file."""


@dataclass(frozen=True, slots=True)
class _Comment:
    text: str
    row: int
    column: int
    alone: bool
    """Nothing but the comment stands on its line."""
    rows: range
    """The rows of the statement that it belongs to."""


@dataclass(frozen=True, slots=True)
class _Suppression:
    """One name in one comment, or a comment without names."""

    text: str
    span: Span
    where: Directive
    name: tuple[int, int] | None
    """Where its name stands in the text of the comment."""
    codes: frozenset[str] | None
    """None: whatever is found there."""
    places: frozenset[Place] | None
    """None: the whole file."""
    alone: bool
    shared: bool
    """Other tools obey it as well, so that it may be meant for them."""

    def hides(self, finding: Finding) -> bool:
        if self.codes is not None and finding.code not in self.codes:
            return False
        return self.places is None or (finding.span.cell, finding.span.start.row) in self.places


@dataclass(frozen=True, slots=True)
class _Complaint:
    """What is wrong with a suppression."""

    message: str
    span: Span
    fix: Fix | None = None


def apply(unit: Unit, findings: Sequence[Finding], enabled: frozenset[str], rules: Rules) -> list[Finding]:
    """The findings that are left, and a GL901 for each suppression that hides none of them."""
    if not (_MENTIONED if findings else _NAMES_US).search(unit.text):
        return list(findings)
    comments = _comments(unit.text)
    if any(_skips(comment) for comment in comments):
        return []
    read = [item for comment in comments for item in _read(comment, unit, rules)]
    suppressions = [item for item in read if isinstance(item, _Suppression)]
    left, used = _sorted_out(findings, suppressions)
    if CODE not in enabled:
        return left
    complaints = [item for item in read if isinstance(item, _Complaint)]
    unused = [s for s in suppressions if s not in used and _is_judged(s, enabled, rules)]
    complaints += [_unused(each, unused, unit) for each in unused]
    return left + _reported(complaints, suppressions, unit, rules)


def _sorted_out(
    findings: Sequence[Finding], suppressions: Sequence[_Suppression]
) -> tuple[list[Finding], set[_Suppression]]:
    """The findings that nothing hides, and the suppressions that hide one."""
    left: list[Finding] = []
    used: set[_Suppression] = set()
    for finding in findings:
        hiding = [suppression for suppression in suppressions if suppression.hides(finding)]
        used.update(hiding)
        if not hiding:
            left.append(finding)
    return left, used


def divided(unit: Unit, findings: Sequence[Finding], rules: Rules) -> tuple[list[Finding], set[Span]]:
    """Of findings that other files have led to those that are left, and the suppressions that hide the rest."""
    if not findings or not _MENTIONED.search(unit.text):
        return list(findings), set()
    read = [item for comment in _comments(unit.text) for item in _read(comment, unit, rules)]
    left, used = _sorted_out(findings, [item for item in read if isinstance(item, _Suppression)])
    return left, {each.span for each in used}


def without_used(findings: Sequence[Finding], used: set[Span]) -> list[Finding]:
    """The findings of a file without complaints about suppressions of which another file has shown the use."""
    rows = {(span.cell, span.start.row) for span in used}
    left = [one for one in findings if one.code != CODE or one.span not in used]
    # What is left of a comment would go with a fix that was made for all of it.
    return [
        replace(one, fix=None) if one.code == CODE and (one.span.cell, one.span.start.row) in rows else one
        for one in left
    ]


def skips_file(text: str) -> bool:
    """Whether a comment asks to leave the whole file alone, so that it need not be analysed."""
    if "gradlint" not in text or not _FILE_WIDE.search(text):
        return False
    return any(_skips(comment) for comment in _comments(text))


def _comments(text: str) -> list[_Comment]:
    """All comments; none if the text is so broken that it has no tokens."""
    comments: list[_Comment] = []
    waiting: list[tokenize.TokenInfo] = []
    first: int | None = None
    # `newline=None` makes one line of what Python takes for one, whatever ends it.
    readline = io.StringIO(text, newline=None).readline
    try:
        for token in tokenize.generate_tokens(readline):
            if token.type == tokenize.COMMENT:
                waiting.append(token)
            elif token.type == tokenize.NEWLINE or (token.type == tokenize.NL and first is None):
                rows = range(first or token.start[0], token.start[0] + 1)
                comments.extend(_comment(comment, rows) for comment in waiting)
                waiting, first = [], None
            elif first is None and token.type not in _NO_CODE:
                first = token.start[0]
    except (tokenize.TokenError, SyntaxError):
        return []
    return comments


def _comment(token: tokenize.TokenInfo, rows: range) -> _Comment:
    row, column = token.start
    return _Comment(token.string, row, column, not token.line[:column].strip(), rows)


def _skips(comment: _Comment) -> bool:
    found = _DIRECTIVE.search(comment.text) if comment.alone else None
    return found is not None and found["word"] == "ignore-file" and found["names"] is None


def _read(comment: _Comment, unit: Unit, rules: Rules) -> Iterator[_Suppression | _Complaint]:
    """The suppressions in a comment, and what cannot be one."""
    for found in _DIRECTIVE.finditer(comment.text):
        if found["other"]:
            yield _Complaint(
                f"`gradlint: {found['other']}` is not a valid suppression; write `gradlint: ignore[CODE]`",
                _span(comment, found.span(), unit),
            )
            continue
        form = "noqa" if found["noqa"] else f"gradlint: {found['word']}"
        where = Directive(comment.text, comment.row, comment.column, comment.alone, found.span())
        span = _span(comment, found.span(), unit)
        if form == "gradlint: ignore-file" and not comment.alone:
            yield _Complaint(f"`{form}` works only on a line of its own", span)
        elif found["names"] is not None:
            yield from _read_names(comment, found, where, unit, rules)
        elif found["colon"]:
            yield from _read_codes(comment, found, where, unit, rules)
        else:
            places = _places(comment, unit)
            shared = form == "noqa"
            yield _Suppression(form, span, where, None, None, places, comment.alone, shared)


def _read_names(
    comment: _Comment, found: re.Match[str], where: Directive, unit: Unit, rules: Rules
) -> Iterator[_Suppression | _Complaint]:
    start, end = found.span("names")
    names = list(_NAME.finditer(comment.text, start, end))
    if not names:
        yield _Complaint(f"`gradlint: {found['word']}[]` names no rule", _span(comment, found.span(), unit))
    places = None if found["word"] == "ignore-file" else _places(comment, unit)
    for name in names:
        span = _span(comment, name.span(), unit)
        if codes := codes_of(name[0], rules, groups=False):
            text = f"gradlint: {found['word']}[{name[0]}]"
            yield _Suppression(text, span, where, name.span(), codes, places, comment.alone, shared=False)
        else:
            yield _Complaint(f"{unknown_rule(name[0], rules)} in `gradlint: {found['word']}`", span)


def _read_codes(
    comment: _Comment, found: re.Match[str], where: Directive, unit: Unit, rules: Rules
) -> Iterator[_Suppression | _Complaint]:
    """Of the codes after `noqa:` only those that begin like ours are our business."""
    start, end = found.span("codes")
    for name in _CODE.finditer(comment.text, max(start, 0), max(end, 0)):
        code = name[0].upper()
        span = _span(comment, name.span(), unit)
        if not code.startswith("GL"):
            continue
        if codes := codes_of(code, rules, groups=False):
            places, text = _places(comment, unit), f"noqa: {code}"
            yield _Suppression(text, span, where, name.span(), codes, places, comment.alone, shared=False)
        else:
            yield _Complaint(f"{unknown_rule(name[0], rules)} in `noqa`", span)


def _span(comment: _Comment, within: tuple[int, int], unit: Unit) -> Span:
    start, end = within
    return unit.span((comment.row, comment.column + start), (comment.row, comment.column + end))


def _places(comment: _Comment, unit: Unit) -> frozenset[Place]:
    located = (unit.locate(row, 0) for row in comment.rows)
    return frozenset((cell, position.row) for position, cell in located)


def _is_judged(suppression: _Suppression, enabled: frozenset[str], rules: Rules) -> bool:
    """Whether this run would have shown all that the suppression might be there for."""
    if suppression.shared:
        return False
    covered = frozenset(rules) if suppression.codes is None else suppression.codes
    if len(covered) > 1:
        covered = frozenset(code for code in covered if rules[code].severity is not Severity.INFO)
    covered -= {CODE}
    return bool(covered) and covered <= enabled


def _unused(suppression: _Suppression, unused: Sequence[_Suppression], unit: Unit) -> _Complaint:
    misplaced = suppression.alone and suppression.places is not None
    hint = "; it has to stand on a line of the statement that it is about" if misplaced else ""
    # All that one comment names in vain goes at once, whichever of the names is looked at.
    names = [each.name for each in unused if each.where == suppression.where and each.name is not None]
    edit = without_names(suppression.where, names, unit)
    fix = Fix("Remove the unused suppression", "unsafe" if misplaced else "safe", (edit,))
    return _Complaint(f"`{suppression.text}` is unused{hint}", suppression.span, fix)


def _reported(
    complaints: Sequence[_Complaint], suppressions: Sequence[_Suppression], unit: Unit, rules: Rules
) -> list[Finding]:
    """The complaints as findings, without those that a suppression names away."""
    rule = rules.get(CODE)
    severity = rule.severity if rule else Severity.WARNING
    made = [
        Finding(CODE, NAME, one.message, unit.path, one.span, severity, fix=one.fix) for one in complaints
    ]
    naming = [suppression for suppression in suppressions if suppression.codes == frozenset({CODE})]
    return [finding for finding in made if not any(suppression.hides(finding) for suppression in naming)]
