"""What a program does to gradients by hand: results that are thrown away, rows that are zeroed to freeze them.

A zero gradient does not freeze a weight that the optimizer decays.
"""

from __future__ import annotations

from typing import ClassVar

import libcst as cst

from gradlint.analysis.domain.expression_events import GradientHooked
from gradlint.analysis.domain.faults import Fault, fault
from gradlint.analysis.domain.graph import Node, Place, leads_back
from gradlint.analysis.domain.journal import Branches, Journal
from gradlint.analysis.domain.values import Array, Const, Dictionary, Object, Sequence, Value
from gradlint.analysis.interpreter.events import (
    DataReplaced,
    Dropped,
    Ended,
    GradientSet,
    Rebound,
    Stepped,
    Written,
    listens,
)
from gradlint.analysis.interpreter.machine import Machine
from gradlint.analysis.monitors.held_parameters import arrays_of
from gradlint.analysis.monitors.training_step import ABSENT, Training
from gradlint.analysis.monitors.weights.starting_values import shown
from gradlint.analysis.project.syntax import names_in, walk
from gradlint.knowledge.names.operations import BOOLEAN, CHANGES_A_GRADIENT, Op

DECAYING = {"AdamW": 0.01}
"""Optimizers that decay weights unless they are told not to."""


KEEP_A_MASK = frozenset({Op.FLOAT, Op.TO, Op.CAST, Op.UNSQUEEZE})
"""What makes numbers of a mask, or lays it beside other axes."""


class Edits:
    NEVER_UNDONE: ClassVar[dict[str, str]] = {}

    def __init__(self, branches: Branches) -> None:
        self.zeroed: Journal[int, Place] = Journal(branches)
        """Gradients that were zeroed in part after backward(), and where."""
        self.hooked: Journal[int, Place] = Journal(branches)
        """Weights whose gradient is always masked by a hook, and where that was registered."""
        self.pruned: Journal[int, bool] = Journal(branches, outlives=True)
        """Weights that were themselves set to zero in part: decay moves no zero."""
        self.moved: Journal[int, Fault] = Journal(branches, outlives=True)
        """Weights that a step moved although their gradient was zero, unless somebody puts them back."""


def _gradient_behind(node: Node | None) -> Node | None:
    """The parameter whose gradient this is."""
    while node is not None and node.op in (Op.DATA_ATTRIBUTE, Op.DETACH, Op.GETITEM) and node.edges:
        node = node.edges[0].node
    if node is not None and node.op == Op.GRAD and node.operands:
        return node.operands[0]
    return None


@listens(Dropped)
def note_dropped(machine: Machine, event: Dropped) -> None:
    """`p.grad.clamp(-1, 1)` as a statement of its own."""
    made = machine.node_of(event.value)
    if made is None or made.place.node is not event.node.value or made.op not in CHANGES_A_GRADIENT:
        return
    if made.operands and _is_gradient(made.operands[0]):
        machine.fault(event.node, "gradient-change-dropped", made.op)


def _is_gradient(node: Node | None) -> bool:
    return node is not None and _source_of(node) is not None


def _source_of(node: Node) -> Node | None:
    """As far as views lead back; the numbers of a gradient have no graph, so only what was read is remembered."""
    if node.op == Op.GRAD:
        return node.operands[0] if node.operands else None
    if node.op in (Op.DATA_ATTRIBUTE, Op.DETACH) and node.operands and node.operands[0] is not None:
        return _source_of(node.operands[0])
    return None


@listens(Written)
def note_written(machine: Machine, event: Written) -> None:
    """`p.grad[:n] = 0`, `p.grad.mul_(mask)`; `p.data[:n] = before` puts back what a step has moved."""
    moved = machine.own(Edits).moved
    for each in shown(machine, event.array) if moved else ():
        moved.pop(each.node.id, None)
    source = _source_of(event.array.node)
    zero = event.values == (Const(0.0),) or event.values == (Const(0),)
    if source is None and (zero or event.name in ("mul_", "masked_fill_")):
        for each in shown(machine, event.array):
            if each.parameter:
                machine.own(Edits).pruned[each.node.id] = True
    masked = (
        event.name in ("mul_", "mul") and event.values and isinstance(machine.load(event.values[0]), Array)
    )
    if source is None or not (zero or masked or event.name == "zero_"):
        return
    _note_zeroed(machine, source, event.node)


@listens(DataReplaced)
def note_replaced(machine: Machine, event: DataReplaced) -> None:
    """`p.data = p.data * mask`"""
    made = machine.node_of(event.value)
    if made is not None and made.op == Op.MUL:
        machine.own(Edits).pruned[event.array.node.id] = True


@listens(GradientSet)
def note_set(machine: Machine, event: GradientSet) -> None:
    if event.masks or _masked(
        machine.node_of(event.value) if event.value is not None else None, event.source
    ):
        _note_zeroed(machine, event.source, event.node)


@listens(GradientHooked)
def note_hook(machine: Machine, event: GradientHooked) -> None:
    """`w.register_hook(lambda grad: grad * mask)`"""
    if _masked(machine.node_of(event.result), event.source):
        machine.own(Edits).hooked[event.source.id] = machine.place(event.node)


def _masked(node: Node | None, source: Node) -> bool:
    """`p.grad * mask`, where the mask has zeros."""
    if node is None or node.op != Op.MUL or len(node.operands) != 2:
        return False
    for here, other in (node.operands, node.operands[::-1]):
        if here is not None and _source_of(here) is source and is_mask(other):
            return True
    return False


def is_mask(node: Node | None) -> bool:
    """Ones and zeros: of a comparison, or zeros of which some were set, as numbers."""
    while node is not None and node.op in KEEP_A_MASK and node.edges:
        node = node.edges[0].node
    if node is None or node.op == Op.COMPARISON or node.op in BOOLEAN:
        return node is not None
    filled = node.op == Op.SETITEM and node.operands and node.operands[0] is not None
    return bool(filled) and _begins_as_zeros(node)


def _begins_as_zeros(node: Node) -> bool:
    """`mask = torch.zeros(n); mask[new:] = 1`"""
    for _ in range(8):
        if node.op != Op.SETITEM or not node.operands or node.operands[0] is None:
            break
        node = node.operands[0]
    return node.op.rpartition(".")[2] in (Op.ZEROS, Op.ZEROS_LIKE)


def _note_zeroed(machine: Machine, source: Node, node: cst.CSTNode) -> None:
    state = machine.own(Training).grads.get(source.id, ABSENT)
    if state.state in ("present", "unknown"):
        machine.own(Edits).zeroed[source.id] = machine.place(node)


@listens(Stepped)
def note_step(machine: Machine, event: Stepped) -> None:
    known, thing = machine.own(Edits), machine.load(event.optimizer)
    if not (known.zeroed or known.hooked) or not isinstance(thing, Object):
        return
    held = [array.node.id for array in arrays_of(machine, event.optimizer, event.node)]
    frozen = [each for each in held if each in known.zeroed or each in known.hooked]
    for each in frozen if len(frozen) < len(held) or len(held) == 1 else ():
        place = known.zeroed.pop(each) if each in known.zeroed else known.hooked[each]
        if each not in known.pruned and decay_of(machine, thing, each) > 0:
            known.moved[each] = fault(
                place,
                "frozen-weight-decays",
                "torch",
                thing.name.rpartition(".")[2],
                machine.place(event.node),
            )


@listens(Ended)
def judge(machine: Machine, event: Ended) -> None:
    machine.flow.misuses.extend(machine.own(Edits).moved.values())


def decay_of(machine: Machine, optimizer: Object, node: int) -> float:
    """How much an optimizer decays a parameter; 0 where that is not known."""
    chosen = optimizer.options.get("weight_decay")
    for value in optimizer.args:
        thing = machine.load(value)
        for each in machine.members(thing) if isinstance(thing, Sequence) else ():
            group = machine.load(each)
            if isinstance(group, Dictionary) and "weight_decay" in group.items and "params" in group.items:
                if node in {array.node.id for array in arrays_of(machine, group.items["params"], _NOWHERE)}:
                    chosen = group.items["weight_decay"]
    if chosen is None:
        return DECAYING.get(optimizer.name.rpartition(".")[2], 0.0)
    number = chosen.value if isinstance(chosen, Const) else None
    return float(number) if isinstance(number, (int, float)) else 0.0


_NOWHERE = cst.Pass()


# -- averages and steps that rebind a name -------------------------------------------------


@listens(Rebound)
def note_rebound(machine: Machine, event: Rebound) -> None:
    """`for e, p in zip(...): e = d * e + (1 - d) * p` gives a name another tensor; the parameter stays what it was.

    So does `for p in params: p = p - rate * p.grad`.
    """
    loop = machine.loops.statements[-1] if machine.loops.statements else None
    if loop is None:
        return
    old, new = _parameter(machine, event.old), machine.array(event.new)
    if old is None or new is None or new.node.source is not None or new.node.id < machine.mark:
        return
    target = event.node.targets[0].target if isinstance(event.node, cst.Assign) else None
    if not isinstance(target, cst.Name) or target.value not in names_in(loop.target):
        return
    if _read_later(loop, event.node, target.value):
        return
    if _steps(new.node, old.node):
        machine.fault(event.node, "step-rebound", target.value)
    elif old.parameter and _mixes(new.node, old.node):
        machine.fault(event.node, "average-rebound", target.value)


def _parameter(machine: Machine, value: Value | None) -> Array | None:
    array = machine.array(value)
    known = array is not None and (array.parameter or array.leaf) and array.lang == "torch"
    return array if known else None


def _steps(node: Node, old: Node) -> bool:
    """What was there, moved by its own gradient."""
    return node.op in (Op.ADD, Op.SUB) and old in node.operands and _moved_by_its_gradient(node, old)


def _moved_by_its_gradient(node: Node, old: Node) -> bool:
    stack, seen = [node], {node}
    while stack and len(seen) < 20:
        here = stack.pop()
        if _gradient_behind(here) is old:
            return True
        more = [edge.node for edge in here.edges if edge.node not in seen]
        seen.update(more)
        stack.extend(more)
    return False


def _mixes(node: Node, old: Node) -> bool:
    """A sum of what was there and something else."""
    if node.op not in (Op.ADD, Op.SUB, Op.LERP):
        return False
    return leads_back(node, lambda here: here is old, 20)


def _read_later(loop: cst.For, statement: cst.CSTNode, name: str) -> bool:
    """Somebody in the loop works on with the new tensor."""
    seen = False
    for line in loop.body.body:
        if any(each is statement for each in walk(line)):
            seen = True
        elif seen and name in names_in(line):
            return True
    return False
