"""GL306: .grad of something computed is None."""

from __future__ import annotations

from collections.abc import Iterator

import libcst as cst

from gradlint.analysis.domain.facts import GradRead
from gradlint.analysis.project.syntax import walk
from gradlint.core.model import Severity
from gradlint.rules.shared.bench import Bench
from gradlint.rules.shared.draft import Draft, DraftLabel, Program
from gradlint.rules.shared.leaves import called, is_computed, rebinding
from gradlint.rules.shared.patch import Patch


def detect(program: Program) -> Iterator[Draft]:
    for read in program.flow.grad_reads:
        if not is_computed(read.array) or read.array.retains or rebinding(program, read) is not None:
            continue
        if not read.certain and read.array.node.place.stack != read.place.stack:
            continue
        yield Draft(
            read.place.node,
            "The .grad attribute of a Tensor that is not a leaf Tensor is being accessed: "
            f"{called(read.name)} is computed, so `.grad` is None",
            "call .retain_grad() before backward()",
            "torch",
            Severity.WARNING,
            (DraftLabel("note", "computed here", read.array.node.place.node),),
            "read here, but only leaves keep their gradient",
            about=read,
        )


def fix(bench: Bench) -> Patch | None:
    about = bench.draft.about
    if not isinstance(about, GradRead):
        return None
    node = next(
        (each for each in walk(bench.node) if isinstance(each, cst.Attribute) and each.attr.value == "grad"),
        None,
    )
    if node is None or not isinstance(node.value, (cst.Name, cst.Attribute)):
        return None
    end = bench.text.span(node)[0]
    around = {id(each) for each in bench.text.up(node)}
    made: cst.SimpleStatementLine | None = None
    for each in walk(bench.text.function(node)):
        if isinstance(each, cst.Assign) and bench.text.span(each)[1] <= end:
            targets = [name for target in each.targets for name in walk(target.target)]
            if any(name.deep_equals(node.value) for name in targets):
                made = bench.text.alone(each)
    if made is None:
        return None
    change = bench.after(made, f"{bench.code(node.value)}.retain_grad()")
    # retain_grad() raises where no gradient is required, so the line that reads it has to be sure to follow.
    follows = id(bench.text.parent(made)) in around and about.certain and not about.array.maybe
    return bench.patch("Keep the gradient", "safe" if follows else "unsafe", [change])
