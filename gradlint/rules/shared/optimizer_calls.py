"""Calls of a method around a training step, and the optimizers among their receivers."""

from __future__ import annotations

from bisect import bisect_left
from operator import itemgetter

import libcst as cst

from gradlint.analysis.project.syntax import walk
from gradlint.rules.shared.bench import Bench, method, positional
from gradlint.rules.shared.evidence import targets
from gradlint.rules.shared.text import MethodCalls, Text


def calls_of(bench: Bench, name: str) -> list[tuple[cst.Call, cst.BaseExpression]]:
    """Calls of a method in the same function, with their receivers, in the order of the text."""
    return bench.text.calls(bench.text.function(bench.node), _by_method).get(name, ([], []))[1]


def _by_method(text: Text, block: cst.CSTNode) -> MethodCalls:
    found: dict[str, list[tuple[int, cst.Call, cst.BaseExpression]]] = {}
    for node in walk(block):
        named = method(node)
        if named is not None and isinstance(node, cst.Call):
            found.setdefault(named[1], []).append((text.span(node)[0], node, named[0]))
    ordered = {name: sorted(calls, key=itemgetter(0)) for name, calls in found.items()}
    return {
        name: ([start for start, _, _ in calls], [(call, receiver) for _, call, receiver in calls])
        for name, calls in ordered.items()
    }


def in_turn(bench: Bench, name: str) -> list[tuple[cst.Call, cst.BaseExpression]]:
    """Calls of a method as a loop comes to them from here: those below first, then those above."""
    starts, calls = bench.text.calls(bench.text.function(bench.node), _by_method).get(name, ([], []))
    here = bisect_left(starts, bench.text.span(bench.node)[1])
    return calls[here:] + calls[:here]


def optimizers(bench: Bench) -> list[str]:
    """The optimizers that step in this function, in turn; a scaler is given its one.

    A schedule and an environment have a step(), too: what counts is that it was made by torch.optim, or, where
    that is out of sight, that nothing else is called like it.
    """
    scalers = {bench.code(receiver) for _, receiver in calls_of(bench, "scale")}
    found: list[str] = []
    for call, receiver in in_turn(bench, "step"):
        given = positional(call, 0)
        scaled = bench.code(receiver) in scalers and given is not None
        one = given if scaled and given is not None else receiver
        if _is_optimizer(bench, one):
            found.append(bench.code(one))
    return found


def _is_optimizer(bench: Bench, name: cst.BaseExpression) -> bool:
    made = [
        each.value
        for each in walk(bench.text.module)
        if isinstance(each, cst.Assign) and any(target.deep_equals(name) for target in targets(each))
    ]
    known = [bench.called(each.func) for each in made if isinstance(each, cst.Call)]
    if any(known):
        return any(each.startswith("torch.optim.") and "lr_scheduler" not in each for each in known)
    return "opt" in bench.code(name).lower()
