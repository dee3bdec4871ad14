"""JAX: scan, cond and the loops, whose bodies are traced."""

from __future__ import annotations

import libcst as cst

from gradlint.analysis.domain.graph import Recorder
from gradlint.analysis.domain.misuses import UnreversibleLoop
from gradlint.analysis.domain.values import (
    Array,
    Const,
    Dictionary,
    Func,
    Instance,
    Object,
    Sequence,
    Transform,
    Unknown,
    Value,
)
from gradlint.analysis.interpreter import registry
from gradlint.analysis.interpreter.attributes import attribute
from gradlint.analysis.interpreter.calls import Arguments
from gradlint.analysis.interpreter.items import item
from gradlint.analysis.interpreter.iteration import elements_of
from gradlint.analysis.interpreter.machine import Machine
from gradlint.analysis.interpreter.op_shapes import forget_shape
from gradlint.analysis.libraries.jax.tracers import is_static_field, tracer
from gradlint.core.records import replace
from gradlint.knowledge.names.operations import Op


@registry.function("jax.lax.scan")
def scan(machine: Machine, name: str, args: Arguments, node: cst.CSTNode) -> Value:
    body, start, over = args.get(0, "f"), args.get(1, "init"), args.get(2, "xs")
    if body is None or start is None:
        return machine.unknown(node, args.flows())
    element: Value = Const(None)
    if over is not None and over != Const(None):
        element = _slice_of(machine, over, node)
    return _scanned(machine, body, start, (element,), node)


def _scanned(
    machine: Machine, body: Value, start: Value, elements: tuple[Value, ...], node: cst.CSTNode
) -> Value:
    carry, made = start, machine.data(node)
    for _ in range(2):
        result = _traced_call(machine, body, (carry, *elements), node)
        carry = _carried(machine, carry, item(machine, result, Const(0), node), node)
        made = item(machine, result, Const(1), node)  # type: ignore[assignment]
    return machine.alloc(Sequence("tuple", (carry, forget_shape(machine, made))))


LIFTED_LOOPS = ("flax.linen.scan", "flax.linen.transforms.scan")
LIFTED_MAPS = ("flax.linen.vmap", "flax.linen.transforms.vmap")


@registry.function(*LIFTED_LOOPS, *LIFTED_MAPS)
def lifted(machine: Machine, name: str, args: Arguments, node: cst.CSTNode) -> Value:
    """Flax's own scan and vmap around a method; what they make of a class is not looked into."""
    target = args.get(0, "target")
    if isinstance(target, Func):
        return Transform(name, target, tuple(args.kw.items()), machine.place(node))
    return machine.unknown(node, args.flows(), name)


@registry.transforms(*LIFTED_LOOPS)
def lifted_scan(machine: Machine, value: Transform, args: Arguments, node: cst.CSTNode) -> Value:
    if not args.pos or args.kw:
        return machine.unknown(node, args.flows())
    elements = tuple(_slice_of(machine, each, node) for each in args.pos[1:])
    if value.option("in_axes") not in (None, Const(0)):
        elements = tuple(forget_shape(machine, each) for each in args.pos[1:])
    return _scanned(machine, value.func, args.pos[0], elements, node)


@registry.transforms(*LIFTED_MAPS)
def lifted_map(machine: Machine, value: Transform, args: Arguments, node: cst.CSTNode) -> Value:
    rows = tuple(forget_shape(machine, each) for each in args.pos)
    return forget_shape(machine, _traced_call(machine, value.func, rows, node))


def _carried(machine: Machine, before: Value, after: Value, node: cst.CSTNode) -> Value:
    """What the next turn starts from; of an object that was replaced nothing old is left, in a tuple either."""
    old, new = machine.load(before), machine.load(after)
    if isinstance(after, Unknown) and isinstance(old, Instance):
        return _as_it_began(machine, before, after, node)
    if isinstance(new, (Instance, Object)) and old is not None:
        return after
    if isinstance(old, Sequence) and isinstance(new, Sequence) and old.items and new.items:
        if len(old.items) == len(new.items):
            pairs = zip(old.items, new.items)
            items = tuple(_carried(machine, one, two, node) for one, two in pairs)
            return machine.alloc(replace(new, items=items))
    if isinstance(old, Dictionary) and isinstance(new, Dictionary) and old.items.keys() == new.items.keys():
        kept = {key: _carried(machine, old.items[key], each, node) for key, each in new.items.items()}
        return machine.alloc(replace(new, items=kept))
    return machine.join(before, after, node)


def _as_it_began(machine: Machine, before: Value, after: Value, node: cst.CSTNode) -> Value:
    """JAX insists that the carry keeps its structure: whatever the body gives is of the class that it was given."""
    old = machine.load(before)
    if not isinstance(after, Unknown) or not isinstance(old, (Instance, Array)):
        return machine.join(before, after, node)
    if isinstance(old, Instance):
        whole = machine.join(Unknown(old.node), after, node)
        attrs = {
            key: each
            if is_static_field(machine, old, key)
            else _as_it_began(machine, each, attribute(machine, after, key, node), node)
            for key, each in old.attrs.items()
        }
        return machine.alloc(Instance(old.cls, attrs, whole.node if isinstance(whole, Unknown) else old.node))
    if old.lang != "jax":
        return machine.join(before, after, node)
    made = machine.compute("jax", Op.EITHER, node, ((before, "value"), (after, "value")), shape=old.shape)
    array = machine.array(made)
    if array is not None:
        machine.update(made, replace(array, maybe=True))
    return made


def _slice_of(machine: Machine, over: Value, node: cst.CSTNode) -> Value:
    thing = machine.load(over)
    if isinstance(thing, Sequence) and thing.items is not None:
        return machine.alloc(
            Sequence(thing.kind, tuple(_slice_of(machine, each, node) for each in thing.items))
        )
    elements, _ = elements_of(machine, over, node)
    return elements[0] if elements else machine.unknown(node, ((over, "value"),))


def _traced_call(machine: Machine, func: Value, given: tuple[Value, ...], node: cst.CSTNode) -> Value:
    """Bodies of scan, cond and loops are traced: what enters them has no value there."""
    recorder = Recorder("jit", machine.place(node), since=machine.fresh())
    context = replace(machine.context, traces=(*machine.context.traces, recorder))
    with machine.within(context):
        return machine.invoke(
            func, Arguments(tuple(tracer(machine, each, recorder, node) for each in given)), node
        )


@registry.function("jax.lax.fori_loop")
def fori_loop(machine: Machine, name: str, args: Arguments, node: cst.CSTNode) -> Value:
    if len(args.pos) < 4:
        return machine.unknown(node, args.flows())
    state = args.pos[3]
    for _ in range(2):
        state = _carried(
            machine, state, _traced_call(machine, args.pos[2], (machine.number(node), state), node), node
        )
    if any(machine.is_abstract(bound) for bound in args.pos[:2]):
        _check_reverse(machine, state, name, node)
    return state


@registry.function("jax.lax.while_loop")
def while_loop(machine: Machine, name: str, args: Arguments, node: cst.CSTNode) -> Value:
    if len(args.pos) < 3:
        return machine.unknown(node, args.flows())
    result = machine.join(args.pos[2], _traced_call(machine, args.pos[1], (args.pos[2],), node), node)
    _check_reverse(machine, result, name, node)
    return result


def _check_reverse(machine: Machine, result: Value, name: str, node: cst.CSTNode) -> None:
    """A loop of unknown length is asked for a gradient in reverse."""
    carries = tuple(
        each
        for each in machine.edges(result)
        if any(recorder.kind == "jax" and recorder.reverse for recorder in each.tracked)
    )
    if carries:
        nodes = tuple(each.node for each in carries)
        machine.misuse(node, UnreversibleLoop, "jax", name, not machine.branches.began, nodes)


@registry.function("jax.lax.cond", "jax.lax.switch")
def cond(machine: Machine, name: str, args: Arguments, node: cst.CSTNode) -> Value:
    if name == "jax.lax.switch" and len(args.pos) > 1:
        branches, rest = elements_of(machine, args.pos[1], node)[0], args.pos[2:]
    else:
        branches, rest = list(args.pos[1:3]), args.pos[3:]
    results = [_traced_call(machine, branch, rest, node) for branch in branches]
    return machine.any_of(results, node) or machine.unknown(node)


@registry.function("jax.lax.map")
def lax_map(machine: Machine, name: str, args: Arguments, node: cst.CSTNode) -> Value:
    if len(args.pos) < 2:
        return machine.unknown(node, args.flows())
    return forget_shape(
        machine, _traced_call(machine, args.pos[0], (_slice_of(machine, args.pos[1], node),), node)
    )
