"""Weights that are frozen by a gradient of zeros and that an optimizer goes on moving.

Weight decay shrinks whatever has a gradient, be it zero; momentum goes on in the direction of earlier steps.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import ClassVar

import libcst as cst

from gradlint.analysis.domain.faults import Fault, fault
from gradlint.analysis.domain.graph import Place
from gradlint.analysis.domain.journal import Branches, Journal, on_every_path
from gradlint.analysis.domain.values import Const, Object
from gradlint.analysis.interpreter.events import (
    Ended,
    FlagCleared,
    GradientSet,
    Stepped,
    Written,
    Zeroed,
    listens,
)
from gradlint.analysis.interpreter.machine import Machine
from gradlint.analysis.monitors.gradient_edits import decay_of
from gradlint.analysis.monitors.held_parameters import arrays_of
from gradlint.analysis.monitors.training_step import Training
from gradlint.analysis.monitors.weights.starting_values import shown
from gradlint.analysis.project.canonical_names import dotted
from gradlint.analysis.project.syntax import names_in, walk
from gradlint.core.records import dataclass
from gradlint.knowledge.names.operations import Op
from gradlint.knowledge.names.torch import WITH_MOMENTUM


@dataclass(frozen=True, slots=True)
class Halt:
    """Some weights are to stand still from here on."""

    place: Place
    late: bool
    """They have been moved before, so that an optimizer with momentum knows where to."""
    by_flag: bool = False
    """They ask for no gradient any longer: only one that is filled with zeros still moves them."""


class Coasting:
    NEVER_UNDONE: ClassVar[dict[str, str]] = {}

    def __init__(self, branches: Branches) -> None:
        self.halted: Journal[int, Halt] = Journal(branches)
        """Weights whose gradient was set to zero, those that their names choose."""
        self.filled: Journal[int, bool] = Journal(branches, on_every_path)
        """Weights whose gradient is cleared by filling it with zeros."""
        self.stepped: Journal[int, bool] = Journal(branches)
        """Weights that an optimizer has moved."""
        self.moved: Journal[int, Fault] = Journal(branches, outlives=True)
        """What a step did to weights that should stand still, unless somebody puts them back."""


# -- by the names of the parameters ---------------------------------------------------------


@listens(GradientSet)
def note_set(machine: Machine, event: GradientSet) -> None:
    """`if "encoder" in name: p.grad.zero_()`, after backward()."""
    if None not in machine.own(Training).last_pass or not _zeroes(machine, event):
        return
    loops = machine.loops.statements
    if loops and _chosen_by_name(loops[-1], event.node):
        late = any(_waits(loop, event.node) for loop in loops)
        machine.own(Coasting).halted[event.source.id] = Halt(machine.place(event.node), late)


def _zeroes(machine: Machine, event: GradientSet) -> bool:
    """`p.grad = None` leaves nothing that could be decayed."""
    if not isinstance(event.node, cst.Assign):
        return event.value == Const(None)
    made = machine.node_of(event.value) if event.value is not None else None
    return made is not None and made.op.rpartition(".")[2] in (Op.ZEROS_LIKE, Op.ZEROS)


def _chosen_by_name(loop: cst.For, node: cst.CSTNode) -> bool:
    """`for name, p in model.named_parameters(): if name ...:`"""
    called = loop.iter.func if isinstance(loop.iter, cst.Call) else loop.iter
    if (
        not isinstance(loop.target, cst.Tuple)
        or (dotted(called) or "").rpartition(".")[2] != "named_parameters"
    ):
        return False
    first = loop.target.elements[0].value
    name = first.value if isinstance(first, cst.Name) else ""
    return any(name in names_in(each.test) for each in _tests_around(loop, node))


LATER = (cst.GreaterThan, cst.GreaterThanEqual, cst.Equal)


def _waits(loop: cst.For, node: cst.CSTNode) -> bool:
    """`if epoch >= 5:` inside of `for epoch in ...`"""
    counters = names_in(loop.target)
    return any(
        isinstance(part, cst.Comparison)
        and isinstance(part.comparisons[0].operator, LATER)
        and isinstance(part.left, cst.Name)
        and part.left.value in counters
        and not isinstance(part.comparisons[0].comparator, cst.SimpleString)
        for each in _tests_around(loop, node)
        for part in walk(each.test)
    )


def _tests_around(loop: cst.For, node: cst.CSTNode) -> Iterator[cst.If]:
    for each in walk(loop.body):
        if isinstance(each, cst.If) and any(inner is node for inner in walk(each.body)):
            yield each


# -- by a flag -------------------------------------------------------------------------------


@listens(Zeroed)
def note_cleared(machine: Machine, event: Zeroed) -> None:
    """`zero_grad(set_to_none=False)` leaves zeros that a step takes for a gradient."""
    filled, known = _fills(event.node), machine.own(Coasting).filled
    known_halts = machine.own(Coasting).halted
    for array in arrays_of(machine, event.owner, event.node) if filled or known or known_halts else ():
        if filled:
            known[array.node.id] = True
        else:
            known.pop(array.node.id, None)
            machine.own(Coasting).halted.pop(array.node.id, None)


def _fills(node: cst.CSTNode) -> bool:
    for arg in node.args if isinstance(node, cst.Call) else ():
        if arg.keyword is None or arg.keyword.value == "set_to_none":
            return isinstance(arg.value, cst.Name) and arg.value.value == "False"
    return False


@listens(FlagCleared)
def note_frozen(machine: Machine, event: FlagCleared) -> None:
    known, array = machine.own(Coasting), machine.array(event.ref)
    if array is not None and array.node.id in known.stepped:
        known.halted[array.node.id] = Halt(machine.place(event.node), True, True)


@listens(GradientSet)
def note_let_go(machine: Machine, event: GradientSet) -> None:
    """`p.grad = None` beside the flag: what is not there cannot be filled."""
    known = machine.own(Coasting).halted
    if event.value == Const(None) and event.source.id in known and known[event.source.id].by_flag:
        known.pop(event.source.id, None)


# -- what a step does to them ----------------------------------------------------------------


@listens(Stepped)
def note_step(machine: Machine, event: Stepped) -> None:
    known, thing = machine.own(Coasting), machine.load(event.optimizer)
    if not isinstance(thing, Object) or not (known.halted or known.filled):
        return
    held = [array.node.id for array in arrays_of(machine, event.optimizer, event.node)]
    still = [each for each in held if _stands(known, each)]
    for each in held if known.filled else ():
        known.stepped[each] = True
    if not still:
        return
    halt = known.halted[still[0]]
    for each in still:
        known.halted.pop(each, None)
    kind = thing.name.rpartition(".")[2]
    step = machine.place(event.node)
    if all(decay_of(machine, thing, each) > 0 for each in still):
        known.moved[still[0]] = fault(halt.place, "frozen-weight-decays", "torch", kind, step)
    elif halt.late and _has_momentum(thing, kind):
        known.moved[still[0]] = fault(halt.place, "frozen-weight-coasts", "torch", kind, step)


def _stands(known: Coasting, weight: int) -> bool:
    return weight in known.halted and (not known.halted[weight].by_flag or weight in known.filled)


def _has_momentum(optimizer: Object, kind: str) -> bool:
    chosen = optimizer.options.get("momentum")
    number = chosen.value if isinstance(chosen, Const) else None
    return kind in WITH_MOMENTUM or (isinstance(number, (int, float)) and number > 0)


@listens(Written)
def note_put_back(machine: Machine, event: Written) -> None:
    moved = machine.own(Coasting).moved
    for each in shown(machine, event.array) if moved else ():
        moved.pop(each.node.id, None)


@listens(Ended)
def judge(machine: Machine, event: Ended) -> None:
    machine.flow.misuses.extend(machine.own(Coasting).moved.values())
