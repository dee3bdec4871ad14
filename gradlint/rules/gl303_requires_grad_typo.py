"""GL303: A misspelt requires_grad is just another attribute, and so is the right one on a module."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

import libcst as cst

from gradlint.analysis.domain.facts import FlagSet
from gradlint.analysis.domain.faults import Fault, FaultKind
from gradlint.analysis.project.syntax import walk
from gradlint.core.model import Applicability, Severity
from gradlint.rules.shared.bench import Bench
from gradlint.rules.shared.draft import Draft, Program
from gradlint.rules.shared.patch import Change, Patch
from gradlint.rules.shared.wording import Wording, faults

_FAULTS: Mapping[FaultKind, Wording] = {
    "flag-on-module": Wording(
        "a module has no `requires_grad`: PyTorch stores the attribute, and its parameters keep theirs",
        "call the method, which tells every parameter: .requires_grad_({fact.detail})",
        "has no effect",
        Severity.WARNING,
    ),
}


def detect(program: Program) -> Iterator[Draft]:
    for found in program.flow.typos:
        yield Draft(
            found.place.node,
            f"`{found.attribute}` is not an attribute of tensors: PyTorch stores it and ignores it",
            "write requires_grad",
            "torch",
            Severity.ERROR,
            (),
            "has no effect",
            about=found,
        )
    yield from faults(program, _FAULTS)


def fix(bench: Bench) -> Patch | None:
    if isinstance(bench.draft.about, Fault):
        return _called(bench)
    if not isinstance(bench.draft.about, FlagSet):
        return None
    wrong = bench.draft.about.attribute
    # To freeze what has been trained so far is for its author to decide.
    sure: Applicability = "safe" if bench.draft.about.value else "unsafe"
    for node in walk(bench.node):
        if isinstance(node, cst.Attribute) and node.attr.value == wrong:
            return bench.patch("Write requires_grad", sure, [bench.replace(node.attr, "requires_grad")])
    return None


def _called(bench: Bench) -> Patch | None:
    """`layer.requires_grad = False` becomes `layer.requires_grad_(False)`."""
    node = bench.node
    if not isinstance(node, cst.Assign) or len(node.targets) != 1:
        return None
    target = node.targets[0].target
    if not isinstance(target, cst.Attribute):
        return None
    called = f"{bench.bare(target.value)}.requires_grad_({bench.bare(node.value)})"
    return bench.patch("Call requires_grad_()", "unsafe", [Change(*bench.text.span(node), called)])
