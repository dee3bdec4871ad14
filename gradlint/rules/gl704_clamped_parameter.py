"""GL704: clamp directly on what is optimised."""

from __future__ import annotations

from collections.abc import Iterator

import libcst as cst

from gradlint.analysis.domain.graph import Node
from gradlint.analysis.lost_gradients import singular_ops
from gradlint.analysis.lost_gradients.op_kinds import kind
from gradlint.core.model import Severity
from gradlint.rules.shared.bench import Bench, receiver_and_rest
from gradlint.rules.shared.draft import Draft, Program
from gradlint.rules.shared.numerics import numeric_draft
from gradlint.rules.shared.patch import Patch


def detect(program: Program) -> Iterator[Draft]:
    for node, passage in program.lost.carrying.items():
        if kind(node) == "clamp" and singular_ops.of_a_source(node):
            yield numeric_draft(
                node,
                passage,
                "outside the bounds the gradient is zero: a parameter that gets there is stuck",
                "use a smooth bound (tanh, sigmoid), or project the parameter after the optimizer's step",
                Severity.INFO,
            )


def fix(bench: Bench) -> Patch | None:
    """A smooth bound of the same range."""
    call = bench.node
    if not isinstance(bench.draft.about, Node) or not isinstance(call, cst.Call):
        return None
    value, rest = receiver_and_rest(bench, call)
    bounds = [each.rpartition("=")[2] for each in rest]
    if value is None or len(bounds) != 2:
        return None
    low, high = bounds
    torch = bench.draft.framework == "torch"
    prefix = "torch" if torch else "tf" if bench.draft.framework == "tensorflow" else "jax.nn"
    name = bench.name(f"{prefix}.sigmoid")
    code = bench.argument(value)
    if name is None:
        return None
    written = (
        f"{name}({code})" if bounds == ["0.0", "1.0"] else f"({low} + ({high} - ({low})) * {name}({code}))"
    )
    return bench.patch("Use a smooth bound", "display", [bench.replace(call, written)])
