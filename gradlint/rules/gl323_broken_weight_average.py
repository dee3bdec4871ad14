"""GL323: Averages of weights that share the memory of the model or only rebind a name."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

import libcst as cst

from gradlint.analysis.domain.faults import Fault, FaultKind
from gradlint.core.model import Severity
from gradlint.rules.shared.bench import Bench, method
from gradlint.rules.shared.draft import Draft, Program
from gradlint.rules.shared.patch import Change, Patch
from gradlint.rules.shared.wording import Wording, faults

_FAULTS: Mapping[FaultKind, Wording] = {
    "aliased-average": Wording(
        "these are the model's own tensors, not copies: the average that is updated in place is the model",
        "copy the tensors: {{k: v.detach().clone() for k, v in model.state_dict().items()}}",
        "shares its memory with the model",
        Severity.WARNING,
    ),
    "second-name-average": Wording(
        "this is a second name for the same module, not a copy: its weights are averaged with themselves",
        "copy the module: copy.deepcopy(...)",
        "the same module under another name",
        Severity.WARNING,
    ),
    "second-name-loaded": Wording(
        "this is a second name for the same module, not a copy: its weights are loaded into themselves",
        "copy the module: copy.deepcopy(...)",
        "the same module under another name",
        Severity.WARNING,
        "loaded from itself here",
    ),
    "average-rebound": Wording(
        "`{fact.detail}` is only a name here: it now refers to a new tensor, and the parameter stays unchanged",
        "write into the parameter: {fact.detail}.mul_(decay).add_(p, alpha=1 - decay), or "
        "{fact.detail}.copy_(...)",
        "rebinds the name",
        Severity.WARNING,
    ),
}


def detect(program: Program) -> Iterator[Draft]:
    yield from faults(program, _FAULTS)


def fix(bench: Bench) -> Patch | None:
    """Copies in place of the model's own tensors; a write in place of a new name."""
    about, node = bench.draft.about, bench.node
    if not isinstance(about, Fault):
        return None
    if about.kind == "average-rebound":
        statement = node if isinstance(node, cst.Assign) else None
        if statement is None or not isinstance(statement.targets[0].target, cst.Name):
            return None
        written = f"{statement.targets[0].target.value}.data.copy_({bench.argument(statement.value)})"
        return bench.patch("Write into the parameter", "unsafe", [bench.replace(statement, written)])
    found = method(node)
    if found is not None and found[1] == "state_dict":
        around = bench.text.parent(node)
        if isinstance(around, cst.Attribute) and around.attr.value not in ("items", "values", "copy"):
            return None
        written = f"{{k: v.detach().clone() for k, v in {bench.code(node)}.items()}}"
        return bench.patch("Copy the tensors", "unsafe", [bench.replace(node, written)])
    if isinstance(node, (cst.Attribute, cst.Call)):
        end = bench.text.span(node)[1]
        return bench.patch("Copy the tensor", "unsafe", [Change(end, end, ".clone()")])
    return None
