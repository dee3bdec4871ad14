"""How optimizers of optax are put together: what each link does to the sign and the size of a step."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Literal

import libcst as cst

from gradlint.analysis.domain.misuses import ClippedStep, PassedThrough, UphillChain
from gradlint.analysis.domain.values import Const, Dictionary, Object, Value
from gradlint.analysis.interpreter.machine import Machine
from gradlint.knowledge.names.optax import DECAYING, KEEPS_THE_SIGN, OPTAX_OPTIMIZERS, SCALE_FREE

COMPLETE = OPTAX_OPTIMIZERS - {"chain", "multi_transform", "inject_hyperparams"}
"""Optimizers that bring the learning rate and the minus."""
CLIPPING = frozenset({"clip", "clip_by_global_norm", "adaptive_grad_clip"})
WRITTEN = "(node)"
"""The option of a link that holds where it was made."""
Sign = Literal["up", "down", "unknown"]


def link(
    machine: Machine, short: str, args: tuple[Value, ...], named: Mapping[str, Value], node: cst.CSTNode
) -> Value:
    return machine.alloc(Object(f"optax:{short}", args, {**named, WRITTEN: Const(node)}))


def is_link(short: str) -> bool:
    known = short in OPTAX_OPTIMIZERS or short in KEEPS_THE_SIGN or short.startswith("scale")
    return known or short in ("masked", "set_to_zero", "partition") or short.endswith("_schedule")


def _short(thing: object) -> str:
    return (
        thing.name.partition(":")[2] if isinstance(thing, Object) and thing.name.startswith("optax:") else ""
    )


def links(machine: Machine, thing: Object) -> Iterator[Object | None]:
    """The links of a chain in their order, those of chains inside it as well; None for what is not known."""
    if _short(thing) != "chain":
        yield thing
        return
    for each in thing.args:
        inner = machine.load(each)
        if isinstance(inner, Object) and _short(inner):
            yield from links(machine, inner)
        else:
            yield None


def is_scale_free(machine: Machine, thing: object) -> bool:
    """Whether twice the gradient takes the same step: some link divides it by its own size."""
    if not isinstance(thing, Object) or not _short(thing):
        return False
    return any(each is not None and _short(each) in SCALE_FREE for each in links(machine, thing))


def check(machine: Machine, optimizer: Value | None, *, added: bool = False) -> None:
    """Somebody trains with this: is what it does to a gradient a step downhill?

    `added`: what comes out is added to the parameters as it is, so nobody can scale it afterwards.
    """
    thing = machine.load(optimizer)
    if not isinstance(thing, Object) or not _short(thing):
        return
    parts = list(links(machine, thing))
    _check_sign(machine, parts, added)
    _check_clipping(machine, parts)
    _check_masked(machine, parts)


def note_decay(machine: Machine, optimizer: Value | None, params: Value | None) -> None:
    """Which weights are decayed, whatever their gradient is."""
    thing = machine.load(optimizer)
    if params is None or not isinstance(thing, Object) or not _short(thing):
        return
    for each in links(machine, thing):
        written = each.options.get(WRITTEN) if each is not None else None
        if each is None or not isinstance(written, Const) or not isinstance(written.value, cst.CSTNode):
            continue
        if _short(each) in DECAYING and "mask" not in each.options:
            if each.options.get("weight_decay") not in (Const(0), Const(0.0)):
                held = frozenset(edge.node for edge in machine.edges(params))
                machine.flow.decays.append((machine.place(written.value), held))


def _check_sign(machine: Machine, parts: list[Object | None], added: bool) -> None:
    signs = [_sign(machine, each) for each in parts]
    rated = [each for each in parts if each is not None and _short(each) in ("scale", "scale_by_schedule")]
    adaptive = [each for each in parts if each is not None and _is_adaptive(_short(each))]
    if (rated or added) and adaptive and set(signs) == {"up"}:
        _note(machine, (rated or adaptive)[-1], UphillChain)


def _is_adaptive(short: str) -> bool:
    return short.startswith("scale_by_") or short == "trace"


def _sign(machine: Machine, each: Object | None) -> Sign:
    short = _short(each)
    if each is None or not short:
        return "unknown"
    if short in COMPLETE or short == "scale_by_learning_rate":
        return "down"
    if short == "scale":
        return _of_number(each.args[0] if each.args else None)
    if short == "scale_by_schedule":
        schedule = machine.load(each.args[0]) if each.args else None
        first = schedule.args[0] if isinstance(schedule, Object) and schedule.args else None
        return _of_number(first)
    return "up" if short in KEEPS_THE_SIGN or short.startswith("scale_by_") else "unknown"


def _of_number(value: Value | None) -> Sign:
    if not isinstance(value, Const) or not isinstance(value.value, (int, float)):
        return "unknown"
    return "down" if value.value < 0 else "up"


def _check_clipping(machine: Machine, parts: list[Object | None]) -> None:
    names = [_short(each) for each in parts]
    first = next((at for at, name in enumerate(names) if name in COMPLETE), len(names))
    for each in parts[first + 1 :]:
        if each is not None and _short(each) in CLIPPING:
            _note(machine, each, ClippedStep)


def _check_masked(machine: Machine, parts: list[Object | None]) -> None:
    """What a mask leaves out goes through as it is, and what goes in are gradients."""
    if None in parts or any(_is_emptied(machine, each) for each in parts):
        return
    for each in parts:
        inner = machine.load(each.args[0]) if each is not None and each.args else None
        if _short(each) == "masked" and isinstance(inner, Object):
            if any(_short(one) in COMPLETE for one in links(machine, inner)) and len(parts) == 1:
                if each is not None and _leaves_out(machine, each.args[1] if len(each.args) > 1 else None):
                    _note(machine, each, PassedThrough)
        elif _short(each) in ("multi_transform", "partition") and isinstance(inner, Dictionary):
            if (
                any(_short(machine.load(one)) == "identity" for one in inner.items.values())
                and each is not None
            ):
                _note(machine, each, PassedThrough)


def _is_emptied(machine: Machine, each: Object | None) -> bool:
    inner = (
        machine.load(each.args[0]) if each is not None and _short(each) == "masked" and each.args else None
    )
    return _short(inner) == "set_to_zero"


def _leaves_out(machine: Machine, mask: Value | None) -> bool:
    """Whether a mask that is written out has a False in it; one that is not is there for some reason."""
    thing = machine.load(mask)
    if not isinstance(thing, Dictionary) or thing.rest is not None:
        return True
    return any(each == Const(False) or _is_tree(machine, each) for each in thing.items.values())


def _is_tree(machine: Machine, value: Value) -> bool:
    return isinstance(machine.load(value), Dictionary) and _leaves_out(machine, value)


def _note(machine: Machine, each: Object, kind: type[UphillChain | ClippedStep | PassedThrough]) -> None:
    written = each.options.get(WRITTEN)
    if isinstance(written, Const) and isinstance(written.value, cst.CSTNode):
        machine.misuse(written.value, kind, "jax", _short(each))
