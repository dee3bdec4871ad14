"""GL405: A draw is not a function of the parameters it was drawn with."""

from __future__ import annotations

from collections.abc import Iterator

import libcst as cst

from gradlint.analysis.project.syntax import walk
from gradlint.core.model import Applicability, Severity
from gradlint.knowledge.names.torch import DIFFERENTIABLE_DRAWS
from gradlint.knowledge.tables import table
from gradlint.rules.shared.bench import Bench, method
from gradlint.rules.shared.broken import broken_draft, framework_of, rewrapped
from gradlint.rules.shared.draft import Draft, Program
from gradlint.rules.shared.evidence import targets
from gradlint.rules.shared.patch import Patch

_INSTEAD = {"normal": "use mean + std * torch.randn_like(std)"}


def detect(program: Program) -> Iterator[Draft]:
    for broken in program.lost.breaks:
        drawn = broken.reason == "sample" or (
            broken.reason == "zero" and broken.cut.op in DIFFERENTIABLE_DRAWS
        )
        if drawn and not rewrapped(broken):
            torch = framework_of(broken) == "torch"
            yield broken_draft(
                broken,
                broken.cut.place.node,
                f"{broken.cut.op}() draws a sample without a gradient",
                "cut here: this sample has no derivative",
                _INSTEAD.get(broken.cut.op, "use rsample(), or the score function with log_prob")
                if torch
                else "use Gumbel-softmax, or log-probabilities",
                Severity.WARNING if broken.reason == "zero" else None,
            )


def fix(bench: Bench) -> Patch | None:
    call = bench.node
    found = method(call)
    if found is None or found[1] != "sample" or not isinstance(call, cst.Call):
        return None
    assert isinstance(call.func, cst.Attribute)
    kind = _distribution(bench, found[0])
    if kind in table("torch").sets["distributions_without_rsample"]:
        return None
    known = kind in table("torch").sets["distributions_with_rsample"]
    sure: Applicability = "safe" if known and _is_only_computed_with(bench, call) else "unsafe"
    return bench.patch("Draw with rsample()", sure, [bench.replace(call.func.attr, "rsample")])


_LOOKED_AT = frozenset("log_prob numpy item tolist step append detach".split())


def _is_only_computed_with(bench: Bench, call: cst.CSTNode) -> bool:
    """The draw is neither scored with log_prob(), which wants it constant, nor handed to an environment."""
    return not any(
        (found := method(node)) is not None and found[1] in _LOOKED_AT and not _is_of_optimizer(bench, found)
        for node in walk(bench.text.function(call))
    )


def _is_of_optimizer(bench: Bench, found: tuple[cst.BaseExpression, str]) -> bool:
    return found[1] == "step" and any(
        isinstance(each, cst.Assign)
        and isinstance(each.value, cst.Call)
        and bench.called(each.value.func).startswith("torch.optim.")
        and any(target.deep_equals(found[0]) for target in targets(each))
        for each in walk(bench.text.module)
    )


def _distribution(bench: Bench, made: cst.BaseExpression) -> str:
    """The class of a distribution, where it is made in sight."""
    if isinstance(made, cst.Call):
        name = bench.called(made.func)
        return name.rpartition(".")[2] if name.startswith("torch.distributions.") else ""
    for node in walk(bench.text.function(made)):
        if isinstance(node, cst.Assign) and node.targets[0].target.deep_equals(made):
            return _distribution(bench, node.value) if isinstance(node.value, cst.Call) else ""
    return ""
