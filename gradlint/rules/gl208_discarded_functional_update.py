"""GL208: A functional update whose result nobody keeps changes nothing."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

import libcst as cst

from gradlint.analysis.domain.faults import Fault, FaultKind
from gradlint.analysis.domain.misuses import (
    DiscardedUpdate,
    Misuse,
    RawGradients,
    RestartedOptimizer,
    StaleOptimizerState,
    UpdateInsideTrace,
)
from gradlint.analysis.project.syntax import walk
from gradlint.core.model import Severity
from gradlint.rules.shared.bench import Bench, method, positional
from gradlint.rules.shared.draft import Draft, Program
from gradlint.rules.shared.evidence import bindings, is_bound_here, targets
from gradlint.rules.shared.patch import Change, Patch
from gradlint.rules.shared.wording import Wording, Wordings, faults, worded

_DISCARDED: Wordings = {
    DiscardedUpdate: Wording(
        "{fact.call} returns a new value, which is discarded here: nothing changes",
        "assign the result and use it from here on",
        "the update is lost here",
    ),
    RawGradients: Wording(
        "optax.apply_updates adds its second argument: with raw gradients every step goes uphill",
        "pass the updates that optimizer.update() returns",
        "raw gradients are added here",
    ),
    UpdateInsideTrace: Wording(
        "{fact.call} under jax.jit changes copies: model and optimizer stay unchanged",
        "use nnx.jit, or return the changed state",
        "the update is lost here",
        Severity.WARNING,
    ),
    RestartedOptimizer: Wording(
        "the optimizer state is reset in every iteration: momentum and moments are lost",
        "call init() once before the loop and carry the state",
        "the state is lost here",
        Severity.WARNING,
    ),
    StaleOptimizerState: Wording(
        "the new optimizer state is not kept: every step starts from the first state",
        "write updates, opt_state = optimizer.update(grads, opt_state)",
        "the new state is lost here",
        Severity.WARNING,
    ),
}


_KEPT: Mapping[FaultKind, Wording] = {
    "dropped-detach": Wording(
        "detach() returns a new tensor, which is discarded here: the gradient still flows through the old one",
        "assign the result: x = x.detach(), or write x.detach_()",
        "the detached tensor is lost here",
        Severity.WARNING,
    ),
    "dropped-step": Wording(
        "this compiled step returns new weights, which are discarded here: nothing is ever trained",
        "assign what it returns: state, loss = step(state, ...)",
        "the update is lost here",
        Severity.WARNING,
    ),
    "old-state": Wording(
        "the new state is not kept: every update starts from the first one",
        "write svi_state, loss = svi.update(svi_state, ...)",
        "the new state is lost here",
        Severity.WARNING,
    ),
}


def detect(program: Program) -> Iterator[Draft]:
    yield from worded(program, _DISCARDED)
    yield from faults(program, _KEPT)


def fix(bench: Bench) -> Patch | None:
    about, call = bench.draft.about, bench.node
    line = bench.text.alone(call)
    if not isinstance(about, Misuse) or line is None:
        return None
    if isinstance(about, Fault) and about.kind == "dropped-detach":
        return _detached(bench)
    if isinstance(about, (RestartedOptimizer, UpdateInsideTrace, Fault)):
        return None
    if isinstance(about, StaleOptimizerState):
        return _rebound_state(bench, line)
    call = next((each for each in walk(line) if isinstance(each, cst.Call)), None) or call
    if not isinstance(call, cst.Call):
        return None
    if isinstance(about, RawGradients):
        return _through_optimizer(bench)
    target = _updated(call)
    if target is None or any(isinstance(each, (cst.For, cst.CompFor)) for each in bindings(bench, target)):
        return None  # to bind the variable of a loop anew changes nothing of what it runs over
    start = bench.text.span(call)[0]
    if bench.draft.framework == "tensorflow":
        pair = bench.called(call.func).endswith("clip_by_global_norm")
        written = f"{bench.code(target)}{', _' if pair else ''} = "
        return bench.patch("Keep the result", "unsafe", [Change(start, start, written)])
    owned = isinstance(target, cst.Name)
    if isinstance(target, cst.Name) and not is_bound_here(bench, target):
        return None
    found = method(call)
    pair = found is not None and found[1] in ("update", "stable_update")  # SVI gives the loss as well
    change = Change(start, start, f"{bench.code(target)}{', _' if pair else ''} = ")
    return bench.patch("Keep the result", "safe" if owned else "unsafe", [change])


def _detached(bench: Bench) -> Patch | None:
    """`h.detach()` becomes `h = h.detach()`, where `h` is a name of this function and not that of a loop."""
    call = next((each for each in (bench.node, *walk(bench.node)) if isinstance(each, cst.Call)), None)
    found = method(call) if call is not None else None
    target = found[0] if found is not None else None
    if call is None or not isinstance(target, cst.Name) or not is_bound_here(bench, target):
        return None
    if any(isinstance(each, (cst.For, cst.CompFor)) for each in bindings(bench, target)):
        return None
    start = bench.text.span(call)[0]
    return bench.patch("Keep the result", "unsafe", [Change(start, start, f"{target.value} = ")])


def _updated(call: cst.Call) -> cst.BaseExpression | None:
    """What `x.at[i].set(v)` or `apply_updates(params, updates)` is the new value of."""
    found = method(call)
    where = found[0] if found is not None else None
    if (
        isinstance(where, cst.Subscript)
        and isinstance(where.value, cst.Attribute)
        and where.value.attr.value == "at"
    ):
        target: cst.BaseExpression | None = where.value.value
    else:
        target = positional(call, 0)
    return target if isinstance(target, (cst.Name, cst.Attribute, cst.Subscript)) else None


def _rebound_state(bench: Bench, line: cst.SimpleStatementLine) -> Patch | None:
    statement = line.body[0]
    if not isinstance(statement, cst.Assign) or not isinstance(statement.value, cst.Call):
        return None
    target, state = statement.targets[0].target, positional(statement.value, 1)
    if state is None or not isinstance(target, cst.Tuple) or len(target.elements) != 2:
        return None
    new = target.elements[1].value
    read = sum(
        isinstance(each, cst.Name) and each.deep_equals(new) for each in walk(bench.text.function(line))
    )
    if isinstance(new, cst.Name) and read > 1 and new.value != "_":
        change = bench.after(line, f"{bench.code(state)} = {new.value}")
        return bench.patch("Keep the new state", "unsafe", [change])
    # A state that is kept in an object would be a tracer there once the function is compiled.
    owned = isinstance(state, cst.Name) or _is_kept_beside(bench, state)
    if isinstance(state, cst.Name) and not is_bound_here(bench, state):
        return None
    return bench.patch(
        "Keep the new state", "safe" if owned else "unsafe", [bench.replace(new, bench.code(state))]
    )


def _is_kept_beside(bench: Bench, state: cst.BaseExpression) -> bool:
    """The function keeps something else in the same object, so that it is not one that is compiled."""
    owner = state.value if isinstance(state, cst.Attribute) else None
    return owner is not None and any(
        isinstance(target, cst.Attribute) and target.value.deep_equals(owner)
        for each in walk(bench.text.function(state))
        for target in targets(each)
    )


def _through_optimizer(bench: Bench) -> Patch | None:
    """The updates that were computed but not used; where there is no optimizer, a plain descent."""
    call = next((each for each in (bench.node, *walk(bench.node)) if isinstance(each, cst.Call)), None)
    grads = positional(call, 1) if call is not None else None
    if grads is None:
        return None
    for node in walk(bench.text.function(bench.node)):
        if not isinstance(node, cst.Assign) or (found := method(node.value)) is None or found[1] != "update":
            continue
        target = node.targets[0].target
        given = positional(node.value, 0) if isinstance(node.value, cst.Call) else None
        if (
            given is None
            or not given.deep_equals(grads)
            or bench.text.span(node)[1] > bench.text.span(grads)[0]
        ):
            continue
        if isinstance(target, cst.Tuple) and isinstance(target.elements[0].value, cst.Name):
            updates = target.elements[0].value.value
            return bench.patch("Apply the updates", "safe", [bench.replace(grads, updates)])
    tree_map = bench.name("jax.tree.map")
    written = f"{tree_map}(lambda g: -0.01 * g, {bench.argument(grads)})"
    return bench.patch("Step against the gradient", "display", [bench.replace(grads, written)])
