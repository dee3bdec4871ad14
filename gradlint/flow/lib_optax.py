"""Optax: losses, updates and the state of optimizers."""

from __future__ import annotations

import libcst as cst

from gradlint.flow import accumulation, registry, shapes
from gradlint.flow.arithmetic import shape_of
from gradlint.flow.calls import Arguments
from gradlint.flow.graph import EdgeRole, Node
from gradlint.flow.machine import Machine
from gradlint.flow.values import Const, Dictionary, Object, Ref, Sequence, Shape, Unknown, Value
from gradlint.records import replace


@registry.root("jax._optax")
def optax(machine: Machine, name: str, args: Arguments, node: cst.CSTNode) -> Value:
    short = name.rpartition(".")[2]
    if (
        "cross_entropy" in short
        or short.endswith("loss")
        or short in ("l2_loss", "cosine_similarity", "squared_error")
    ):
        flows: list[tuple[Value, EdgeRole]] = []
        for position, value in enumerate(args.pos):
            flows.append((value, "target" if position == 1 else "value"))
        flows += [
            (value, "target" if key in ("labels", "targets") else "value") for key, value in args.kw.items()
        ]
        return machine.compute(
            "jax", short, node, flows, dtype="float", shape=_loss_shape(machine, short, args)
        )
    if short == "apply_updates" and len(args.pos) > 1:
        given = machine.node_of(args.pos[1]) or _first_node(machine, args.pos[1])
        if given is not None and given.op == "gradient":
            machine.misuse(node, "raw-gradients", "jax")
        return _updated(machine, args.pos[0], args, node)
    if short == "global_norm":
        return machine.compute("jax", short, node, args.flows(), dtype="float", shape=())
    if short in OPTIMIZERS or short == "scale":
        return machine.alloc(Object(f"optax:{short}", args.all()))
    return machine.unknown(node, args.flows(), name)


ELEMENT_LOSSES = frozenset(
    "l2_loss squared_error huber_loss hinge_loss sigmoid_binary_cross_entropy sigmoid_focal_loss".split()
)
"""One number for each element: nobody has taken a mean yet."""
ROW_LOSSES = frozenset(
    "softmax_cross_entropy safe_softmax_cross_entropy softmax_cross_entropy_with_integer_labels "
    "cosine_similarity".split()
)
"""One number for each row, over the last axis."""


def _loss_shape(machine: Machine, short: str, args: Arguments) -> Shape | None:
    given = [shape_of(machine, value) for value in args.pos[:2]]
    if not given or len(args.pos) > 2 or args.kw.keys() - {"delta", "alpha", "gamma"}:
        return None
    if short in ELEMENT_LOSSES:
        try:
            return shapes.broadcast(given[0], given[-1])
        except shapes.Clash:
            return None
    return given[0][:-1] if short in ROW_LOSSES and given[0] else None


OPTIMIZERS = frozenset(
    "adam adamw sgd rmsprop adagrad adafactor lamb lars lion nadam radam yogi adabelief chain noisy_sgd novograd "
    "amsgrad adamax multi_transform inject_hyperparams fromage sm3 optimistic_gradient_descent".split()
)


def _first_node(machine: Machine, value: Value) -> Node | None:
    edges = machine.edges(value)
    return edges[0].node if edges else None


def _updated(machine: Machine, params: Value, args: Arguments, node: cst.CSTNode) -> Value:
    """Parameters after a step: the same structure, new values."""
    thing = machine.load(params)
    if isinstance(thing, Dictionary):
        return machine.alloc(
            Dictionary(
                {key: _updated(machine, each, args, node) for key, each in thing.items.items()}, thing.rest
            )
        )
    if isinstance(thing, Sequence) and thing.items is not None:
        return machine.alloc(
            replace(thing, items=tuple(_updated(machine, each, args, node) for each in thing.items))
        )
    array = machine.array(params)
    if array is not None:
        return machine.compute(
            "jax", "apply_updates", node, args.flows(), dtype=array.dtype, shape=array.shape
        )
    return Unknown(machine.node("apply_updates", machine.place(node), args.flows()), "jax")


@registry.methods("optax")
def optax_method(machine: Machine, receiver: Value, name: str, args: Arguments, node: cst.CSTNode) -> Value:
    if name == "init":
        return machine.alloc(Object("optax_state:", ()))
    if name == "update" and args.pos:
        optimizer = machine.load(receiver)
        if not _rescales(machine, optimizer):
            accumulation.note_step(machine, args.pos[0])
        state = args.get(1, "state")
        thing = machine.load(state)
        stateful = isinstance(optimizer, Object) and not (
            optimizer.name == "optax:sgd" and len(optimizer.args) < 2
        )
        if isinstance(thing, Object) and isinstance(state, Ref) and stateful:
            if thing.args and machine.place(node).node is _place_of(thing):
                machine.misuse(node, "stale-state", "jax")
            machine.update(state, replace(thing, args=(Const(node),)))
        made = Unknown(machine.node("optax.update", machine.place(node), args.flows()), "jax")
        return machine.alloc(Sequence("tuple", (made, machine.alloc(Object("optax_state:", ())))))
    return machine.unknown(node, args.flows())


def _rescales(machine: Machine, optimizer: object) -> bool:
    """`chain(scale(1 / k), ...)` divides the gradients itself; a negative scale is a learning rate."""
    if not isinstance(optimizer, Object) or optimizer.name != "optax:chain":
        return False
    links = [machine.load(each) for each in optimizer.args]
    scales = [
        each.args[0]
        for each in links
        if isinstance(each, Object) and each.name == "optax:scale" and each.args
    ]
    return any(
        not (isinstance(each, Const) and isinstance(each.value, (int, float)) and each.value < 0)
        for each in scales
    )


def _place_of(thing: Object) -> object:
    first = thing.args[0]
    return first.value if isinstance(first, Const) else None
