"""train() and eval(): what `self.training` is in the modules that they reach."""

from __future__ import annotations

import libcst as cst

from gradlint.analysis.domain.values import Const, Instance, Layer, Ref, Unknown, Value
from gradlint.analysis.interpreter.attributes import FLAG, ModuleModes, class_attribute, unknown_module
from gradlint.analysis.interpreter.events import HandedAway, Imagined, listens
from gradlint.analysis.interpreter.machine import Machine
from gradlint.core.records import replace
from gradlint.knowledge.names.operations import Op
from gradlint.knowledge.names.torch import MODES


def set_mode(machine: Machine, module: Value, method: str, given: Value | None, node: cst.CSTNode) -> None:
    """`module.train(given)` and `module.eval()` tell the module and the modules registered in it."""
    mode: bool | None = method.endswith("train")
    if mode and given is not None:
        mode = given.value if isinstance(given, Const) and isinstance(given.value, bool) else None
    stack: list[tuple[Value, bool | None, bool]] = [(module, mode, method == "super.train")]
    seen: set[Ref] = set()
    while stack:
        here, mode, passed_on = stack.pop()
        if not isinstance(here, Ref) or here in seen:
            continue
        seen.add(here)
        thing = machine.load(here)
        if isinstance(thing, Layer):
            _note_mode(machine, here.id, mode)
            stack.extend((each, mode, False) for each in thing.children)
        elif isinstance(thing, Instance):
            own = not passed_on and class_attribute(thing.cls, "train") is not None
            if own or not (thing.cls.library or "").startswith(("torch.nn.", "lightning.")):
                mode = None  # its own train() is called, and may tell something else
            _tell(machine, here, thing, mode, node)
            stack.extend((each, mode, False) for each in thing.attrs.values())


def _tell(machine: Machine, ref: Ref, thing: Instance, mode: bool | None, node: cst.CSTNode) -> None:
    if FLAG in thing.attrs:
        machine.update(ref, replace(thing, attrs={**thing.attrs, FLAG: machine.data(node)}))
    _note_mode(machine, ref.id, mode)


def _note_mode(machine: Machine, number: int, mode: bool | None) -> None:
    modes = machine.own(ModuleModes).modes
    if mode is not None:
        modes[number] = mode
    elif modes.get(number) is not None:
        del modes[number]


@listens(HandedAway)
def note_unknown_mode(machine: Machine, event: HandedAway) -> None:
    """`model.eval()` of a model that somebody else has made"""
    method = event.func.node if isinstance(event.func, Unknown) else None
    if method is None or method.op not in MODES or not method.edges:
        return
    given = event.values[0] if event.values else Const(method.op == Op.TRAIN)
    mode = given.value if isinstance(given, Const) and isinstance(given.value, bool) else None
    _note_mode(machine, -unknown_module(method.edges[0].node).id, mode)


@listens(Imagined)
def forget(machine: Machine, event: Imagined) -> None:
    """In which mode a call finds a module that nobody here makes is not known."""
    modes = machine.own(ModuleModes).modes
    for number in list(modes):
        del modes[number]
