"""Arrays of a JAX model that stand where no optimizer looks for weights."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import ClassVar

import libcst as cst

from gradlint.analysis.domain.faults import fault
from gradlint.analysis.domain.graph import Place
from gradlint.analysis.domain.journal import Branches
from gradlint.analysis.domain.misuses import UntrainedArray
from gradlint.analysis.domain.values import Class, Instance, Layer, Lib, Ref, Unknown, Value
from gradlint.analysis.interpreter.events import Ended, Made, listens
from gradlint.analysis.interpreter.machine import Machine
from gradlint.analysis.project.canonical_names import dotted
from gradlint.analysis.project.syntax import walk
from gradlint.knowledge.names.jax import DRAWS, PERIODIC, PRODUCTS
from gradlint.knowledge.names.operations import BOUNDING

ARRAYS = frozenset({"Array", "ndarray", "Float", "jnp.ndarray", "jax.Array"})
NEUTRAL = {
    "ones": frozenset({cst.Multiply, cst.Divide}),
    "zeros": frozenset({cst.Add, cst.Subtract, cst.MatrixMultiply, cst.Multiply}),
}
"""Arrays with which an operation does nothing, or gives nothing but zeros, as long as nobody trains them."""


class Looked:
    """Classes that have been looked at."""

    NEVER_UNDONE: ClassVar = {"classes": "depends on the text and not on the path"}

    def __init__(self, branches: Branches) -> None:
        self.classes: set[cst.CSTNode] = set()


class HaikuState:
    """What is read from the state of a Haiku model, and what is written there."""

    NEVER_UNDONE: ClassVar = dict.fromkeys(
        ("read", "written"), "evidence of the whole program, judged when all of it has been followed"
    )

    def __init__(self, branches: Branches) -> None:
        self.read: dict[str, Place] = {}
        self.written: set[str | None] = set()


def note_state(machine: Machine, name: str | None, writes: bool, node: cst.CSTNode) -> None:
    known = machine.own(HaikuState)
    if writes or name is None:
        known.written.add(name)
    else:
        known.read.setdefault(name, machine.place(node))


@listens(Ended)
def judge_state(machine: Machine, event: Ended) -> None:
    """Read from the state and never set there: neither a gradient nor the program ever changes it."""
    known = machine.own(HaikuState)
    for name, place in known.read.items() if None not in known.written else ():
        if name not in known.written:
            machine.flow.misuses.append(UntrainedArray(place, "jax", name, "state that is never set"))


class Requests:
    """Gradients that libraries with models of their own were asked for, and what updates models."""

    NEVER_UNDONE: ClassVar = dict.fromkeys(
        ("of_models", "past_models", "updates", "updated", "made"),
        "evidence of the whole program, judged when all of it has been followed",
    )

    def __init__(self, branches: Branches) -> None:
        self.of_models = False
        self.past_models: dict[cst.CSTNode, tuple[Place, tuple[Value, ...]]] = {}
        """Where a model is an argument and another argument is differentiated, and what that is."""
        self.updates = False
        self.made: dict[Value, tuple[Place, tuple[Value, ...]]] = {}
        """Gradients of some arguments: where they were requested, and the other arguments."""
        self.updated: set[Value] = set()
        """What gradients were applied to."""


def is_module(machine: Machine, value: Value) -> bool:
    thing = machine.load(value)
    if isinstance(thing, Instance):
        return (thing.cls.library or "").startswith(("equinox.", "flax.nnx."))
    return isinstance(thing, Layer) and thing.lang == "jax" and thing.params is not None


def note_request(machine: Machine, of_model: bool, asked: tuple[Value, ...], node: cst.CSTNode) -> None:
    known = machine.own(Requests)
    known.of_models = known.of_models or of_model
    if not of_model:
        known.past_models[node] = machine.place(node), asked


def note_made(
    machine: Machine, gradient: Value, chosen: list[int], given: tuple[Value, ...], node: cst.CSTNode
) -> None:
    asked = {given[position] for position in chosen if position < len(given)}
    others = tuple(each for each in given if each not in asked)
    if isinstance(gradient, (Ref, Unknown)) and len(others) < len(given):
        machine.own(Requests).made[gradient] = machine.place(node), others


def note_mapped(machine: Machine, trees: tuple[Value, ...]) -> None:
    """`jax.tree.map(step, params, grads)`, where the gradients are those of another argument than the parameters."""
    made = machine.own(Requests).made
    known = len(trees) == 2 and all(isinstance(each, (Ref, Unknown)) for each in trees)
    found = made.get(trees[1]) if known else None
    if found is not None and trees[0] in found[1]:
        machine.flow.misuses.append(fault(found[0], "other-differentiated", "jax"))


def note_updates(machine: Machine, gradient: Value, updates: Value, params: Value | None) -> None:
    """`updates, state = tx.update(grads, state, params)`: they belong to what the gradients belong to."""
    made = machine.own(Requests).made
    if isinstance(gradient, (Ref, Unknown)) and gradient in made:
        made[updates] = made[gradient]
        if params is not None:
            note_mapped(machine, (params, gradient))


def note_update(machine: Machine, value: Value | None = None) -> None:
    known = machine.own(Requests)
    known.updates = True
    if isinstance(value, Ref):
        known.updated.add(value)


@listens(Ended)
def judge_requests(machine: Machine, event: Ended) -> None:
    """Models are updated, and every gradient is that of something else: of the first argument, which is the data."""
    known = machine.own(Requests)
    if known.updates and not known.of_models:
        for place, asked in known.past_models.values():
            if not known.updated.intersection(asked):  # else it is no data, and the model is made from it
                machine.flow.misuses.append(fault(place, "data-differentiated", "jax"))


@listens(Made)
def check(machine: Machine, event: Made) -> None:
    thing = machine.load(event.ref)
    if not isinstance(thing, Instance):
        return
    cls, library = thing.cls, thing.cls.library or ""
    known = machine.own(Looked).classes
    if cls.node in known or not library.startswith(("equinox.", "flax.linen.", "flax.nnx.")):
        return
    known.add(cls.node)
    if library.startswith("equinox."):
        _check_static(machine, cls)
    else:
        nnx = library.startswith("flax.nnx.")
        _check_plain(machine, cls, nnx)
        if nnx:
            _check_drawn(machine, cls)


def _check_static(machine: Machine, cls: Class) -> None:
    """`weight: jax.Array = eqx.field(static=True)`: part of the structure, and never differentiated."""
    for statement in walk(cls.node.body):
        if isinstance(statement, cst.AnnAssign) and isinstance(statement.value, cst.Call):
            annotation = statement.annotation.annotation
            if isinstance(annotation, cst.Subscript):
                annotation = annotation.value
            name = (dotted(annotation) or "").rpartition(".")[2]
            if name in ARRAYS and _is_static(statement.value) and isinstance(statement.target, cst.Name):
                machine.misuse(statement, UntrainedArray, "jax", statement.target.value, "static field")


def _is_static(call: cst.Call) -> bool:
    return any(
        arg.keyword is not None
        and arg.keyword.value == "static"
        and isinstance(arg.value, cst.Name)
        and arg.value.value == "True"
        for arg in call.args
    )


def _check_plain(machine: Machine, cls: Class, nnx: bool) -> None:
    """An array of ones that is only multiplied by, or of zeros that is only added: as it is, it does nothing."""
    stored = dict(_stored(cls, nnx))
    for name, (statement, shape, held) in stored.items():
        uses = [each for each in walk(cls.node.body) if _is_own(each, name)]
        written = sum(
            1
            for each in walk(cls.node.body)
            if isinstance(each, cst.AssignTarget) and _is_own(each.target, name)
        )
        neutral = [
            each
            for each in _operations(cls)
            if _touches(each, name) and type(each.operator) in NEUTRAL[shape]
        ]
        bounded = [each for each in walk(cls.node.body) if nnx and _is_bounded(each, name)]
        if written == 1 and len(uses) == 2 and len(neutral) + len(bounded) == 1:
            machine.misuse(statement, UntrainedArray, "jax", name, held)


FIXED = re.compile(
    r"fix|froz|rand|noise|key|basis|freq|hash|state|count|cache|target|buffer|stat|ema|mask", re.I
)
"""Names of what is drawn once and meant to stay: random features, masks, running averages."""


def _check_drawn(machine: Machine, cls: Class) -> None:
    """`self.w = nnx.Variable(init(key, shape))`: weights begin with random numbers, and these stay."""
    calls = [each for each in walk(cls.node.body) if isinstance(each, cst.Call)]
    if any((dotted(each.func) or "").rpartition(".")[2] in PERIODIC for each in calls):
        return  # random features
    for statement, name, value in _variables(cls):
        drawn = any(_draws(machine, each) for each in walk(value) if isinstance(each, cst.Call))
        uses = [each for each in walk(cls.node.body) if _is_own(each, name)]
        factor = len(uses) == 2 and _is_factor(cls, name)
        if drawn and not FIXED.search(name) and (factor or _is_new_weight(cls, name, value)):
            machine.misuse(statement, UntrainedArray, "jax", name, "nnx.Variable")


def _is_new_weight(cls: Class, name: str, value: cst.BaseExpression) -> bool:
    """Drawn from the stream `rngs.params()`, and nothing in the class ever sets it again."""
    streams = [each for each in walk(value) if isinstance(each, cst.Call) and not each.args]
    drawn = any((dotted(each.func) or "").endswith("rngs.params") for each in streams)
    targets = [
        each.target for each in walk(cls.node.body) if isinstance(each, (cst.AssignTarget, cst.AugAssign))
    ]
    return drawn and sum(any(_is_own(each, name) for each in walk(target)) for target in targets) == 1


def _variables(cls: Class) -> Iterator[tuple[cst.Assign, str, cst.BaseExpression]]:
    for each in walk(cls.node.body):
        if isinstance(each, cst.Assign) and len(each.targets) == 1:
            target, inner = each.targets[0].target, _argument(each.value, "nnx.Variable")
            if isinstance(target, cst.Attribute) and inner is not None and _is_own(target, target.attr.value):
                yield each, target.attr.value, inner


def _draws(machine: Machine, call: cst.Call) -> bool:
    """A draw of jax.random, or an initializer of Flax that was given a key."""
    name = dotted(call.func) or ""
    first, _, rest = name.partition(".")
    found = machine.scope.find(first)
    whole = f"{found.name}.{rest}" if isinstance(found, Lib) else name
    if whole.startswith("jax.random."):
        return whole.rpartition(".")[2] in DRAWS
    made = call.func if isinstance(call.func, cst.Call) else None
    inner = (dotted(made.func) or "") if made is not None else ""
    if ".initializers." in inner:
        return True
    node = machine.node_of(found) if found is not None and not rest else None
    return node is not None and ".initializers." in node.op


def _is_factor(cls: Class, name: str) -> bool:
    """Something is multiplied by it, as by a weight."""
    products = (cst.MatrixMultiply, cst.Multiply)
    in_operators = any(
        isinstance(each.operator, products) and _touches(each, name) for each in _operations(cls)
    )
    return in_operators or any(
        isinstance(each, cst.Call)
        and (dotted(each.func) or "").rpartition(".")[2] in PRODUCTS
        and any(_is_own(_bare(arg.value), name) for arg in each.args)
        for each in walk(cls.node.body)
    )


def _stored(cls: Class, nnx: bool) -> Iterator[tuple[str, tuple[cst.Assign, str, str]]]:
    """Attributes that hold ones or zeros: in setup() of a linen module, as a Variable of an nnx one."""
    for method in cls.node.body.body:
        wanted = "__init__" if nnx else "setup"
        if not isinstance(method, cst.FunctionDef) or method.name.value != wanted:
            continue
        for statement in walk(method.body):
            if not isinstance(statement, cst.Assign) or len(statement.targets) != 1:
                continue
            target, value = statement.targets[0].target, statement.value
            inner = _argument(value, "nnx.Variable") if nnx else None
            shape = _factory(inner if inner is not None else value)
            if isinstance(target, cst.Attribute) and shape is not None:
                held = "nnx.Variable" if inner is not None else "plain array"
                yield target.attr.value, (statement, shape, held)


def _argument(value: cst.BaseExpression, name: str) -> cst.BaseExpression | None:
    if isinstance(value, cst.Call) and (dotted(value.func) or "").endswith(name) and value.args:
        return value.args[0].value
    return None


def _factory(value: cst.BaseExpression) -> str | None:
    """What an array holds in all of its elements; ones times a number are to be multiplied by as well."""
    if isinstance(value, cst.BinaryOperation) and isinstance(value.operator, cst.Multiply):
        sides = {_factory(value.left), _factory(value.right)}
        return "ones" if sides == {"ones", None} and _is_number(value) else None
    short = (dotted(value.func) or "").rpartition(".")[2] if isinstance(value, cst.Call) else ""
    return short if short in NEUTRAL else None


def _is_number(product: cst.BinaryOperation) -> bool:
    """The other factor is one number: a literal, or a field that says where to begin."""
    other = product.right if isinstance(product.left, cst.Call) else product.left
    return isinstance(other, (cst.Float, cst.Integer, cst.Name)) or (
        isinstance(other, cst.Attribute) and isinstance(other.value, cst.Name)
    )


def _operations(cls: Class) -> Iterator[cst.BinaryOperation]:
    yield from (each for each in walk(cls.node.body) if isinstance(each, cst.BinaryOperation))


def _is_bounded(node: cst.CSTNode, name: str) -> bool:
    """`softplus(self.scale[...])`: numbers that never change need no function that keeps them in bounds."""
    if not isinstance(node, cst.Call) or (dotted(node.func) or "").rpartition(".")[2] not in BOUNDING:
        return False
    return len(node.args) == 1 and _is_own(_bare(node.args[0].value), name)


def _touches(operation: cst.BinaryOperation, name: str) -> bool:
    return any(_is_own(_bare(each), name) for each in (operation.left, operation.right))


def _bare(value: cst.BaseExpression) -> cst.BaseExpression:
    """`self.gain.value` and `self.gain[...]` are what the variable holds."""
    if isinstance(value, cst.Attribute) and value.attr.value == "value":
        return value.value
    return value.value if isinstance(value, cst.Subscript) else value


def _is_own(node: cst.CSTNode, name: str) -> bool:
    return (
        isinstance(node, cst.Attribute)
        and node.attr.value == name
        and isinstance(node.value, cst.Name)
        and node.value.value == "self"
    )
