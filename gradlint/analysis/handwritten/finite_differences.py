"""Finite differences: evaluations of one function at two points, subtracted and divided by the step."""

from __future__ import annotations

from collections.abc import Callable

import libcst as cst

from gradlint.analysis.domain.calls_seen import CallsSeen, Store
from gradlint.analysis.domain.facts import Handwritten
from gradlint.analysis.domain.graph import Node, Place
from gradlint.analysis.domain.values import Array, Const, Lang
from gradlint.analysis.handwritten.perturbation import Difference, Run
from gradlint.analysis.handwritten.step_sizes import named_precision
from gradlint.analysis.interpreter.machine import Machine
from gradlint.analysis.project.syntax import number
from gradlint.knowledge.names.operations import KEEPS_DTYPE, MAKES_INTEGERS

Note = Callable[[Handwritten], None]
SMALL_STEP = 1e-5
"""From here on a float32 difference keeps two digits or less."""
TINY = 0.1
"""Steps are small; a larger number stored in an integer array is another story."""


def examine(machine: Machine, module: cst.Module, note: Note) -> None:
    places: dict[cst.CSTNode | None, list[cst.BinaryOperation]] = {}
    for node, func in machine.own(CallsSeen).quotients.items():
        places.setdefault(func, []).append(node)
    for func, quotients in places.items():
        if isinstance(func, cst.Lambda) or not any(_may_differ(each.left) for each in quotients):
            continue
        body = func.body if isinstance(func, cst.FunctionDef) else module.body
        run = Run(_precisions(machine, func), machine.scope)
        run.block(body)
        if run.differences:
            _judge(machine, func, run, note)


def _may_differ(node: cst.BaseExpression) -> bool:
    """Whether the top of a quotient can be a difference."""
    if isinstance(node, cst.BinaryOperation):
        return isinstance(node.operator, cst.Subtract) or _may_differ(node.left) or _may_differ(node.right)
    if isinstance(node, cst.Call):
        return any(_may_differ(each.value) for each in node.args)
    return isinstance(node, cst.Name)


def _judge(machine: Machine, func: cst.CSTNode | None, run: Run, note: Note) -> None:
    name = func.name.value if isinstance(func, cst.FunctionDef) else ""
    lang = _lang(machine)
    shared = False
    for each in run.differences:
        if each.high.key == each.low.key and (each.high.written or each.low.written):
            node = each.shared if each.shared is not None else each.node
            shared = True
            note(Handwritten(Place(node), "same-point", lang, name, names=tuple(_arguments(each))))
        elif each.high.moved != each.low.moved or _one_sided(each):
            note(Handwritten(Place(each.node), "one-sided", lang, name, certain=False))
        _note_small_step(func, run, each, lang, name, note)
    for left in run.unrestored if not shared else ():
        note(Handwritten(Place(left.node), "unrestored", lang, name, left.name, certain=False))
    said: set[int] = set()
    for store in machine.own(CallsSeen).stores:
        # Once for each array: the way back is lost like the way there.
        if store.function is func and store.array.storage not in said and _is_truncated_step(store):
            said.add(store.array.storage)
            note(Handwritten(Place(store.statement), "integer-step", lang, name, store.array.name))


def _arguments(difference: Difference) -> list[str]:
    return [names[0] for names in (difference.high.names, difference.low.names) if names]


def _one_sided(difference: Difference) -> bool:
    """`f(x + h) - f(x)`: a step on one side only."""
    if difference.high.moved or difference.low.moved:
        return False
    steps = {each for each in difference.steps if not each.startswith("=")}
    high, low = difference.high.steps & steps, difference.low.steps & steps
    return bool(high) != bool(low) and bool({*difference.high.names} & {*difference.low.names})


def _lang(machine: Machine) -> Lang:
    return machine.lang or "numpy"


# -- steps that get lost ------------------------------------------------------------------


def _is_truncated_step(store: Store) -> bool:
    """`x[i] = old + 1e-4` on integers is `x[i] = old`."""
    if not _surely_integers(store.array.node, 0):
        return False
    if isinstance(store.value, Const):
        return isinstance(store.value.value, float) and 0 < abs(store.value.value) < TINY
    made = store.value.node
    if made.op.rpartition(".")[2] not in ("add", "sub"):
        return False
    return any(isinstance(each, float) and 0 < abs(each) < TINY for each in made.constants)


def _surely_integers(node: Node, depth: int) -> bool:
    """Whether the integers come from where integers are made, not from a guess along the way."""
    short = node.op.rpartition(".")[2]
    if short in KEEPS_DTYPE and depth < 12:
        kept = [edge.node for edge in node.edges if edge.role == "kept"] or [
            edge.node for edge in node.edges[:1]
        ]
        if node.operands and node.operands[0] is not None and short != "__setitem__":
            kept = [node.operands[0]]
        return bool(kept) and _surely_integers(kept[0], depth + 1)
    return short in MAKES_INTEGERS


# -- steps below the precision ------------------------------------------------------------


def _note_small_step(
    func: cst.CSTNode | None, run: Run, difference: Difference, lang: Lang, name: str, note: Note
) -> None:
    precisions = {difference.high.precision, difference.low.precision}
    if 64 in precisions or 32 not in precisions:
        return
    for step in sorted(difference.steps):
        found = _literal_of(func, run, difference, step)
        if found is not None and 0 < abs(found[0]) <= SMALL_STEP:
            note(Handwritten(Place(found[1]), "small-step", lang, name, f"{abs(found[0]):g}", certain=False))
            return


def _literal_of(
    func: cst.CSTNode | None, run: Run, difference: Difference, step: str
) -> tuple[float, cst.CSTNode] | None:
    """The number that a step stands for, and where it is written."""
    if step.startswith("="):
        return float(step[1:]), difference.node
    made = run.made.get(step)
    if made is not None:
        value = made.statement.value if isinstance(made.statement, (cst.Assign, cst.AnnAssign)) else None
        literal = number(value)
        return (literal, made.statement) if literal is not None else None
    if isinstance(func, cst.FunctionDef):
        for each in (*func.params.posonly_params, *func.params.params, *func.params.kwonly_params):
            if each.name.value == step:
                literal = number(each.default)
                return (literal, each) if literal is not None else None
    return None


def _precisions(machine: Machine, func: cst.CSTNode | None) -> dict[str, int | None]:
    """The precision of the arrays that a function is called with."""
    if func is None:
        return {}
    found: dict[str, set[int | None]] = {}
    for call in machine.own(CallsSeen).called_with.get(func, ()):
        for name, value in call.arguments.items():
            if isinstance(value, Array):
                found.setdefault(name, set()).add(_precision(value.node, 0))
    return {name: next(iter(each)) for name, each in found.items() if len(each) == 1}


def _precision(node: Node, depth: int) -> int | None:
    """float32 or float64, where the program says so."""
    written = node.place.node
    named = named_precision(written) if isinstance(written, cst.Call) else None
    if named is not None or depth > 8:
        return named
    behind = {_precision(edge.node, depth + 1) for edge in node.edges if edge.role != "index"}
    return 64 if 64 in behind else 32 if 32 in behind else None
