"""Training steps of which the parameters are not seen: `def train(model, loader, optimizer)`.

What such an optimizer holds is not known, but a step on a gradient, another backward() and another step of the same
optimizer with nothing between that could clear a gradient is a mistake whatever it holds. Anything that may
clear one, an unknown function that is handed the model or the optimizer included, ends the suspicion.
"""

from __future__ import annotations

import re
from functools import lru_cache
from typing import ClassVar

import libcst as cst

from gradlint.analysis.domain.graph import Place
from gradlint.analysis.domain.journal import Branches, Journal, unless_settled
from gradlint.analysis.domain.misuses import MissingZeroGrad
from gradlint.analysis.domain.values import Instance, Layer, Object, Ref, Unknown, Value
from gradlint.analysis.interpreter.events import (
    Backward,
    CameBack,
    Ended,
    GradientSet,
    HandedAway,
    Stepped,
    Zeroed,
    listens,
)
from gradlint.analysis.interpreter.machine import Machine
from gradlint.analysis.monitors.training_step import Training, is_elsewhere

_OPTIMIZER = re.compile(r"(?i)opt(?!ion)|solver")
"""How people call what takes the steps; a scheduler has a step() as well."""
_CLEARS = re.compile(
    r"(?i)zero|(?:clear|reset|init|free|drop|clean|del|none).*grad|grad.*(?:clear|reset|none)"
)
"""A name that promises to clear gradients."""
_WORKS = re.compile(r"(?i)optimi[sz]e|update|step|backward|fit|train_|learn")
"""A name under which a model may train itself."""
_KEEPS = re.compile(
    r"(?i)lr|rate|clip|sched|warm|log|print|save|load|checkpoint|summary|metric|eval|valid|test|infer|predict|sample"
    r"|ema|average|count|time|plot|visual|show|norm|loss|criterion|acc|state_dict|parameters|forward|watch|register"
)
"""A name that promises something else, though it may be given all."""
ANY = -1


class UnseenSteps:
    NEVER_UNDONE: ClassVar = dict.fromkeys(
        ("called", "cleared", "left", "moments"),
        "evidence of the whole program, judged when all of it has been followed",
    )

    def __init__(self, branches: Branches) -> None:
        self.asked: Journal[int, Place] = Journal(branches, unless_settled)
        """The last backward() that nothing has cleared, under ANY."""
        self.used: Journal[int, Place] = Journal(branches, unless_settled)
        """The backward() with whose gradients an optimizer has taken its last step."""
        self.again: Journal[int, Place] = Journal(branches, unless_settled)
        """The first backward() after that."""
        self.called: set[int] = set()
        """Unknown things that were called as a model is."""
        self.cleared = False
        """Somewhere in the program a gradient is cleared that may be any."""
        self.moments: dict[int, int] = {}
        """The clock at the last step of each optimizer."""
        self.left: dict[int, Place] = {}
        """What an imagined call leaves behind in an optimizer that was there before it."""


def _clear(machine: Machine) -> None:
    known = machine.own(UnseenSteps)
    known.cleared = True
    _forget(known)


def _forget(known: UnseenSteps) -> None:
    for journal in (known.asked, known.used, known.again):
        for key in list(journal):
            del journal[key]


@listens(Backward)
def note_backward(machine: Machine, event: Backward) -> None:
    known = machine.own(UnseenSteps)
    known.asked[ANY] = event.sink.place
    for key, used in known.used.items():
        if not is_elsewhere(machine, used, event.sink.place):
            known.again.setdefault(key, event.sink.place)


@listens(Stepped)
def note_step(machine: Machine, event: Stepped) -> None:
    _step(machine, event.optimizer)


def _step(machine: Machine, optimizer: Value) -> None:
    known = machine.own(UnseenSteps)
    key, place = _key(optimizer), known.asked.get(ANY)
    if key is None or place is None:
        return
    again = known.again.pop(key, None)
    if again is not None:
        machine.flow.misuses.append(MissingZeroGrad(again, "torch", ""))
    known.used[key] = again or place
    known.moments[key] = machine.fresh()


def _key(value: Value) -> int | None:
    if isinstance(value, Unknown):
        return value.node.id
    return value.id if isinstance(value, Ref) else None


@listens(Zeroed)
def note_zero(machine: Machine, event: Zeroed) -> None:
    _clear(machine)


@listens(GradientSet)
def note_set(machine: Machine, event: GradientSet) -> None:
    if not event.limits:
        _clear(machine)


@listens(HandedAway)
def note_unknown(machine: Machine, event: HandedAway) -> None:
    func, name = event.func, _name(event.node)
    if name == "step" and isinstance(func, Unknown):
        stepping = _stepping(event)
        if stepping is not None:
            _step(machine, stepping)
            return
    if isinstance(func, Unknown) and func.node.source is not None:
        machine.own(UnseenSteps).called.add(func.node.id)
    if _clears(name):
        machine.own(Training).may_clear = True
        _clear(machine)
        return
    known = machine.own(UnseenSteps)
    if (known.asked or known.used or known.again) and _may_clear(machine, event, name):
        _forget(known)


@lru_cache(maxsize=1024)
def _clears(name: str) -> bool:
    return _CLEARS.search(name) is not None


def _name(node: cst.CSTNode) -> str:
    """By what name something is called: the last one."""
    func = node.func if isinstance(node, cst.Call) else None
    last = func.attr if isinstance(func, cst.Attribute) else func
    return last.value if isinstance(last, cst.Name) else ""


def _stepping(event: HandedAway) -> Value | None:
    """The optimizer of `optimizer.step()` or `scaler.step(optimizer)`."""
    func, node = event.func, event.node
    if not isinstance(node, cst.Call) or not isinstance(node.func, cst.Attribute):
        return None
    owner = func.node.edges[0].node if isinstance(func, Unknown) and func.node.edges else None
    if not node.args and _named(node.func.value) and owner is not None:
        return Unknown(owner)
    given = len(event.values) == 1 and _named(node.args[0].value) and not _named(node.func.value)
    return event.values[0] if given else None


def _named(node: cst.BaseExpression) -> bool:
    while isinstance(node, (cst.Subscript, cst.Call)):
        node = node.value if isinstance(node, cst.Subscript) else node.func
    last = node.attr if isinstance(node, cst.Attribute) else node
    return isinstance(last, cst.Name) and _OPTIMIZER.search(last.value) is not None


def _may_clear(machine: Machine, event: HandedAway, name: str) -> bool:
    known = machine.own(UnseenSteps)
    if _KEEPS.search(name):
        return False
    if isinstance(event.func, Unknown) and event.func.node.edges and name:
        owner = event.func.node.edges[0].node.id
        if owner in known.used or _is_own(machine, owner):
            return True
        if owner in known.called and _WORKS.search(name):
            return True
    return any(_is_held(machine, each) for each in event.values)


def _is_own(machine: Machine, node: int) -> bool:
    """A method of an instance of the program that its classes do not define: a base that nobody sees has it."""
    receiver = machine.scope.find("self")
    thing = machine.load(receiver)
    return isinstance(thing, Instance) and thing.node.id == node


def _is_held(machine: Machine, value: Value) -> bool:
    """Whether whoever is given this can reach a gradient by it."""
    known = machine.own(UnseenSteps)
    if isinstance(value, Unknown):
        return value.node.id in known.used or value.node.id in known.called
    thing = machine.load(value)
    return isinstance(thing, (Instance, Layer)) or (
        isinstance(thing, Object) and thing.name.startswith("torch.optim.")
    )


@listens(CameBack)
def note_left(machine: Machine, event: CameBack) -> None:
    """Whoever calls this once will call it again, and finds the gradients of the first call."""
    known = machine.own(UnseenSteps)
    for key, place in () if event.alone else known.used.items():
        if key < event.since < known.moments.get(key, 0):
            known.left.setdefault(key, place)
    _forget(known)  # what one imagined call did says nothing about the next


@listens(Ended)
def note_end(machine: Machine, event: Ended) -> None:
    known = machine.own(UnseenSteps)
    if not known.cleared:
        for place in {each.node: each for each in known.left.values()}.values():
            machine.flow.misuses.append(MissingZeroGrad(place, "torch", ""))
