"""The findings in one unit: parse, follow the gradients once, ask every selected rule."""

from __future__ import annotations

from collections.abc import Iterator

import libcst as cst

from gradlint.analysis.lost_gradients.lost import LostGradients
from gradlint.analysis.program import follow
from gradlint.analysis.project.modules import Project
from gradlint.analysis.project.parsing import parse
from gradlint.analysis.project.syntax import walk
from gradlint.core.catalog import Heading
from gradlint.core.garbage import exempt, settle, uncollected
from gradlint.core.model import Definition, Finding, Fix, Label, Severity, Span
from gradlint.core.records import dataclass, replace
from gradlint.engine import evidence
from gradlint.engine.places import Places
from gradlint.rules import detectors
from gradlint.rules.shared.callers import with_callers, with_reason
from gradlint.rules.shared.draft import Draft, Program, form_of
from gradlint.sources.entries import reaches, starts_program
from gradlint.sources.triage import may_ask
from gradlint.sources.unit import Unit


@dataclass(frozen=True, slots=True)
class Analysis:
    """What was found in a unit, and what that rests on."""

    findings: tuple[Finding, ...]
    partial: bool = False
    """The budget ran out before everything was followed."""
    consulted: tuple[str, ...] = ()
    """Other files that were read, or looked for in vain."""
    elsewhere: tuple[Finding, ...] = ()
    """What the unit leads to in other files of its project."""
    others: tuple[Unit, ...] = ()
    """The other files that the findings speak of."""
    followed: tuple[Definition, ...] = ()
    """Functions of other files that are called here while gradients are recorded."""


def analysed(unit: Unit, codes: frozenset[str]) -> Analysis:
    """Parse, follow the gradients once, ask every selected detector."""
    with uncollected():
        found = _analysed(unit, codes)
    settle()  # all that was followed is gone by now: hardly anything is left to be looked at
    return found


def _analysed(unit: Unit, codes: frozenset[str]) -> Analysis:
    project = Project(unit.path) if unit.kind == "python" else None
    module = parse(unit.text)
    exempt()
    asks = _asks(unit)
    flow = follow(module, project, asks=asks)
    places = Places(unit, module, tuple(project.outlines.values()) if project is not None else ())
    hidden: list[cst.CSTNode] = []
    found = list(_found(codes, places, Program(flow, LostGradients(flow)), hidden))
    known = {(one.code, one.path, one.span) for one in found}
    for chosen in flow.programs:
        other = follow(module, project, asks=asks, chosen=chosen)
        foreign = chosen <= flow.looked_up and not any(each in chosen for each in walk(module))
        for one in _found(codes, places, Program(other, LostGradients(other)), []):
            if foreign and one.path == unit.path:
                continue  # of a registry of other files, perhaps none that is ever used here
            if (one.code, one.path, one.span) not in known:
                known.add((one.code, one.path, one.span))
                found.append(replace(one, severity=min(one.severity, Severity.WARNING, key=_GRAVITY.index)))
    return Analysis(
        tuple(one for one in found if one.path == unit.path),
        flow.partial,
        tuple(project.consulted) if project is not None else (),
        tuple(replace(one, via=unit.path) for one in found if one.path != unit.path),
        places.others(),
        evidence.followed(flow, places.read, hidden) if asks else (),
    )


_GRAVITY = (Severity.INFO, Severity.WARNING, Severity.ERROR)


def _asks(unit: Unit) -> bool:
    """Whether a file may ask for a gradient: by its own words, or as a script that leads to modules that do."""
    data = unit.text.encode(errors="replace")
    if may_ask(data):
        return True
    return (
        unit.kind == "python" and starts_program(data, unit.path) and reaches(data, unit.path, may_ask).found
    )


def findings_in(unit: Unit, codes: frozenset[str]) -> Iterator[Finding]:
    yield from analysed(unit, codes).findings


def _found(
    codes: frozenset[str], places: Places, program: Program, hidden: list[cst.CSTNode]
) -> Iterator[Finding]:
    """The findings; where a failure was expected, and is none for that reason, is told as well."""
    from gradlint.core.catalog import headings

    drafts: list[tuple[str, Draft]] = []
    for code, detect in detectors(codes, program):
        drafts.extend((code, with_callers(with_reason(draft, program))) for draft in detect(program))
    if not drafts:
        return
    from gradlint.rules.shared.expected import claimed, is_dropped, unexpected

    drafts, all_drafts = unexpected(drafts, program, places.module), drafts
    left = {id(draft) for _, draft in drafts}
    hidden.extend(draft.node for _, draft in all_drafts if id(draft) not in left)
    # Only where something was found is there anything to fix.
    from gradlint.fixing.maker import FixMakers

    known = headings()
    places.look_for(drafts)
    grounds = evidence.Grounds(places, drafts)
    makers = FixMakers(places.unit, places.module, program)
    seen: set[tuple[str, str, Span]] = set()
    said: dict[tuple[str, str, object, str], Fix | None] = {}
    for code, draft in drafts:
        finding = _finding(places, code, known[code].name if code in known else code, draft)
        if finding is None or (code, finding.path, finding.span) in seen:
            continue
        file, unit = places.text(draft.node)
        if claimed(draft) and any(map(unit.expects_errors, _cells(finding))):
            continue
        if is_dropped(draft) and unit.shows(finding.span):
            continue
        seen.add((code, finding.path, finding.span))
        fix = makers.at(file, unit).fix(code, draft)
        line = (code, finding.path, (finding.span.cell, finding.span.start.row), finding.message)
        if line in said and fix in (None, said[line]):
            continue  # a ratio and its clipped twin: one sentence about the line will do
        said.setdefault(line, fix)
        rests_on = grounds.of(code, draft)
        severity = finding.severity
        if rests_on and code in known:
            sure = grounds.are_hosted(code, draft, program) or grounds.are_complete(draft)
            severity = _supposed(known[code], severity, sure)
        yield replace(finding, severity=severity, fix=fix, rests_on=rests_on)


def _supposed(rule: Heading, severity: Severity, sure: bool) -> Severity:
    """How grave a finding is where no caller is seen: what it rests on is then mostly supposed."""
    if severity is Severity.ERROR:
        return rule.uncalled
    return rule.guessed if severity is Severity.WARNING and not sure else severity


def _cells(finding: Finding) -> set[int | None]:
    """The cells of a notebook in which the finding can fail: its own, and that of the request."""
    asked = (each for each in finding.labels if each.role == "asked" and each.path is None)
    return {finding.span.cell, *(each.span.cell for each in asked)}


def _finding(places: Places, code: str, name: str, draft: Draft) -> Finding | None:
    here = places.of(draft.node)
    if here is None:
        return None
    path, span = here
    labels = [Label("cut", draft.cut, span)] if draft.cut else []
    for each in draft.labels:
        where = places.of(each.node)
        if where is not None:
            elsewhere = where[0] if where[0] != path else None
            labels.append(Label(each.role, each.message, where[1], each.name, elsewhere))
    return Finding(
        code=code,
        name=name,
        message=draft.message,
        path=path,
        span=span,
        severity=draft.severity,
        framework=draft.framework,
        labels=tuple(labels),
        help=draft.help,
        form=draft.form or form_of(draft.about),
    )
