"""Optax: losses, updates and the state of optimizers."""

from __future__ import annotations

import libcst as cst

from gradlint.analysis.domain import shapes
from gradlint.analysis.domain.graph import EdgeRole, Node, Place
from gradlint.analysis.domain.misuses import RawGradients, RestartedOptimizer, StaleOptimizerState
from gradlint.analysis.domain.values import Const, Dictionary, Object, Ref, Sequence, Shape, Unknown, Value
from gradlint.analysis.interpreter import registry
from gradlint.analysis.interpreter.arithmetic import shape_of
from gradlint.analysis.interpreter.calls import Arguments
from gradlint.analysis.interpreter.machine import Machine
from gradlint.analysis.libraries.jax import optax_chains
from gradlint.analysis.monitors import accumulation
from gradlint.analysis.monitors.discarded import Pure
from gradlint.analysis.monitors.weights import jax_weights
from gradlint.core.records import replace
from gradlint.knowledge.names.operations import Op
from gradlint.knowledge.names.optax import ELEMENT_LOSSES, OPTIMIZER_STATE, ROW_LOSSES


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
        if given is not None and given.op == Op.GRADIENT:
            machine.misuse(node, RawGradients, "jax")
        jax_weights.note_mapped(machine, args.pos[:2])
        return _updated(machine, args.pos[0], args, node)
    if short == "global_norm":
        return machine.compute("jax", short, node, args.flows(), dtype="float", shape=())
    if optax_chains.is_link(short):
        return optax_chains.link(machine, short, args.all(), args.kw, node)
    return machine.unknown(node, args.flows(), name)


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
        optax_chains.check(machine, receiver)
        optax_chains.note_decay(machine, receiver, args.get(0, "params"))
        again = _starts_again(machine, receiver, args)
        if again:
            machine.own(Pure).restarts[node] = machine.loops.depth
        return machine.alloc(Object(OPTIMIZER_STATE, (), {BEGUN: Const(node)} if again else {}))
    if name == "update" and args.pos:
        optimizer = machine.load(receiver)
        machine.own(Pure).updating.add(receiver)
        if not _rescales(machine, optimizer) and not optax_chains.is_scale_free(machine, optimizer):
            accumulation.note_step(machine, args.pos[0])
        state = args.get(1, "state")
        thing = machine.load(state)
        stateful = isinstance(optimizer, Object) and not (
            optimizer.name == "optax:sgd" and len(optimizer.args) < 2
        )
        if isinstance(thing, Object) and isinstance(state, Ref) and stateful:
            begun = thing.options.get(BEGUN)
            restarts = machine.own(Pure).restarts
            if isinstance(begun, Const) and isinstance(begun.value, cst.CSTNode):
                if restarts.get(begun.value) == machine.loops.depth:  # else it is kept in a loop of its own
                    machine.misuse(begun.value, RestartedOptimizer, "jax")
            if thing.args and _is_again(machine.place(node), thing):
                machine.misuse(node, StaleOptimizerState, "jax")
            machine.update(state, replace(thing, args=(Const(machine.place(node)),)))
        made = Unknown(machine.node("optax.update", machine.place(node), args.flows()), "jax")
        jax_weights.note_updates(machine, args.pos[0], made, args.get(2, "params"))
        return machine.alloc(Sequence("tuple", (made, machine.alloc(Object(OPTIMIZER_STATE, ())))))
    return machine.unknown(node, args.flows())


BEGUN = "(begun)"
"""The option of a state that was begun while the training went on, and where that was."""


def _starts_again(machine: Machine, optimizer: Value, args: Arguments) -> bool:
    """A state for parameters that this loop has already moved: what was remembered of them is gone."""
    if not machine.loops.depth or not args.pos or optimizer not in machine.own(Pure).updating:
        return False
    moved = {edge.node for edge in machine.edges(args.pos[0])}
    return any(_was_moved(each) for each in moved)


def _was_moved(node: Node, depth: int = 0) -> bool:
    """It is what apply_updates gave, on some path or as the argument of a compiled step."""
    if node.op == Op.APPLY_UPDATES:
        return True
    handed = node.op in (Op.EITHER, Op.ARGUMENT) and depth < 6
    return handed and any(_was_moved(edge.node, depth + 1) for edge in node.edges)


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


def _is_again(place: Place, thing: Object) -> bool:
    """The same step, by the same calls: one that only warms up is another call of it."""
    first = thing.args[0]
    before = first.value if isinstance(first, Const) else None
    if (
        not isinstance(before, Place)
        or before.node is not place.node
        or len(before.stack) != len(place.stack)
    ):
        return False
    return all(one is other for one, other in zip(before.stack, place.stack))
