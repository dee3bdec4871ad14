"""JAX: functions of whole trees of arrays."""

from __future__ import annotations

from collections.abc import Iterator

import libcst as cst

from gradlint.analysis.domain.values import Const, Dictionary, Instance, Lang, Layer, Sequence, Unknown, Value
from gradlint.analysis.interpreter import registry
from gradlint.analysis.interpreter.calls import Arguments
from gradlint.analysis.interpreter.items import item
from gradlint.analysis.interpreter.machine import Machine
from gradlint.analysis.interpreter.op_shapes import forget_shape
from gradlint.analysis.monitors.weights import jax_weights
from gradlint.core.records import replace
from gradlint.knowledge.names.arrays import PLAIN_ATTRIBUTES


@registry.function("jax.tree_map", "jax.tree.map", "jax.tree_util.tree_map")
def tree_map(machine: Machine, name: str, args: Arguments, node: cst.CSTNode) -> Value:
    if len(args.pos) < 2:
        return machine.unknown(node, args.flows())
    func, trees = args.pos[0], args.pos[1:]
    jax_weights.note_mapped(machine, trees)
    first = machine.load(trees[0])
    if isinstance(first, (Dictionary, Sequence)):
        keys = list(first.items) if isinstance(first, Dictionary) else range(len(first.items or ()))
        made = {}
        for key in keys:
            parts = tuple(item(machine, tree, Const(key), node) for tree in trees)
            made[key] = tree_map(machine, name, Arguments((func, *parts)), node)
        rest: Value | None = None
        if first.rest is not None:  # what lies under keys that are not known
            others = tuple(item(machine, tree, machine.data(node), node) for tree in trees[1:])
            rest = tree_map(machine, name, Arguments((func, first.rest, *others)), node)
        if isinstance(first, Dictionary):
            return machine.alloc(Dictionary(made, rest))
        return machine.alloc(
            replace(first, items=tuple(made.values()) if first.items is not None else None, rest=rest)
        )
    result = machine.invoke(func, Arguments(trees), node)
    behind = machine.node_of(result)
    if (isinstance(trees[0], Unknown) or isinstance(first, (Layer, Instance))) and behind is not None:
        return Unknown(behind, _leaf_lang(machine, trees[0], result))  # its form is not known
    return result


_NUMBERS = PLAIN_ATTRIBUTES | {"size", "shape"}


def _leaf_lang(machine: Machine, tree: Value, leaf: Value) -> Lang | None:
    """Whose arrays a mapped tree holds: those that the function makes, or nobody's where it was given anything."""
    if _is_number(machine, leaf):
        return None
    array = machine.array(leaf)
    if array is not None:
        return array.lang
    given = (
        tree.lang if isinstance(tree, Unknown) else "jax",
        leaf.lang if isinstance(leaf, Unknown) else None,
    )
    return "jax" if "jax" in given else None


def _is_number(machine: Machine, value: Value) -> bool:
    """A number of Python, such as the size of an array: a tree of them holds no tracer."""
    array = machine.array(value)
    if isinstance(value, Unknown):
        return value.node.op in _NUMBERS  # x.size, whatever the leaf is
    return array is not None and array.lang == "python"


@registry.function(
    "flax.jax_utils.replicate", "flax.jax_utils.unreplicate", "flax.core.freeze", "flax.core.unfreeze"
)
def same_tree(machine: Machine, name: str, args: Arguments, node: cst.CSTNode) -> Value:
    """The same weights, on other devices or in another kind of dictionary."""
    if not args.pos:
        return machine.unknown(node, args.flows(), name)
    moved = "replicate" in name  # an axis for the devices comes or goes
    return forget_shape(machine, args.pos[0]) if moved else args.pos[0]


@registry.function("jax.tree_util.tree_leaves", "jax.tree.leaves", "jax.tree_leaves")
def tree_leaves(machine: Machine, name: str, args: Arguments, node: cst.CSTNode) -> Value:
    found = list(_leaves(machine, args.pos[0])) if args.pos else []
    if None not in found:
        return machine.alloc(Sequence("list", tuple(each for each in found if each is not None)))
    return machine.alloc(
        Sequence("list", None, machine.any_of([each for each in found if each is not None], node))
    )


@registry.function("jax.tree_util.tree_flatten", "jax.tree.flatten")
def tree_flatten(machine: Machine, name: str, args: Arguments, node: cst.CSTNode) -> Value:
    """The leaves, and a form in which there are none of them."""
    leaves = tree_leaves(machine, name, args, node)
    return machine.alloc(Sequence("tuple", (leaves, machine.data(node))))


@registry.function("jax.flatten_util.ravel_pytree")
def ravel_pytree(machine: Machine, name: str, args: Arguments, node: cst.CSTNode) -> Value:
    """All leaves in one array, and a function that gives back a tree of the same form, whatever that is."""
    flat = machine.compute("jax", name, node, [(value, "value") for value in args.pos[:1]])
    return machine.alloc(Sequence("tuple", (flat, machine.unknown(node, (), "unravel"))))


@registry.function("jax.tree_util.tree_structure", "jax.tree.structure")
def tree_structure(machine: Machine, name: str, args: Arguments, node: cst.CSTNode) -> Value:
    return machine.data(node)


def _leaves(machine: Machine, tree: Value) -> Iterator[Value | None]:
    """What stands at the ends of a tree, and None wherever something may be missing."""
    thing = machine.load(tree)
    if isinstance(thing, (Dictionary, Sequence)):
        if thing.rest is not None or thing.items is None:
            yield None
        for each in thing.items.values() if isinstance(thing, Dictionary) else thing.items or ():
            yield from _leaves(machine, each)
        return
    if isinstance(tree, Unknown):
        yield None
    yield tree


@registry.function("jax.lax.stop_gradient")
def stop_gradient(machine: Machine, name: str, args: Arguments, node: cst.CSTNode) -> Value:
    value = args.get(0, "x") or Const(0.0)
    return stopped(machine, value, node)


def stopped(machine: Machine, value: Value, node: cst.CSTNode) -> Value:
    thing = machine.load(value)
    if isinstance(thing, Sequence) and thing.items is not None:
        return machine.alloc(
            replace(thing, items=tuple(stopped(machine, each, node) for each in thing.items))
        )
    if isinstance(thing, Dictionary):
        return machine.alloc(
            replace(thing, items={key: stopped(machine, each, node) for key, each in thing.items.items()})
        )
    array = machine.array(value)
    return machine.compute(
        "jax", "stop_gradient", node, ((value, "value"),), cut="stop",
        dtype=array.dtype if array else None, shape=array.shape if array else None,
    )  # fmt: skip
    # Values are still tracers of an enclosing jit.
