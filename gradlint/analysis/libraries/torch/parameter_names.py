"""The names under which `named_parameters()` hands out the parameters of a module."""

from __future__ import annotations

from collections.abc import Iterator

from gradlint.analysis.domain.contents import PLAIN
from gradlint.analysis.domain.values import Array, Const, Instance, Layer, Ref, Value
from gradlint.analysis.interpreter.machine import Machine
from gradlint.knowledge.names.torch import ONE_TENSOR, WEIGHT_AND_BIAS


def parameter_names(machine: Machine, module: Value) -> dict[Ref, tuple[str, ...]]:
    """The names of each parameter, as far as they are known; a layer stands for its weight and its bias."""
    found: dict[Ref, tuple[str, ...]] = {}
    for ref, names in _below(machine, module, "", {module}):
        found.setdefault(ref, names)
    return found


def _below(
    machine: Machine, module: Value, path: str, seen: set[Value]
) -> Iterator[tuple[Ref, tuple[str, ...]]]:
    thing = machine.load(module)
    inside: list[tuple[str, Value]] = []
    if isinstance(thing, Layer):
        if thing.params is not None and (own := _own_names(thing)):
            yield thing.params, tuple(f"{path}{each}" for each in own)
        if thing.loose:
            return
        numbers = tuple(Const(str(number)) for number in range(len(thing.children)))
        keys = thing.keys if len(thing.keys) == len(thing.children) else numbers
        inside = [(str(key.value), each) for key, each in zip(keys, thing.children) if isinstance(key, Const)]
    elif isinstance(thing, Instance):
        inside = [(key, each) for key, each in thing.attrs.items() if key.isidentifier()]
    for key, each in inside:
        held = machine.load(each)
        if not isinstance(each, Ref) or each in seen or isinstance(held, PLAIN):
            continue
        seen.add(each)
        if isinstance(held, Array):
            yield each, (f"{path}{key}",)
        elif isinstance(held, (Layer, Instance)):
            yield from _below(machine, each, f"{path}{key}.", seen)


def _own_names(layer: Layer) -> tuple[str, ...]:
    if layer.name in ONE_TENSOR or (
        layer.name in WEIGHT_AND_BIAS and layer.options.get("bias") == Const(False)
    ):
        return ("weight",)
    return ("weight", "bias") if layer.name in WEIGHT_AND_BIAS else ()
