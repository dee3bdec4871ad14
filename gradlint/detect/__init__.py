"""Detectors: one function per rule, asking the flow one question and wording the answer."""

from __future__ import annotations

from collections.abc import Iterator

import libcst as cst

# Each of these registers its detectors when it is imported.
from gradlint.detect import (  # noqa: F401
    callbacks,
    entry,
    escapes,
    handwritten,
    inplace,
    numerics,
    scope,
    stopped,
    training,
)
from gradlint.detect.draft import DETECTORS, Draft, DraftLabel, Program, detects
from gradlint.flow.losses import Losses
from gradlint.flow.parsing import parse
from gradlint.flow.positions import Point, positions
from gradlint.flow.program import follow
from gradlint.flow.project import Project
from gradlint.garbage import exempt, settle, uncollected
from gradlint.model import Finding, Label, Span
from gradlint.records import dataclass, replace
from gradlint.sources.lines import split_lines
from gradlint.sources.unit import Unit
from gradlint.triage import may_ask


@dataclass(frozen=True, slots=True)
class Analysis:
    """What was found in a unit, and what that rests on."""

    findings: tuple[Finding, ...]
    partial: bool = False
    """The budget ran out before everything was followed."""
    consulted: tuple[str, ...] = ()
    """Other files that were read, or looked for in vain."""


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
    flow = follow(module, project, asks=may_ask(unit.text.encode(errors="replace")))
    flow.stay_home()
    findings = tuple(_found(unit, codes, module, Program(flow, Losses(flow))))
    return Analysis(findings, flow.partial, tuple(project.consulted) if project is not None else ())


def findings_in(unit: Unit, codes: frozenset[str]) -> Iterator[Finding]:
    yield from analysed(unit, codes).findings


def _found(unit: Unit, codes: frozenset[str], module: cst.Module, program: Program) -> Iterator[Finding]:
    from gradlint.catalog import headings

    drafts: list[tuple[str, Draft]] = []
    for code in sorted(codes & DETECTORS.keys()):
        drafts.extend((code, draft) for draft in DETECTORS[code](program))
    if not drafts:
        return
    # Only where something was found is there anything to mend.
    from gradlint.fixes import Workshop

    names = {code: rule.name for code, rule in headings().items()}
    located = positions(module, _nodes(drafts))
    workshop = Workshop(unit, module, program)
    seen: set[tuple[str, Span]] = set()
    for code, draft in drafts:
        finding = _finding(unit, code, names.get(code, code), draft, located)
        if finding is not None and (code, finding.span) not in seen:
            seen.add((code, finding.span))
            yield replace(finding, fix=workshop.fix(code, draft))


def _nodes(drafts: list[tuple[str, Draft]]) -> list[cst.CSTNode]:
    found: list[cst.CSTNode] = []
    for _, draft in drafts:
        for node in (draft.node, *(label.node for label in draft.labels)):
            found.append(node)
            name = method_name(node)
            if name is not None:
                found.append(name)
    return found


def method_name(node: cst.CSTNode) -> cst.Name | None:
    """The last name of a chained call, which may stand lines below the start of the chain."""
    if isinstance(node, cst.Call) and isinstance(node.func, cst.Attribute):
        return node.func.attr
    return None


def _span(unit: Unit, node: cst.CSTNode, located: dict[int, tuple[Point, Point]]) -> Span | None:
    found = located.get(id(node))
    if found is None:
        return None
    start, end = found
    name = method_name(node)
    if name is not None and id(name) in located and located[id(name)][0][0] != start[0]:
        start = located[id(name)][0]
    if (
        isinstance(node, (cst.FunctionDef, cst.ClassDef, cst.For, cst.While, cst.With, cst.If))
        and end[0] > start[0]
    ):
        end = (start[0], start[1] + len(split_lines(unit.text)[start[0] - 1]) - start[1])
    return unit.span(start, end)


def _finding(
    unit: Unit, code: str, name: str, draft: Draft, located: dict[int, tuple[Point, Point]]
) -> Finding | None:
    span = _span(unit, draft.node, located)
    if span is None:
        return None
    labels = [Label("cut", draft.cut, span)] if draft.cut else []
    for each in draft.labels:
        where = _span(unit, each.node, located)
        if where is not None:
            labels.append(Label(each.role, each.message, where, each.name))
    return Finding(
        code=code,
        name=name,
        message=draft.message,
        path=unit.path,
        span=span,
        severity=draft.severity,
        framework=draft.framework,
        labels=tuple(labels),
        help=draft.help,
    )


__all__ = ["DETECTORS", "Analysis", "Draft", "DraftLabel", "analysed", "detects", "findings_in"]
