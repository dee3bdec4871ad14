"""Classes that a program makes trees for JAX: which of their attributes are leaves, and which belong to the form."""

from __future__ import annotations

from collections.abc import Iterator
from typing import ClassVar

import libcst as cst

from gradlint.analysis.domain.journal import Branches
from gradlint.analysis.domain.values import Class, Const, Func, Instance, Lib, Value
from gradlint.analysis.interpreter import registry
from gradlint.analysis.interpreter.attributes import class_attribute
from gradlint.analysis.interpreter.calls import Arguments
from gradlint.analysis.interpreter.iteration import elements_of
from gradlint.analysis.interpreter.machine import Machine
from gradlint.analysis.project.syntax import walk

Leaves = frozenset[str]


class Registered:
    """What a program has told JAX about its classes."""

    NEVER_UNDONE: ClassVar[dict[str, str]] = {"leaves": "a class is registered once, for the whole program"}

    def __init__(self, branches: Branches) -> None:
        self.leaves: dict[cst.CSTNode, Leaves | None] = {}
        """The attributes that are leaves; None for all but those that are marked as static."""


def leaves_of(machine: Machine, thing: Instance) -> Leaves | None:
    """The attributes of an instance that a transformation sees as leaves; None for all that are not marked.

    JAX takes no instance of a class that it was not told about. Where that is said in a file that is not read,
    what is no array is not known to be a leaf.
    """
    known = machine.own(Registered).leaves
    for cls in _line(thing.cls):
        if cls.node in known:
            return known[cls.node]
    flatten = class_attribute(thing.cls, "tree_flatten")
    if isinstance(flatten, Func):
        return _named_in(flatten)
    base = thing.cls.library or ""
    whole = registry.is_tree(base) or registry.is_functional(base) or base.endswith("NamedTuple")
    return None if whole else frozenset()


def _line(cls: Class) -> Iterator[Class]:
    yield cls
    for base in cls.bases:
        if isinstance(base, Class):
            yield from _line(base)


@registry.function("jax.tree_util.register_dataclass")
def register_dataclass(machine: Machine, name: str, args: Arguments, node: cst.CSTNode) -> Value:
    cls, given = args.get(0, "nodetype"), args.get(1, "data_fields")
    if isinstance(cls, Class):
        found, whole = elements_of(machine, given, node) if given is not None else ([], False)
        words = [each.value for each in found if isinstance(each, Const) and isinstance(each.value, str)]
        complete = whole and len(words) == len(found)
        machine.own(Registered).leaves[cls.node] = (
            frozenset(words) if complete else None if given is None else frozenset()
        )
    return cls if cls is not None else Lib(name)


@registry.function(
    "jax.tree_util.register_pytree_node",
    "jax.tree_util.register_pytree_with_keys",
    "jax.tree_util.register_pytree_node_class",
)
def register_node(machine: Machine, name: str, args: Arguments, node: cst.CSTNode) -> Value:
    cls, flatten = args.get(0, "nodetype"), args.get(1, "flatten_func")
    if isinstance(cls, Class) and not name.endswith("_class"):
        found = _named_in(flatten) if isinstance(flatten, Func) else frozenset()
        machine.own(Registered).leaves[cls.node] = found
    return cls if cls is not None else Lib(name)


@registry.function("flax.struct.dataclass", "chex.dataclass")
def tree_class(machine: Machine, name: str, args: Arguments, node: cst.CSTNode) -> Value:
    """A data class whose fields are leaves, but for those that are marked."""
    cls = args.get(0, "clz")
    if isinstance(cls, Class):
        machine.own(Registered).leaves[cls.node] = None
    return cls if cls is not None else Lib(name)


def _named_in(flatten: Func) -> Leaves:
    """The attributes that a function names as leaves: what else is plain belongs to the form."""
    listed = (*flatten.node.params.posonly_params, *flatten.node.params.params)
    owner = listed[0].name.value if listed else ""
    found: list[cst.BaseExpression] = []
    bound: dict[str, cst.BaseExpression] = {}
    body = flatten.node.body
    if isinstance(body, cst.Tuple) and body.elements:
        found.append(body.elements[0].value)
    for each in walk(body):
        if isinstance(each, cst.Assign) and isinstance(each.targets[0].target, cst.Name):
            bound[each.targets[0].target.value] = each.value
        elif isinstance(each, cst.Return) and isinstance(each.value, cst.Tuple) and each.value.elements:
            found.append(each.value.elements[0].value)
    returned = [bound.get(each.value, each) if isinstance(each, cst.Name) else each for each in found]
    return frozenset(
        inner.attr.value
        for each in returned
        for inner in walk(each)
        if isinstance(inner, cst.Attribute)
        and isinstance(inner.value, cst.Name)
        and inner.value.value == owner
    )
