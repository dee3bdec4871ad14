"""JAX and torch.func: the transformations that differentiate a function, and what they ask of it."""

from __future__ import annotations

from collections.abc import Callable

import libcst as cst

from gradlint.analysis.domain.facts import IntegerSource, NonScalar, Sink
from gradlint.analysis.domain.graph import EdgeRole, Node, Recorder
from gradlint.analysis.domain.misuses import (
    ArgnumsOutOfRange,
    GradOfCall,
    HasAuxMismatch,
    JvpWithoutTuples,
    MissingHasAux,
    NotOnlyArrays,
    StaticArgument,
    TrainedStatistics,
    UnusedArgument,
)
from gradlint.analysis.domain.values import (
    Array,
    Const,
    Dictionary,
    Func,
    Instance,
    Layer,
    Method,
    Object,
    Ref,
    Sequence,
    Transform,
    Unknown,
    Value,
)
from gradlint.analysis.interpreter import registry
from gradlint.analysis.interpreter.arithmetic import dtype_of, shape_of
from gradlint.analysis.interpreter.calls import Arguments
from gradlint.analysis.interpreter.inplace_writes import note_clobbers
from gradlint.analysis.interpreter.items import item
from gradlint.analysis.interpreter.iteration import elements_of
from gradlint.analysis.interpreter.machine import Machine
from gradlint.analysis.libraries.jax.functional_models import STATISTICS
from gradlint.analysis.libraries.jax.layers import no_array
from gradlint.analysis.libraries.jax.tracers import Tracing, argument_names, filtered, numbers_option, tracer
from gradlint.analysis.monitors.weights import jax_weights
from gradlint.analysis.project.canonical_names import dotted
from gradlint.knowledge.names.operations import Op

OWN_RULE = (
    "jax.custom_vjp",
    "jax.custom_jvp",
    "jax.custom_gradient",
    "equinox.filter_custom_vjp",
    "equinox.filter_custom_jvp",
)
"""What gives a function a rule of its own, by which it is differentiated whatever it computes."""
DIFFERENTIATORS = {
    "jax.grad": "grad",
    "jax.value_and_grad": "value_and_grad",
    "jax.jacfwd": "jacobian",
    "jax.jacrev": "jacobian",
    "jax.jacobian": "jacobian",
    "jax.hessian": "hessian",
    "equinox.filter_grad": "grad",
    "equinox.filter_value_and_grad": "value_and_grad",
    "flax.nnx.grad": "grad",
    "flax.nnx.value_and_grad": "value_and_grad",
    "haiku.grad": "grad",
    "haiku.value_and_grad": "value_and_grad",
    "torch.func.grad": "grad",
    "torch.func.grad_and_value": "value_and_grad",
    "torch.func.jacrev": "jacobian",
    "torch.func.jacfwd": "jacobian",
    "torch.func.hessian": "hessian",
}

Flows = list[tuple[Value, EdgeRole]]


@registry.transforms(*DIFFERENTIATORS)
def differentiate(machine: Machine, value: Transform, args: Arguments, node: cst.CSTNode) -> Value:
    machine.applied(value)
    kind = DIFFERENTIATORS[value.kind]
    recorder = Recorder(
        "jax",
        machine.place(node),
        since=machine.fresh(),
        reverse="jacfwd" not in value.kind,
        by=value.kind,
        made=value.place,
        torch=value.kind.startswith("torch."),
    )
    _check_static(machine, value, node)
    option = value.option("argnums")
    chosen = numbers_option(machine, value, "argnums", node) or ([0] if option is None else None)
    names = argument_names(value.func)
    inner: list[Value] = []
    asked: list[tuple[Node, ...]] = []
    context = machine.context.inside(recorder)
    with machine.within(context):
        for position, given in enumerate(args.pos):
            if chosen is not None and position not in chosen:
                inner.append(given)
                continue
            name = names[position] if position < len(names) else ""
            tracing = Tracing(machine, recorder, node, filtered(value.kind, True))
            inner.append(tracing.of(given, name))
            if chosen is not None:
                _check_input(machine, value, given, name, node)
            if tracing.made:
                asked.append(tuple(tracing.made))
        result = machine.invoke(value.func, Arguments(tuple(inner), args.kw, args.open), node)
        has_aux = value.option("has_aux") is not None and value.option("has_aux") != Const(False)
        output = item(machine, result, Const(0), node) if has_aux else result
        targets = tuple(edge.node for edge in machine.edges(output))
    array = machine.array(output)
    _check_outputs(machine, value, kind, result, has_aux, node)
    _check_unused(machine, value, chosen, args.pos)
    if value.kind.startswith(("equinox.", "flax.nnx.")) and chosen is not None:
        _note_modules(machine, chosen, args.pos, node)
    called_with = len(args.pos) + len(args.kw)
    if chosen is not None and called_with and not args.open and max(chosen) >= len(args.pos):
        machine.misuse(node, ArgnumsOutOfRange, "jax", str(max(chosen)))
    elif chosen is not None:
        sink = Sink("jax", machine.place(node), recorder, targets, array, tuple(asked), machine.fresh())
        machine.flow.sinks.append(sink)
        if recorder.torch and recorder.reverse:
            note_clobbers(machine, sink)
    if kind in ("grad", "value_and_grad") and array is not None and array.shape not in (None, ()):
        if not array.maybe or array.shape:
            machine.flow.nonscalars.append(NonScalar(machine.place(node), "jax", array.shape, "grad"))
    gradient = _gradient(machine, args, output, chosen, node, kind in ("grad", "value_and_grad"))
    if chosen is not None:
        jax_weights.note_made(machine, gradient, chosen, args.pos, node)
    aux = item(machine, result, Const(1), node) if has_aux else None
    if kind == "value_and_grad":
        first = machine.alloc(Sequence("tuple", (output, aux))) if aux is not None else output
        # torch.func gives them in the order of its name: grad_and_value.
        pair = (gradient, first) if value.kind.startswith("torch.") else (first, gradient)
        return machine.alloc(Sequence("tuple", pair))
    return machine.alloc(Sequence("tuple", (gradient, aux))) if aux is not None else gradient


def _note_modules(machine: Machine, chosen: list[int], given: tuple[Value, ...], node: cst.CSTNode) -> None:
    """Which of the arguments are models, and whether one of those is differentiated."""
    modules = [position for position, each in enumerate(given) if jax_weights.is_module(machine, each)]
    asked = bool(set(chosen) & set(modules))
    plain = all(position < len(given) and machine.edges(given[position]) for position in chosen)
    if asked or (modules and plain):
        differentiated = tuple(given[position] for position in chosen if position < len(given))
        jax_weights.note_request(machine, asked, differentiated, node)


def check_callable(
    machine: Machine, name: str, func: Value | None, args: Arguments, node: cst.CSTNode
) -> None:
    """jax.grad(f(x)), jax.grad(f, x): the function must be given, not its value."""
    if machine.array(func) is not None or (isinstance(func, Const) and isinstance(func.value, (int, float))):
        machine.misuse(node, GradOfCall, "jax", name)
    elif len(args.pos) > 1:
        second = args.pos[1]
        if machine.array(second) is not None or (
            isinstance(second, Const) and isinstance(second.value, (float, str))
        ):
            machine.misuse(node, GradOfCall, "jax", name)


def _check_static(machine: Machine, value: Transform, node: cst.CSTNode) -> None:
    """The differentiated argument is static for the jit below: it would have to be hashed."""
    inner = value.func
    if not isinstance(inner, Transform) or inner.kind != "jax.jit":
        return
    static = set(numbers_option(machine, inner, "static_argnums", node) or [])
    wanted = set(numbers_option(machine, value, "argnums", node) or [0])
    names = argument_names(inner.func)
    given = inner.option("static_argnames")
    if isinstance(given, Const) and given.value in names:
        static.add(names.index(str(given.value)))
    if static & wanted:
        machine.misuse(node, StaticArgument, "jax", names[min(static & wanted)] if names else "")


def _check_outputs(
    machine: Machine, value: Transform, kind: str, result: Value, has_aux: bool, node: cst.CSTNode
) -> None:
    """grad needs one number, or one number and the rest with has_aux."""
    if kind not in ("grad", "value_and_grad"):
        return
    thing = machine.load(result)
    several = isinstance(thing, (Sequence, Dictionary))
    if several and not has_aux and value.option("has_aux") is None:
        machine.misuse(node, MissingHasAux, "jax")
    elif has_aux and isinstance(thing, Sequence) and thing.items is not None and len(thing.items) != 2:
        machine.misuse(node, HasAuxMismatch, "jax", str(len(thing.items)))
    elif has_aux and isinstance(thing, Array):
        machine.misuse(node, HasAuxMismatch, "jax", "1")


def _check_unused(
    machine: Machine, value: Transform, chosen: list[int] | None, given: tuple[Value, ...]
) -> None:
    """The differentiated argument is never read: its gradient is zero."""
    func = value.func
    while isinstance(func, Transform):
        if func.kind in OWN_RULE:
            return
        func = func.func
    inner = func.func if isinstance(func, Method) else func
    if not isinstance(inner, Func) or chosen is None or len(chosen) != 1:
        return
    names = argument_names(func)
    if chosen[0] >= len(names):
        return
    name = names[chosen[0]]
    owner = func.receiver if isinstance(func, Method) else None
    reader = _Reader(name, lambda path: _leads_to_model(machine, inner, owner, path))
    inner.node.body.visit(reader)
    complete = reader.returns and not reader.unfinished
    if reader.found or not (complete or isinstance(inner.node, cst.Lambda)):
        return
    # An underscore says that it is not used on purpose, unless the same thing is read from outside instead.
    passed = given[chosen[0]] if chosen[0] < len(given) else None
    if not name.startswith("_") or any(_is_same(inner.scope.find(each), passed) for each in reader.names):
        machine.misuse(reader.applied or inner.node, UnusedArgument, "jax", name)


def _path(call: cst.Call) -> list[str]:
    """The way to the model in `model(x)`, `self.model.apply(variables, x)`, `vmap(model)(x)`."""
    func = call.func
    if isinstance(func, cst.Call) and func.args:
        func = func.args[0].value
    return (dotted(func) or "").split(".")


def _leads_to_model(machine: Machine, func: Func, owner: Value | None, path: list[str]) -> bool:
    own = owner is not None and func.node.params.params[:1]
    bound = own and own[0].name.value == path[0]
    value = owner if bound else func.scope.find(path[0])
    for name in path[1:]:
        if _is_model(machine, value):
            return True
        thing = machine.load(value)
        value = thing.attrs.get(name) if isinstance(thing, Instance) else None
    return _is_model(machine, value) or path[-1] == "apply_fn"  # what Flax calls a model in a TrainState


def _is_model(machine: Machine, value: Value | None) -> bool:
    thing = machine.load(value)
    if isinstance(thing, Instance):
        return registry.is_module(thing.cls.library)
    return isinstance(thing, Layer) or (isinstance(thing, Object) and thing.name == "haiku:")


def _is_same(outer: Value | None, passed: Value | None) -> bool:
    return isinstance(outer, (Ref, Unknown)) and outer == passed


class _Reader(cst.CSTVisitor):
    """Looks for one name in one function."""

    def __init__(self, name: str, is_model: Callable[[list[str]], bool]) -> None:
        super().__init__()
        self.is_model = is_model
        self.applied: cst.Call | None = None
        """Where a model is called or applied; with weights from outside, if the name is never read."""
        self.name = name
        self.names: set[str] = set()
        self.found = False
        self.returns = False
        self.unfinished = False
        """A statement `...` stands for code that is still to be written, and may read the name."""

    def visit_Call(self, node: cst.Call) -> None:
        if self.applied is None and self.is_model(_path(node)):
            self.applied = node

    def visit_Expr(self, node: cst.Expr) -> None:
        self.unfinished = self.unfinished or isinstance(node.value, cst.Ellipsis)

    def visit_Return(self, node: cst.Return) -> None:
        self.returns = self.returns or node.value is not None

    def visit_Name(self, node: cst.Name) -> None:
        self.found = self.found or node.value == self.name
        self.names.add(node.value)

    def visit_Attribute(self, node: cst.Attribute) -> bool:
        node.value.visit(self)  # self.name is another name
        return False

    def visit_Arg(self, node: cst.Arg) -> bool:
        node.value.visit(self)
        return False


def _handed_in(node: Node) -> Node:
    """What the argument of a transformed function is outside of it."""
    while node.op == Op.ARGUMENT and len(node.edges) == 1:
        node = node.edges[0].node
    return node


def _check_input(machine: Machine, value: Transform, given: Value, name: str, node: cst.CSTNode) -> None:
    if isinstance(given, Unknown) and _handed_in(given.node).op == STATISTICS:
        machine.misuse(node, TrainedStatistics, "jax")
    if value.option("allow_int") is not None or not value.kind.startswith("jax."):
        return
    foreign = no_array(machine, given)
    if foreign is not None:
        machine.misuse(node, NotOnlyArrays, "jax", value.kind, foreign)
    array = machine.array(given)
    thing = machine.load(given)
    if isinstance(thing, (Dictionary, Sequence)):
        inside = list(thing.items.values()) if isinstance(thing, Dictionary) else list(thing.items or ())
        for each in inside:
            _check_input(machine, value, each, name, node)
        return
    if dtype_of(machine, given) in ("int", "bool") and (array is not None or isinstance(given, Const)):
        machine.flow.integer_sources.append(IntegerSource(machine.place(node), "jax", "argument", name))


def _gradient(
    machine: Machine,
    args: Arguments,
    output: Value,
    chosen: list[int] | None,
    node: cst.CSTNode,
    same_shape: bool,
) -> Value:
    """It depends on the arguments, and on whatever else the function read: `output` was computed from that."""
    flows = args.flows()
    if machine.context.traces:
        flows.append((output, "value"))
    made = [_like(machine, args.get(each), flows, node, same_shape) for each in chosen or [0]]
    return made[0] if len(made) == 1 else machine.alloc(Sequence("tuple", tuple(made)))


def _like(machine: Machine, value: Value | None, flows: Flows, node: cst.CSTNode, same_shape: bool) -> Value:
    """A gradient with the structure of what it belongs to."""
    thing = machine.load(value)
    if isinstance(thing, Dictionary):
        parts = {key: _like(machine, each, flows, node, same_shape) for key, each in thing.items.items()}
        return machine.alloc(Dictionary(parts))
    if isinstance(thing, Sequence) and thing.items is not None:
        items = tuple(_like(machine, each, flows, node, same_shape) for each in thing.items)
        return machine.alloc(Sequence(thing.kind, items))
    if isinstance(thing, Array) or isinstance(value, Const):
        shape = shape_of(machine, value) if value is not None and same_shape else None
        return machine.compute("jax", "gradient", node, flows, dtype="float", shape=shape)
    return Unknown(machine.node("gradient", machine.place(node), flows), "jax")


@registry.function("jax.vjp", "jax.linearize", "jax.jvp")
def vjp(machine: Machine, name: str, args: Arguments, node: cst.CSTNode) -> Value:
    if not args.pos:
        return machine.unknown(node)
    func = args.pos[0]
    primals = args.pos[1:]
    if name == "jax.jvp" and len(args.pos) > 1:
        if machine.array(args.pos[1]) is not None:
            machine.misuse(node, JvpWithoutTuples, "jax")
        primals = tuple(elements_of(machine, args.pos[1], node)[0])
    recorder = Recorder("jax", machine.place(node), reverse=name == "jax.vjp")
    names = argument_names(func)
    context = machine.context.inside(recorder)
    asked: list[tuple[Node, ...]] = []
    with machine.within(context):
        inner = []
        for position, given in enumerate(primals):
            seen = tracer(machine, given, recorder, node, names[position] if position < len(names) else "")
            inner.append(seen)
            asked.append(tuple(edge.node for edge in machine.edges(seen)))
        result = machine.invoke(func, Arguments(tuple(inner), args.kw), node)
        targets = tuple(edge.node for edge in machine.edges(result))
    machine.flow.sinks.append(
        Sink(
            "jax",
            machine.place(node),
            recorder,
            targets,
            machine.array(result),
            tuple(asked),
            machine.fresh(),
        )
    )
    pull: Value = machine.unknown(node)
    if name == "jax.vjp":
        pull = Transform("vjp pull", pull, tuple((str(i), value) for i, value in enumerate(primals)))
    return machine.alloc(Sequence("tuple", (result, pull)))


@registry.transforms("vjp pull")
def pull_back(machine: Machine, value: Transform, args: Arguments, node: cst.CSTNode) -> Value:
    """What vjp returns gives a tuple with one cotangent for each argument, also for one."""
    made = [
        machine.compute("jax", "gradient", node, args.flows(), dtype="float", shape=shape_of(machine, primal))
        for _, primal in value.options
    ]
    return machine.alloc(Sequence("tuple", tuple(made)))
