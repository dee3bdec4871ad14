"""`self.save_hyperparameters()` of Lightning: the arguments of `__init__` as `self.hparams`."""

from __future__ import annotations

import libcst as cst

from gradlint.analysis.domain.values import Const, Dictionary, Instance, Layer, Ref, Value
from gradlint.analysis.interpreter.calls import Arguments
from gradlint.analysis.interpreter.machine import Machine
from gradlint.core.records import replace


def keep(machine: Machine, module: Value, thing: Instance, args: Arguments, node: cst.CSTNode) -> None:
    """Settings alone: a module among the arguments is used by an attribute of its own."""
    if not isinstance(module, Ref) or (not args.pos and not _is_made(machine)):
        return
    given = machine.load(args.pos[0]) if len(args.pos) == 1 else None
    items = dict(given.items) if isinstance(given, Dictionary) else _arguments(machine, args)
    plain = {
        key: value for key, value in items.items() if not isinstance(machine.load(value), (Layer, Instance))
    }
    before = machine.load(thing.attrs.get("hparams"))
    if isinstance(before, Dictionary):
        plain = {**before.items, **plain}
    kept = machine.alloc(Dictionary(plain, machine.unknown(node)))
    machine.update(module, replace(thing, attrs={**thing.attrs, "hparams": kept}))


def _is_made(machine: Machine) -> bool:
    func = machine.calls[-1] if machine.calls else None
    return isinstance(func, cst.FunctionDef) and func.name.value == "__init__"


def _arguments(machine: Machine, args: Arguments) -> dict[object, Value]:
    """What `__init__` was called with, as far as it is wanted by name."""
    func = machine.calls[-1] if machine.calls else None
    if not isinstance(func, cst.FunctionDef):
        return {}
    wanted = {each.value for each in args.pos if isinstance(each, Const)}
    params = (*func.params.params[1:], *func.params.kwonly_params)
    names = [each.name.value for each in params if not args.pos or each.name.value in wanted]
    return {name: value for name in names if (value := machine.scope.find(name)) is not None}
