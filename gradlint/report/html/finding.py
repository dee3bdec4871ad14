"""One finding in HTML: what it is, the way of the gradient, the code, what to do, what running showed."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from difflib import SequenceMatcher

from gradlint.core.model import Finding, Fix, Label, Verdict
from gradlint.report.html.excerpt import excerpts, row_id, row_of, steps
from gradlint.report.html.text import lines as escaped
from gradlint.report.html.text import safe, worded
from gradlint.report.replacement import replacement
from gradlint.report.texts import Texts
from gradlint.report.wording import in_order, where
from gradlint.sources.excerpt import Lines

_ROLES = {"enters": "enters", "cut": "cut", "asked": "requested"}
_SHORT = 60
_LABEL = 40
"""Characters of what may stand before the colon in a line of evidence."""


def article(finding: Finding, number: int, texts: Texts) -> str:
    kind = finding.verdict.kind if finding.verdict is not None else ""
    head = (
        f'<article class="finding" id="f{number}" data-rule="{safe(finding.code)}"'
        f' data-severity="{finding.severity.value}" data-verdict="{kind}" aria-labelledby="f{number}-title">'
    )
    return "".join((head, *_parts(finding, number, texts), "</article>\n"))


def _parts(finding: Finding, number: int, texts: Texts) -> Iterator[str]:
    code, name = safe(finding.code), safe(finding.name)
    place = f"{where(finding.span)}, column {finding.span.start.column}"
    yield '<p class="tags">'
    yield f'<span class="badge {finding.severity.value}">{finding.severity.value}</span> '
    if finding.verdict is not None:
        yield f'<span class="badge verdict-{finding.verdict.kind}">{finding.verdict.kind}</span> '
    yield f'<a href="#rule-{code}">{code} {name}</a> <a class="place" href="#f{number}">{place}</a></p>'
    yield f'<h3 id="f{number}-title">{worded(finding.message)}</h3>'
    yield _chain(finding, number, texts)
    yield excerpts(finding, number, texts)
    if finding.help:
        yield f'<p class="help"><strong>Help:</strong> {worded(finding.help)}</p>'
    if finding.fix is not None:
        yield _fix(finding.fix, texts.lines())
    if finding.verdict is not None:
        yield _verdict(finding.verdict)


def _chain(finding: Finding, number: int, texts: Texts) -> str:
    """The way of the gradient, drawn as boxes that arrows join; after the cut the arrows are broken."""
    way = [label for label in in_order(steps(finding)) if label.role in _ROLES]
    if len(way) < 2:
        return ""
    boxes = "".join(_box(label, number, texts) for label in way)
    return f'<ol class="chain" aria-label="The path of the gradient">{boxes}</ol>'


def _box(label: Label, number: int, texts: Texts) -> str:
    code = _quoted(label, texts)
    file = "" if label.path is None else f"{safe(label.path)}, "
    return (
        f'<li class="{label.role}"><span class="role">{_ROLES[label.role]}</span> '
        f'<a href="#{row_id(number, row_of(label.span), label.path)}">{file}{where(label.span)}</a>'
        + (f"<code>{code}</code>" if code else "")
        + "</li>"
    )


def _quoted(label: Label, texts: Texts) -> str:
    """The code that a label is about, if it is known."""
    span, lines = label.span, texts.lines(label.path)
    line = (lines.at(span.cell, span.start.row) if lines is not None else None) or ""
    end = span.end.column - 1 if span.end.row == span.start.row else len(line)
    text = line[span.start.column - 1 : end].strip()
    return safe(text if len(text) <= _SHORT else f"{text[:_SHORT]}\u2026")


def _fix(fix: Fix, lines: Lines | None) -> str:
    kind = {"safe": "Fix", "unsafe": "Fix (may change what the code means)", "display": "Suggestion"}
    heading = f'<p class="help"><strong>{kind[fix.applicability]}:</strong> {worded(fix.message)}</p>'
    whole = None if lines is None else replacement(fix, lines)
    if whole is None:
        return heading
    body = "".join(_changes(whole.before, whole.after))
    return f'{heading}<pre class="code diff" tabindex="0" role="region" aria-label="Change">{body}</pre>'


def _changes(before: Sequence[str], after: Sequence[str]) -> Iterator[str]:
    """The lines that go and those that come; a gap stands for what lies between two changes."""
    changed = [one for one in SequenceMatcher(None, before, after).get_opcodes() if one[0] != "equal"]
    for number, (_, start, end, new_start, new_end) in enumerate(changed):
        if number:
            yield '<span class="gap">&#8943;</span>\n'
        yield from (f"<del>{safe(line)}</del>\n" for line in before[start:end])
        yield from (f"<ins>{safe(line)}</ins>\n" for line in after[new_start:new_end])


def _verdict(verdict: Verdict) -> str:
    device = f"on {verdict.device}" if verdict.device else None
    seconds = f"{verdict.seconds:.2f} s" if verdict.seconds else None
    note = ", ".join(safe(part) for part in (verdict.level, device, seconds) if part)
    rows = "".join(_evidence(label, lines) for label, lines in _grouped(verdict.evidence))
    table = f"<table><caption>Evidence</caption><tbody>{rows}</tbody></table>" if rows else ""
    return (
        f'<section class="verdict {verdict.kind}"><h4>{verdict.kind} <small>{note}</small></h4>'
        f"<p>{worded(verdict.reason)}</p>{table}{_made_up(verdict)}</section>"
    )


def _grouped(evidence: Iterable[str]) -> Iterator[tuple[str, list[str]]]:
    """Lines such as `as written: None`, those with one beginning together; what has none has an empty one."""
    found: dict[str, list[str]] = {}
    for line in evidence:
        label, colon, value = line.partition(":")
        known = bool(colon and value.strip()) and len(label) <= _LABEL
        found.setdefault(label.strip() if known else "", []).append(value.strip() if known else line)
    yield from found.items()


def _evidence(label: str, lines: Iterable[str]) -> str:
    code = "<br>".join(f"<code>{escaped(line)}</code>" for line in lines)
    if not label:
        return f'<tr><td colspan="2">{code}</td></tr>'
    return f'<tr><th scope="row">{safe(label)}</th><td>{code}</td></tr>'


def _made_up(verdict: Verdict) -> str:
    """Everything that the reader has to know to judge the numbers."""
    parts = {
        "Inputs": verdict.inputs,
        "Stand-ins": verdict.stubs,
        "Repairs": verdict.repairs,
        "Sandbox": [f"{layer}: {state}" for layer, state in verdict.isolation],
    }
    listed = "".join(f"<dt>{name}</dt>{_definitions(entries)}" for name, entries in parts.items() if entries)
    return f"<details><summary>How it was run</summary><dl>{listed}</dl></details>" if listed else ""


def _definitions(entries: Iterable[str]) -> str:
    return "".join(f"<dd><code>{escaped(entry)}</code></dd>" for entry in entries)
