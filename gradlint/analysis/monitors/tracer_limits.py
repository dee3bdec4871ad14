"""What a traced value cannot do, and what a trace makes of plain numbers: it has no value yet, and they keep theirs."""

from __future__ import annotations

import libcst as cst

from gradlint.analysis.domain.expression_events import (
    Bounded,
    Compiled,
    Indexed,
    Picked,
    TruthAsked,
    TypeAsked,
)
from gradlint.analysis.domain.graph import Node
from gradlint.analysis.domain.misuses import (
    MASK,
    BranchOnTracer,
    DynamicShape,
    FrozenCall,
    TracedPosition,
    TypeGate,
)
from gradlint.analysis.domain.state import FLATTEN_LIMIT, FROZEN
from gradlint.analysis.domain.values import Array, Sequence
from gradlint.analysis.interpreter.events import listens
from gradlint.analysis.interpreter.inplace_writes import note_host_call
from gradlint.analysis.interpreter.machine import Machine
from gradlint.analysis.project.syntax import walk
from gradlint.knowledge.names.operations import PYTHON_ARITHMETIC, Op
from gradlint.knowledge.names.types import CONCRETE_TYPES


@listens(TruthAsked)
def note_branch(machine: Machine, event: TruthAsked) -> None:
    """A tracer without a value cannot say whether it is true."""
    if machine.is_abstract(event.value):
        machine.misuse(event.node, BranchOnTracer, "jax")


@listens(Indexed)
def note_mask(machine: Machine, event: Indexed) -> None:
    """`x[x > 0]`: how many elements there are would depend on values."""
    mask = machine.array(event.index) if event.array.lang == "jax" else None
    if mask is not None and mask.dtype == "bool" and mask.node.op != Op.EITHER:
        if machine.is_abstract(event.index):
            machine.misuse(event.node, DynamicShape, "jax", MASK)
    if event.array.lang == "numpy" and not event.array.maybe:
        parts = machine.load(event.index)
        indices = parts.items if isinstance(parts, Sequence) and parts.items else (event.index,)
        traced = next((each for each in indices if machine.is_abstract(each)), None)
        if traced is not None:
            note_host_call(machine, event.node, "numpy.ndarray.__getitem__", traced, "index")


@listens(Picked)
def note_position(machine: Machine, event: Picked) -> None:
    """`layers[i]` with a tracer i: Python would need the number."""
    if event.kind in ("list", "tuple") and machine.is_abstract(event.index):
        machine.misuse(event.node, TracedPosition, "jax", event.kind)


@listens(Bounded)
def note_bounds(machine: Machine, event: Bounded) -> None:
    """`x[:n]` with a tracer n: how long the result is would depend on its value."""
    if any(machine.is_abstract(each) for each in event.bounds):
        machine.misuse(event.node, DynamicShape, "jax", "a slice with a traced bound")


@listens(TypeAsked)
def note_type_gate(machine: Machine, event: TypeAsked) -> None:
    """A tracer is asked whether it is a float or an ndarray: it is none, whatever it stands for."""
    array, names = machine.array(event.value), event.names
    if array is not None and array.lang == "jax" and machine.is_traced(array):
        if not names or not names <= CONCRETE_TYPES or not _was(array, names):
            return
        if not _is_special(machine, event.node) and not _only_checks(machine, event.node):
            machine.misuse(event.node, TypeGate, "jax", ", ".join(sorted(names)))


def _only_checks(machine: Machine, test: cst.CSTNode) -> bool:
    """`if isinstance(x, float): if x < 0: raise`: what has a value is looked at, and goes on as it came."""
    return any(
        isinstance(each, cst.If) and each.test is test and _are_checks(each.body)
        for each in (walk(machine.calls[-1]) if machine.calls else ())
    )


def _are_checks(block: cst.BaseSuite | cst.BaseSmallStatement | cst.BaseStatement) -> bool:
    if isinstance(block, cst.If):
        following = block.orelse.body if isinstance(block.orelse, cst.Else) else block.orelse
        return _are_checks(block.body) and (following is None or _are_checks(following))
    if isinstance(block, (cst.IndentedBlock, cst.SimpleStatementSuite, cst.SimpleStatementLine)):
        return all(map(_are_checks, block.body))
    return isinstance(block, (cst.Raise, cst.Assert, cst.Pass))


def _is_special(machine: Machine, test: cst.CSTNode) -> bool:
    """`isinstance(x, float) and x == 0`: a number that is not 0 goes the other way as well, so that way is for all."""
    asked = test.args[0].value if isinstance(test, cst.Call) and test.args else None
    return isinstance(asked, cst.Name) and any(
        isinstance(each, cst.BooleanOperation)
        and isinstance(each.operator, cst.And)
        and each.left is test
        and any(isinstance(inner, cst.Name) and inner.value == asked.value for inner in walk(each.right))
        for each in (walk(machine.calls[-1]) if machine.calls else ())
    )


def _was(array: Array, names: frozenset[str]) -> bool:
    """Only what passes the test outside of the transformation takes another way inside."""
    origin = array.node.constants[0] if array.node.op == Op.ARGUMENT and array.node.constants else ""
    wanted = "numpy" if any(name.startswith("numpy.") for name in names) else "python"
    return origin == wanted


@listens(Compiled)
def note_frozen(machine: Machine, event: Compiled) -> None:
    """A number that Python made while tracing is the same in every call, and so is what NumPy makes of it."""
    stack = [each for each in event.made.operands if each is not None]
    seen: set[Node] = set()
    while stack and len(seen) < FLATTEN_LIMIT:
        each = stack.pop()
        if each.op.startswith(FROZEN):
            machine.flow.misuses.append(FrozenCall(each.place, event.lang, each.op.removeprefix(FROZEN)))
        elif machine.tracing and each not in seen and (each.op.startswith("numpy.") or _is_plain(each)):
            seen.add(each)
            stack.extend(one for one in each.operands if one is not None)
        elif machine.tracing and each not in seen and each.op in PYTHON_ARITHMETIC:
            seen.add(each)  # with something unknown
            stack.extend(one for one in each.operands if one is not None and one.op.startswith(FROZEN))


def _is_plain(node: Node) -> bool:
    """Arithmetic of Python's own numbers."""
    return node.op in PYTHON_ARITHMETIC and not any(edge.tracked for edge in node.edges)
