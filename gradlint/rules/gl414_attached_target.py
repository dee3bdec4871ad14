"""GL414: Targets, advantages and other players that carry a gradient they should not."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from gradlint.analysis.domain.faults import Fault, FaultKind
from gradlint.analysis.lost_gradients.attached_targets import attached
from gradlint.core.model import Severity
from gradlint.core.records import replace
from gradlint.rules.shared.bench import Bench
from gradlint.rules.shared.constants import detach_where_bound, detach_where_used
from gradlint.rules.shared.draft import Draft, Program
from gradlint.rules.shared.patch import Patch
from gradlint.rules.shared.wording import Wording, faults

_FAULTS: Mapping[FaultKind, Wording] = {
    "attached-target": Wording(
        "the bootstrapped target carries a gradient: the loss also pulls the target towards the prediction",
        "compute the target under torch.no_grad(), or detach the target",
        "has a graph",
        Severity.WARNING,
        "compared in this loss",
    ),
    "attached-advantage": Wording(
        "the advantage carries the critic's gradient into the policy loss",
        "detach the advantage: (returns - values).detach()",
        "the critic is trained by this product as well",
        Severity.WARNING,
        "part of this loss",
    ),
    "left-gradient": Wording(
        "this loss also reaches the other network, whose gradients are not cleared before it is "
        "stepped with its own",
        "detach what the other network made, or clear its gradients before its own backward()",
        "leaves gradients in both networks",
        Severity.WARNING,
        "stepped with both gradients",
    ),
}


def detect(program: Program) -> Iterator[Draft]:
    for draft in faults(program, _FAULTS, attached(program.lost.traces)):
        stop = _STOPS.get(draft.framework)
        kind = draft.about.kind if isinstance(draft.about, Fault) else ""
        made = _STOPPED.get(kind) if stop is not None else None
        yield draft if made is None else replace(draft, help=made.format(stop=stop))


_STOPS = {"jax": "jax.lax.stop_gradient", "tensorflow": "tf.stop_gradient"}
_STOPPED = {
    "attached-target": "keep the target constant: {stop}(target)",
    "attached-advantage": "keep the advantage constant: {stop}(returns - values)",
}


def fix(bench: Bench) -> Patch | None:
    """The target as a constant where it has a name of its own, an advantage where it weighs a score."""
    kind = bench.draft.about.kind if isinstance(bench.draft.about, Fault) else ""
    if kind == "attached-advantage":
        return detach_where_used(bench, bench.node)
    return detach_where_bound(bench) if kind == "attached-target" else None
