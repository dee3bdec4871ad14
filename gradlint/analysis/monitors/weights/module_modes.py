"""train() and eval(): what `self.training` is in the modules that they reach."""

from __future__ import annotations

import libcst as cst

from gradlint.analysis.domain.values import Const, Instance, Layer, Ref, Value
from gradlint.analysis.interpreter.attributes import ModuleModes, class_attribute
from gradlint.analysis.interpreter.events import Imagined, listens
from gradlint.analysis.interpreter.machine import Machine
from gradlint.core.records import replace

FLAG = "training"


def set_mode(machine: Machine, module: Value, method: str, given: Value | None, node: cst.CSTNode) -> None:
    """`module.train(given)` and `module.eval()` tell the module and the modules registered in it."""
    mode: bool | None = method.endswith("train")
    if mode and given is not None:
        mode = given.value if isinstance(given, Const) and isinstance(given.value, bool) else None
    stack: list[tuple[Value, bool | None, bool]] = [(module, mode, method == "super.train")]
    seen: set[Ref] = set()
    while stack:
        here, told, passed_on = stack.pop()
        if not isinstance(here, Ref) or here in seen:
            continue
        seen.add(here)
        thing = machine.load(here)
        if isinstance(thing, Layer):
            stack.extend((each, told, False) for each in thing.children)
        elif isinstance(thing, Instance):
            own = not passed_on and class_attribute(thing.cls, "train") is not None
            if own or not (thing.cls.library or "").startswith(("torch.nn.", "lightning.")):
                told = None  # its own train() is called, and may tell something else
            _tell(machine, here, thing, told, node)
            stack.extend((each, told, False) for each in thing.attrs.values())


def _tell(machine: Machine, ref: Ref, thing: Instance, mode: bool | None, node: cst.CSTNode) -> None:
    if FLAG in thing.attrs:
        machine.update(ref, replace(thing, attrs={**thing.attrs, FLAG: machine.data(node)}))
    told = machine.own(ModuleModes).told
    if mode is not None:
        told[ref.id] = mode
    elif told.get(ref.id) is not None:
        del told[ref.id]


@listens(Imagined)
def forget(machine: Machine, event: Imagined) -> None:
    """In which mode a call finds a module that nobody here makes is not known."""
    told = machine.own(ModuleModes).told
    for number in list(told):
        del told[number]
