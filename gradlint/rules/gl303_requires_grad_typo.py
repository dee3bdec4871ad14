"""GL303: A misspelt requires_grad is just another attribute."""

from __future__ import annotations

from collections.abc import Iterator

import libcst as cst

from gradlint.analysis.domain.facts import FlagSet
from gradlint.analysis.project.syntax import walk
from gradlint.core.model import Applicability, Severity
from gradlint.rules.shared.bench import Bench
from gradlint.rules.shared.draft import Draft, Program
from gradlint.rules.shared.patch import Patch


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


def fix(bench: Bench) -> Patch | None:
    if not isinstance(bench.draft.about, FlagSet):
        return None
    wrong = bench.draft.about.attribute
    # To freeze what has been trained so far is for its author to decide.
    sure: Applicability = "safe" if bench.draft.about.value else "unsafe"
    for node in walk(bench.node):
        if isinstance(node, cst.Attribute) and node.attr.value == wrong:
            return bench.patch("Write requires_grad", sure, [bench.replace(node.attr, "requires_grad")])
    return None
