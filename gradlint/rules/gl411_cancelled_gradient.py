"""GL411: Differences of equal values, and straight-through estimators with the wrong term detached."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

import libcst as cst

from gradlint.analysis.domain.faults import Fault, FaultKind
from gradlint.analysis.lost_gradients.equal_values import cancelled
from gradlint.core.model import Framework, Severity
from gradlint.core.records import replace
from gradlint.rules.shared.bench import Bench, method
from gradlint.rules.shared.constants import detach_where_bound
from gradlint.rules.shared.draft import Draft, Program
from gradlint.rules.shared.patch import Patch
from gradlint.rules.shared.wording import Wording, faults

_FAULTS: Mapping[FaultKind, Wording] = {
    "equal-values": Wording(
        "both sides of this difference are the same computation: the value is constant, and the gradient is zero",
        "detach one side: the old log-probability, or a copy of the model for the reference",
        "the same as the other side",
        Severity.WARNING,
        "cancels here",
    ),
    "reversed-estimator": Wording(
        "the wrong term is detached: the gradient arrives with the opposite sign",
        "write x + (q - x).detach()",
        "passes the gradient with the opposite sign",
        Severity.WARNING,
    ),
    "cancelled-estimator": Wording(
        "the two live terms cancel: the value is that of q, and the gradient is zero",
        "write x + (q - x).detach()",
        "the gradient cancels here",
        Severity.WARNING,
    ),
    "stopped-estimator": Wording(
        "all of this estimator is stopped: the value is that of q, and no gradient passes",
        "write x + (q - x).detach()",
        "nothing passes here",
        Severity.WARNING,
    ),
}


_STOPS: Mapping[Framework, str] = {"jax": "jax.lax.stop_gradient", "tensorflow": "tf.stop_gradient"}


_STOPPING = frozenset({*_STOPS.values(), "tensorflow.stop_gradient"})


def detect(program: Program) -> Iterator[Draft]:
    for draft in faults(program, _FAULTS, cancelled(program.flow) if program.flow.sinks else ()):
        stop, about = _STOPS.get(draft.framework), draft.about
        if stop is None:
            yield draft
        elif isinstance(about, Fault) and about.kind == "equal-values":
            yield replace(draft, help=f"keep one side constant: {stop}(old)")
        else:
            yield replace(draft, help=f"write x + {stop}(q - x)")


def fix(bench: Bench) -> Patch | None:
    about, torch = bench.draft.about, bench.draft.framework == "torch"
    if not isinstance(about, Fault):
        return None
    if about.kind == "equal-values":
        return (_copied(bench) if torch else None) or detach_where_bound(
            bench, about.related.node if about.related else None
        )
    return _straight_through(bench)


def _copied(bench: Bench) -> Patch | None:
    """`reference = model` as a copy of the model."""
    statement = bench.node
    if not isinstance(statement, cst.Assign) or not isinstance(statement.value, (cst.Name, cst.Attribute)):
        return None
    written = f"{bench.name('copy.deepcopy')}({bench.code(statement.value)})"
    return bench.patch("Copy the model", "unsafe", [bench.replace(statement.value, written)])


def _straight_through(bench: Bench) -> Patch | None:
    """`x + (q - x).detach()` out of three terms: x once with a plus and once with a minus, and q."""
    framework = bench.draft.framework
    terms = list(_terms(bench, bench.node, True)) if isinstance(bench.node, cst.BinaryOperation) else []
    if len(terms) != 3:
        return None
    for plain, added in terms:
        for other, also_added in terms:
            if added and not also_added and plain.deep_equals(other):
                rest = [each for each in terms if each[0] is not plain and each[0] is not other]
                if len(rest) == 1 and rest[0][1]:
                    x, q = bench.operand(plain), bench.operand(rest[0][0])
                    stop = bench.name(_STOPS[framework]) if framework in _STOPS else ""
                    if stop is None:
                        return None
                    written = f"{x} + {stop}({q} - {x})" if stop else f"{x} + ({q} - {x}).detach()"
                    return bench.patch(
                        "Detach the difference", "unsafe", [bench.replace(bench.node, written)]
                    )
    return None


def _terms(bench: Bench, node: cst.BaseExpression, added: bool) -> Iterator[tuple[cst.BaseExpression, bool]]:
    """The terms of a sum with their signs, none of them detached any more."""
    if isinstance(node, cst.BinaryOperation) and isinstance(node.operator, (cst.Add, cst.Subtract)):
        yield from _terms(bench, node.left, added)
        yield from _terms(bench, node.right, added == isinstance(node.operator, cst.Add))
    elif (found := method(node)) is not None and found[1] == "detach":
        yield from _terms(bench, found[0], added)
    elif isinstance(node, cst.Call) and len(node.args) == 1 and bench.called(node.func) in _STOPPING:
        yield from _terms(bench, node.args[0].value, added)
    else:
        yield node, added
