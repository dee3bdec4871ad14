"""Whether a name can be bound anew without anybody noticing that its old tensor was not written to."""

from __future__ import annotations

import libcst as cst

from gradlint.analysis.project.syntax import all_parameters, names_in, walk
from gradlint.knowledge.names.torch import SHARES_WITH_ITS_ARGUMENT
from gradlint.knowledge.tables import table
from gradlint.rules.shared.bench import Bench
from gradlint.rules.shared.evidence import bindings, loops, uses

_NEW = (cst.BinaryOperation, cst.UnaryOperation)


def only_here(bench: Bench, name: str, at: cst.CSTNode) -> bool:
    """No other name, container, caller or closure can hold the tensor that `name` stands for.

    Certain only for a local name that is made by an operation with memory of its own, and until `at` only
    read in arithmetic and by operations that hand out no view.
    """
    function = bench.text.function(at)
    if isinstance(function, cst.Lambda):
        return False
    if isinstance(function, cst.FunctionDef) and name in all_parameters(function):
        return False
    made: list[bool] = []
    around = loops(bench, at)
    # In a loop, what is read further down has been read before the next round writes.
    end = bench.text.span(around[-1])[1] if around else bench.text.span(at)[0]
    for node in walk(function):
        if isinstance(node, (cst.Global, cst.Nonlocal)):
            return False
        if not isinstance(node, cst.Name) or node.value != name:
            continue
        place = bench.text.parent(node)
        if isinstance(place, cst.AssignTarget):
            assign = bench.text.parent(place)
            if isinstance(assign, cst.Assign):
                made.append(len(assign.targets) == 1 and _is_new(bench, assign.value))
        else:
            early = bench.text.span(node)[0] < end
            if bench.text.function(node) is not function or (early and not _only_reads(bench, node)):
                return False
    return bool(made) and all(made)


def is_lost(bench: Bench, name: str, at: cst.CSTNode) -> bool:
    """A new binding of the name would be gone at once: what is meant is the memory behind it.

    So it is for the variable of a loop, for a view of something that has a name of its own, and for what a caller
    hands over to have it changed and does not get back.
    """
    function = bench.text.function(at)
    if isinstance(function, cst.Lambda):
        return True
    bound = bindings(bench, next(iter(uses(bench, name, at))))
    if any(isinstance(each, (cst.For, cst.CompFor)) for each in bound):
        return True
    if any(isinstance(each, cst.Assign) and _is_named_view(bench, each.value) for each in bound):
        return True
    if not isinstance(function, cst.FunctionDef) or name not in all_parameters(function):
        return False
    return not any(
        isinstance(each, (cst.Return, cst.Yield)) and each.value is not None and name in names_in(each.value)
        for each in walk(function)
    )


def _is_named_view(bench: Bench, value: cst.BaseExpression) -> bool:
    """`x[0]`, `x.view(-1)`, `x.weight.data`: another way to the memory of x."""
    while True:
        if isinstance(value, cst.Call) and isinstance(value.func, cst.Attribute):
            if bench.called(value.func) or not _gives_view(value.func.attr.value):
                return False
            value = value.func.value
        elif isinstance(value, (cst.Subscript, cst.Attribute)):
            value = value.value
            if isinstance(value, cst.Name):
                return True
        else:
            return isinstance(value, cst.Name)


def _is_new(bench: Bench, value: cst.BaseExpression) -> bool:
    """The value has memory of its own."""
    if isinstance(value, _NEW):
        return True
    if not isinstance(value, cst.Call):
        return False
    if bench.called(value.func).startswith("torch."):
        short = bench.called(value.func).rpartition(".")[2]
        return not _gives_view(short) and not short.endswith("_") and short not in SHARES_WITH_ITS_ARGUMENT
    return isinstance(value.func, cst.Attribute) and _known_operation(value.func.attr.value)


def _gives_view(short: str) -> bool:
    known = table("torch").sets
    facts = table("torch").ops.get(short)
    named = ("views", "maybe_views", "multi_views", "expanding")
    return (facts is not None and facts.view) or any(short in known.get(each, ()) for each in named)


def _known_operation(short: str) -> bool:
    return short in table("torch").ops and not _gives_view(short) and not short.endswith("_")


def _only_reads(bench: Bench, node: cst.CSTNode) -> bool:
    """A use that keeps neither the tensor nor a view of it."""
    place = bench.text.parent(node)
    if isinstance(place, (cst.BinaryOperation, cst.UnaryOperation, cst.Comparison, cst.AugAssign)):
        return True
    if isinstance(place, cst.Attribute) and place.value is node:
        call = bench.text.parent(place)
        if isinstance(call, cst.Call) and call.func is place:
            return _known_operation(place.attr.value) or place.attr.value.endswith("_")
        return place.attr.value in ("shape", "dtype", "device", "ndim", "grad")
    if isinstance(place, cst.Arg):
        call = bench.text.parent(place)
        if isinstance(call, cst.Call):
            short = bench.called(call.func)
            return short.startswith("torch.") and not _gives_view(short.rpartition(".")[2])
    return False
