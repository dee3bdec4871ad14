"""JAX: array functions, transformations and structured control flow."""

from __future__ import annotations

from dataclasses import replace

import libcst as cst

from gradlint.flow import accumulation, registry
from gradlint.flow.apply import apply, dtype_named, mark_unimplemented
from gradlint.flow.arithmetic import dtype_of, shape_of
from gradlint.flow.calls import Arguments
from gradlint.flow.expressions import item
from gradlint.flow.facts import IntegerSource, Misuse, NonScalar, Sink
from gradlint.flow.graph import CutKind, EdgeRole, Node, Recorder, Source
from gradlint.flow.inplace import note_host_call
from gradlint.flow.iterate import elements_of
from gradlint.flow.machine import Machine
from gradlint.flow.shape_rules import numbers, wanted_shape
from gradlint.flow.values import (
    Array,
    Bound,
    Const,
    Dictionary,
    Dtype,
    Func,
    Instance,
    Lib,
    Method,
    Object,
    Partial,
    Ref,
    Sequence,
    Shape,
    Transform,
    Unknown,
    Value,
)
from gradlint.knowledge.tables import table

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
TRACERS = (
    "jax.jit", "jax.vmap", "jax.pmap", "jax.checkpoint", "equinox.filter_jit", "equinox.filter_vmap", "flax.nnx.jit",
    "jax.named_call", "jax.experimental.shard_map.shard_map",
)  # fmt: skip
FACTORIES = frozenset("zeros ones full arange linspace eye empty identity tri".split())


# -- making transformations ---------------------------------------------------------------


@registry.function(*DIFFERENTIATORS, *TRACERS, "jax.custom_vjp", "jax.custom_jvp", "jax.custom_gradient",
                   "jax.closure_convert", "torch.func.vmap")  # fmt: skip
def transformation(machine: Machine, name: str, args: Arguments, node: cst.CSTNode) -> Value:
    func = args.get(0, "fun") or args.get(0, "func") or args.get(0, "f")
    if name in DIFFERENTIATORS:
        _check_callable(machine, name, func, args, node)
    options = {key: value for key, value in args.kw.items() if key not in ("fun", "func", "f")}
    if func is None:
        return Partial(Lib(name), (), tuple(options.items()))
    if len(args.pos) > 1:
        options["argnums"] = args.pos[1]
    made = Transform(name, func, tuple(options.items()), machine.place(node))
    machine.pending.append(made)
    return made


@registry.transforms("jax.custom_vjp", "jax.custom_jvp", "jax.custom_gradient")
def own_rule(machine: Machine, value: Transform, args: Arguments, node: cst.CSTNode) -> Value:
    """Differentiated by its own rule: the inside does not matter."""
    machine.applied(value)
    return machine.compute("jax", "custom", node, args.flows(), opaque=True)


# -- tracers ------------------------------------------------------------------------------


def tracer(machine: Machine, value: Value, recorder: Recorder, node: cst.CSTNode, name: str = "") -> Value:
    """An argument as the traced function sees it: the same structure, followed by the recorder."""
    thing = machine.load(value)
    if isinstance(thing, Sequence):
        items = (
            None
            if thing.items is None
            else tuple(tracer(machine, e, recorder, node, name) for e in thing.items)
        )
        rest = None if thing.rest is None else tracer(machine, thing.rest, recorder, node, name)
        return machine.alloc(Sequence(thing.kind, items, rest))
    if isinstance(thing, Dictionary):
        pairs = {key: tracer(machine, each, recorder, node, name) for key, each in thing.items.items()}
        rest = None if thing.rest is None else tracer(machine, thing.rest, recorder, node, name)
        return machine.alloc(Dictionary(pairs, rest))
    if isinstance(thing, Instance):
        attrs = {key: tracer(machine, each, recorder, node, key) for key, each in thing.attrs.items()}
        return machine.alloc(replace(thing, attrs=attrs))
    lang = "torch" if recorder.torch else "jax"
    if isinstance(thing, Array) or isinstance(value, Const):
        if isinstance(value, Const) and not isinstance(value.value, (int, float)):
            return value
        outer = machine.tracked_now(thing) if isinstance(thing, Array) else frozenset()
        made = machine.source(
            lang,  # type: ignore[arg-type]
            "argument",
            node,
            op="argument",
            inputs=((value, "value"),),
            tracked=frozenset({recorder}) | outer,
            seen_by=thing.seen_by if isinstance(thing, Array) else frozenset(),
            dtype=dtype_of(machine, value),
            shape=shape_of(machine, value),
            leaf=False,
        )
        array = machine.array(made)
        if array is not None and array.node.source is not None:
            array.node.source.name = name
            array.node.constants = ("python" if isinstance(value, Const) else _origin(machine, value),)
        return made
    if isinstance(value, Unknown):
        inner = machine.node(
            "argument", machine.place(node), ((value, "value"),), source=Source("argument", name)
        )
        return Unknown(inner, lang)  # type: ignore[arg-type]
    return value


def _origin(machine: Machine, value: Value) -> str:
    """What a tracer was before it was one."""
    array = machine.array(value)
    if array is None:
        return ""
    inner = array.node.constants[0] if array.node.op == "argument" and array.node.constants else None
    return inner if isinstance(inner, str) else array.lang


def argument_names(machine: Machine, func: Value) -> list[str]:
    while isinstance(func, (Transform, Partial)):
        func = func.func
    node = getattr(func, "node", None) or getattr(getattr(func, "func", None), "node", None)
    if not isinstance(node, (cst.FunctionDef, cst.Lambda)):
        return []
    names = [each.name.value for each in (*node.params.posonly_params, *node.params.params)]
    return names[1:] if names[:1] == ["self"] else names


def _numbers_option(machine: Machine, value: Transform, key: str, node: cst.CSTNode) -> list[int] | None:
    return numbers(machine, value.option(key), node)


@registry.transforms(*DIFFERENTIATORS)
def differentiate(machine: Machine, value: Transform, args: Arguments, node: cst.CSTNode) -> Value:
    machine.applied(value)
    kind = DIFFERENTIATORS[value.kind]
    recorder = Recorder(
        "jax",
        machine.place(node),
        since=machine.fresh(),
        reverse="jacfwd" not in value.kind,
        torch=value.kind.startswith("torch."),
    )
    _check_static(machine, value, node)
    option = value.option("argnums")
    chosen = _numbers_option(machine, value, "argnums", node) or ([0] if option is None else None)
    names = argument_names(machine, value.func)
    inner: list[Value] = []
    asked: list[tuple[Node, ...]] = []
    context = replace(machine.context, traces=(*machine.context.traces, recorder))
    with machine.within(context):
        for position, given in enumerate(args.pos):
            if chosen is not None and position not in chosen:
                inner.append(given)
                continue
            name = names[position] if position < len(names) else ""
            seen = tracer(machine, given, recorder, node, name)
            inner.append(seen)
            if chosen is not None:
                _check_input(machine, value, given, name, node)
            group = tuple(edge.node for edge in machine.edges(seen) if edge.node.source is not None)
            if group:
                asked.append(group)
        result = machine.invoke(value.func, Arguments(tuple(inner), args.kw, args.open), node)
        has_aux = value.option("has_aux") is not None and value.option("has_aux") != Const(False)
        output = item(machine, result, Const(0), node) if has_aux else result
        targets = tuple(edge.node for edge in machine.edges(output))
    array = machine.array(output)
    _check_outputs(machine, value, kind, result, has_aux, node)
    _check_unused(machine, value, chosen, node)
    if chosen is not None and args.pos and not args.open and max(chosen) >= len(args.pos):
        machine.misuse(node, "argnums", "jax", str(max(chosen)))
    elif chosen is not None:
        machine.flow.sinks.append(
            Sink("jax", machine.place(node), recorder, targets, array, tuple(asked), machine.fresh())
        )
    if kind in ("grad", "value_and_grad") and array is not None and array.shape not in (None, ()):
        if not array.maybe or array.shape:
            machine.flow.nonscalars.append(NonScalar(machine.place(node), "jax", array.shape, "grad"))
    gradient = _gradient(machine, args, chosen, node, kind in ("grad", "value_and_grad"))
    aux = item(machine, result, Const(1), node) if has_aux else None
    if kind == "value_and_grad":
        first = machine.alloc(Sequence("tuple", (output, aux))) if aux is not None else output
        # torch.func gives them in the order of its name: grad_and_value.
        pair = (gradient, first) if value.kind.startswith("torch.") else (first, gradient)
        return machine.alloc(Sequence("tuple", pair))
    return machine.alloc(Sequence("tuple", (gradient, aux))) if aux is not None else gradient


def _check_callable(
    machine: Machine, name: str, func: Value | None, args: Arguments, node: cst.CSTNode
) -> None:
    """jax.grad(f(x)), jax.grad(f, x): the function must be given, not its value."""
    if machine.array(func) is not None or (isinstance(func, Const) and isinstance(func.value, (int, float))):
        machine.misuse(node, "grad-of-call", "jax", name)
    elif len(args.pos) > 1:
        second = args.pos[1]
        if machine.array(second) is not None or (
            isinstance(second, Const) and isinstance(second.value, (float, str))
        ):
            machine.misuse(node, "grad-of-call", "jax", name)


def _check_static(machine: Machine, value: Transform, node: cst.CSTNode) -> None:
    """The differentiated argument is static for the jit below: it would have to be hashed."""
    inner = value.func
    if not isinstance(inner, Transform) or inner.kind != "jax.jit":
        return
    static = set(_numbers_option(machine, inner, "static_argnums", node) or [])
    wanted = set(_numbers_option(machine, value, "argnums", node) or [0])
    names = argument_names(machine, inner.func)
    given = inner.option("static_argnames")
    if isinstance(given, Const) and given.value in names:
        static.add(names.index(str(given.value)))
    if static & wanted:
        machine.misuse(node, "static-argument", "jax", names[min(static & wanted)] if names else "")


def _check_outputs(
    machine: Machine, value: Transform, kind: str, result: Value, has_aux: bool, node: cst.CSTNode
) -> None:
    """grad needs one number, or one number and the rest with has_aux."""
    if kind not in ("grad", "value_and_grad"):
        return
    thing = machine.load(result)
    several = isinstance(thing, (Sequence, Dictionary))
    if several and not has_aux and value.option("has_aux") is None:
        machine.misuse(node, "missing-has-aux", "jax")
    elif has_aux and isinstance(thing, Sequence) and thing.items is not None and len(thing.items) != 2:
        machine.misuse(node, "has-aux-mismatch", "jax", str(len(thing.items)))
    elif has_aux and isinstance(thing, Array):
        machine.misuse(node, "has-aux-mismatch", "jax", "1")


def _check_unused(machine: Machine, value: Transform, chosen: list[int] | None, node: cst.CSTNode) -> None:
    """The differentiated argument is never read: its gradient is zero."""
    func = value.func
    inner = func.func if isinstance(func, Method) else func
    if not isinstance(inner, Func) or chosen is None or len(chosen) != 1:
        return
    names = argument_names(machine, func)
    if chosen[0] < len(names) and not names[chosen[0]].startswith("_"):
        reader = _Reader(names[chosen[0]])
        inner.node.body.visit(reader)
        complete = reader.returns and not reader.unfinished
        if not reader.found and (complete or isinstance(inner.node, cst.Lambda)):
            machine.misuse(inner.node, "unused-argument", "jax", names[chosen[0]])


class _Reader(cst.CSTVisitor):
    """Looks for one name in one function."""

    def __init__(self, name: str) -> None:
        super().__init__()
        self.name = name
        self.found = False
        self.returns = False
        self.unfinished = False
        """A statement `...` stands for code that is still to be written, and may read the name."""

    def visit_Expr(self, node: cst.Expr) -> None:
        self.unfinished = self.unfinished or isinstance(node.value, cst.Ellipsis)

    def visit_Return(self, node: cst.Return) -> None:
        self.returns = self.returns or node.value is not None

    def visit_Name(self, node: cst.Name) -> None:
        self.found = self.found or node.value == self.name

    def visit_Attribute(self, node: cst.Attribute) -> bool:
        node.value.visit(self)  # self.name is another name
        return False

    def visit_Arg(self, node: cst.Arg) -> bool:
        node.value.visit(self)
        return False


def _check_input(machine: Machine, value: Transform, given: Value, name: str, node: cst.CSTNode) -> None:
    if value.option("allow_int") is not None or not value.kind.startswith("jax."):
        return
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
    machine: Machine, args: Arguments, chosen: list[int] | None, node: cst.CSTNode, same_shape: bool
) -> Value:
    flows = args.flows()

    def like(value: Value | None) -> Value:
        thing = machine.load(value)
        if isinstance(thing, Dictionary):
            return machine.alloc(Dictionary({key: like(each) for key, each in thing.items.items()}))
        if isinstance(thing, Sequence) and thing.items is not None:
            return machine.alloc(Sequence(thing.kind, tuple(like(each) for each in thing.items)))
        if isinstance(thing, Array) or isinstance(value, Const):
            shape = shape_of(machine, value) if value is not None and same_shape else None
            return machine.compute("jax", "gradient", node, flows, dtype="float", shape=shape)
        return Unknown(machine.node("gradient", machine.place(node), flows), "jax")

    positions = chosen or [0]
    if len(positions) == 1:
        return like(args.get(positions[0]))
    return machine.alloc(Sequence("tuple", tuple(like(args.get(each)) for each in positions)))


@registry.transforms(*TRACERS, "torch.func.vmap")
def trace_function(machine: Machine, value: Transform, args: Arguments, node: cst.CSTNode) -> Value:
    """jit, vmap, checkpoint: every argument that is not static becomes an abstract tracer."""
    machine.applied(value)
    recorder = Recorder(
        "jit", machine.place(node), since=machine.fresh(), torch=value.kind.startswith("torch.")
    )
    if value.kind == "jax.jit":
        _check_captures(machine, value)
    static = _numbers_option(machine, value, "static_argnums", node) or []
    static_names = value.option("static_argnames")
    named = {static_names.value} if isinstance(static_names, Const) else set()
    thing = machine.load(static_names)
    if isinstance(thing, Sequence):
        named = {each.value for each in machine.members(thing) if isinstance(each, Const)}
    names = argument_names(machine, value.func)
    context = replace(machine.context, traces=(*machine.context.traces, recorder))
    with machine.within(context):
        inner: list[Value] = []
        for position, given in enumerate(args.pos):
            name = names[position] if position < len(names) else ""
            if position in static or name in named:
                inner.append(given)
            elif value.kind.endswith("vmap"):
                inner.append(
                    tracer(machine, _row(machine, value, given, position, node), recorder, node, name)
                )
            else:
                inner.append(tracer(machine, given, recorder, node, name))
        kw = {
            key: each if key in named else tracer(machine, each, recorder, node, key)
            for key, each in args.kw.items()
        }
        machine.compiling.append(id(value.place) if value.kind == "jax.jit" else 0)
        try:
            result = machine.invoke(value.func, Arguments(tuple(inner), kw, args.open), node)
        finally:
            machine.compiling.pop()
    if value.kind.endswith("vmap"):
        return forget_shape(machine, result)
    return result


def _check_captures(machine: Machine, value: Transform) -> None:
    """A compiled function that is called again after a global it has read was changed."""
    for (key, name), (seen, place) in list(machine.captures.items()):
        if key == id(value.place):
            now = _present(machine, name)
            array = machine.array(now)
            number = isinstance(now, Const) or (array is not None and array.lang == "python")
            if now is not None and now is not seen and now != seen and number:
                machine.flow.misuses.append(Misuse(place, "stale", "jax", name))


def _present(machine: Machine, name: str) -> Value | None:
    """What a captured global or attribute holds now."""
    owner, dot, attribute = name.partition(".")
    if dot:
        thing = machine.heap.get(int(owner))
        return thing.attrs.get(attribute) if isinstance(thing, Instance) else None
    scope = machine.scope
    while scope.parent is not None:
        scope = scope.parent
    return scope.names.get(name)


def _row(machine: Machine, value: Transform, given: Value, position: int, node: cst.CSTNode) -> Value:
    """One element of a batch, as a mapped function sees it."""
    array = machine.array(given)
    axes = value.option("in_axes") or value.option("argnums")
    each = (
        item(machine, axes, Const(position), node)
        if isinstance(machine.load(axes), Sequence) and axes
        else axes
    )
    if array is None or (each is not None and each == Const(None)):
        return given
    shape = array.shape[1:] if array.shape and each in (None, Const(0)) else None
    return machine.compute("jax", "row", node, ((given, "value"),), dtype=array.dtype, shape=shape)


def forget_shape(machine: Machine, value: Value) -> Value:
    array = machine.array(value)
    if array is not None and isinstance(value, Ref):
        return machine.alloc(replace(array, shape=None))
    thing = machine.load(value)
    if isinstance(thing, Sequence) and thing.items is not None:
        return machine.alloc(replace(thing, items=tuple(forget_shape(machine, each) for each in thing.items)))
    return value


# -- applied at once ----------------------------------------------------------------------


@registry.function("jax.vjp", "jax.linearize", "jax.jvp")
def vjp(machine: Machine, name: str, args: Arguments, node: cst.CSTNode) -> Value:
    if not args.pos:
        return machine.unknown(node)
    func = args.pos[0]
    primals = args.pos[1:]
    if name == "jax.jvp" and len(args.pos) > 1:
        if machine.array(args.pos[1]) is not None:
            machine.misuse(node, "jvp-tuple", "jax")
        primals = tuple(elements_of(machine, args.pos[1], node)[0])
    recorder = Recorder("jax", machine.place(node))
    names = argument_names(machine, func)
    context = replace(machine.context, traces=(*machine.context.traces, recorder))
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


@registry.function("jax.lax.scan")
def scan(machine: Machine, name: str, args: Arguments, node: cst.CSTNode) -> Value:
    body, start, over = args.get(0, "f"), args.get(1, "init"), args.get(2, "xs")
    if body is None or start is None:
        return machine.unknown(node, args.flows())
    element: Value = Const(None)
    if over is not None and over != Const(None):
        element = _slice_of(machine, over, node)
    carry, made = start, machine.data(node)
    for _ in range(2):
        result = _traced_call(machine, body, (carry, element), node)
        carry = _carried(machine, carry, item(machine, result, Const(0), node), node)
        made = item(machine, result, Const(1), node)  # type: ignore[assignment]
    return machine.alloc(Sequence("tuple", (carry, forget_shape(machine, made))))


def _carried(machine: Machine, before: Value, after: Value, node: cst.CSTNode) -> Value:
    """What the next turn starts from; of an object that was replaced nothing old is left."""
    replaced = isinstance(machine.load(after), (Instance, Object)) and machine.load(before) is not None
    return after if replaced else machine.join(before, after, node)


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
    for edge in machine.edges(result):
        if any(each.kind == "jax" and each.reverse for each in edge.tracked):
            machine.misuse(node, "while-loop", "jax", name)
            return


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


@registry.function("jax.tree_map", "jax.tree.map", "jax.tree_util.tree_map", "optax.tree_utils.tree_map")
def tree_map(machine: Machine, name: str, args: Arguments, node: cst.CSTNode) -> Value:
    if len(args.pos) < 2:
        return machine.unknown(node, args.flows())
    func, trees = args.pos[0], args.pos[1:]
    first = machine.load(trees[0])
    if isinstance(first, (Dictionary, Sequence)):
        keys = list(first.items) if isinstance(first, Dictionary) else range(len(first.items or ()))
        made = {}
        for key in keys:
            parts = tuple(item(machine, tree, Const(key), node) for tree in trees)
            made[key] = tree_map(machine, name, Arguments((func, *parts)), node)
        if isinstance(first, Dictionary):
            return machine.alloc(Dictionary(made))
        return machine.alloc(Sequence(first.kind, tuple(made.values())))
    return machine.invoke(func, Arguments(trees), node)


@registry.function("jax.tree_util.tree_leaves", "jax.tree.leaves", "jax.tree_leaves")
def tree_leaves(machine: Machine, name: str, args: Arguments, node: cst.CSTNode) -> Value:
    found: list[Value] = []
    whole = True

    def collect(value: Value) -> None:
        nonlocal whole
        thing = machine.load(value)
        if isinstance(thing, (Dictionary, Sequence)):
            whole = whole and thing.rest is None and thing.items is not None
            for each in thing.items.values() if isinstance(thing, Dictionary) else thing.items or ():
                collect(each)
        elif isinstance(value, Unknown):
            whole = False
            found.append(value)
        else:
            found.append(value)

    if args.pos:
        collect(args.pos[0])
    if whole:
        return machine.alloc(Sequence("list", tuple(found)))
    return machine.alloc(Sequence("list", None, machine.any_of(found, node)))


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


# -- arrays -------------------------------------------------------------------------------


@registry.function("jax.numpy.array", "jax.numpy.asarray", "jax.numpy.float32", "jax.numpy.float64", "jax.device_put",
                   "jax.device_get", "jax.numpy.copy", "jax.block_until_ready", "jax.numpy.float16",
                   "jax.numpy.bfloat16", "jax.lax.convert_element_type", "jax.numpy.int8", "jax.numpy.int16",
                   "jax.numpy.int32", "jax.numpy.int64", "jax.numpy.uint8", "jax.numpy.uint32",
                   "jax.numpy.bool_")  # fmt: skip
def array_of(machine: Machine, name: str, args: Arguments, node: cst.CSTNode) -> Value:
    value = args.get(0) or Const(0.0)
    if isinstance(value, Unknown):
        return Unknown(machine.node("array", machine.place(node), ((value, "value"),)), "jax")
    if name.startswith("jax.device") and machine.array(value) is None:
        return value
    given = machine.array(value)
    if name == "jax.device_get" and given is not None and not machine.tracked_now(given):
        return machine.compute("numpy", "device_get", node, (), dtype=given.dtype, shape=given.shape)
    dtype = dtype_named(args.get(1, "dtype")) or dtype_named(Lib(name)) or dtype_of(machine, value)
    cut: CutKind | None = "integer" if dtype in ("int", "bool") else None
    shape = shape_of(machine, value)
    return machine.compute("jax", "array", node, ((value, "value"),), dtype=dtype, shape=shape, cut=cut)


def _factory(machine: Machine, short: str, args: Arguments, node: cst.CSTNode) -> Value:
    dtype: Dtype | None = next((found for found in map(dtype_named, args.all()) if found), None)
    shape: Shape | None = None
    if dtype is None and short == "arange":
        kinds = {dtype_of(machine, value) for value in args.pos}
        dtype = "float" if "float" in kinds else "int" if kinds == {"int"} else None
    elif dtype is None and short == "full":
        dtype = dtype_of(machine, args.pos[1]) if len(args.pos) > 1 else None
    elif dtype is None:
        dtype = "float"
    if short in ("zeros", "ones", "full", "empty"):
        shape = wanted_shape(machine, args.pos[:1], args.kw, node)
    elif short == "arange" and len(args.pos) == 1 and isinstance(args.pos[0], Const):
        count = args.pos[0].value
        shape = (int(count),) if isinstance(count, (int, float)) and count == int(count) else None
    elif short == "linspace" and len(args.pos) > 2 and isinstance(args.pos[2], Const):
        count = args.pos[2].value
        shape = (count,) if isinstance(count, int) else None
    filled = args.pos[1:2] if short == "full" else ()
    flows: list[tuple[Value, EdgeRole]] = [(value, "value") for value in filled]
    return machine.compute("jax", short, node, flows, dtype=dtype, shape=shape)


def _keys(machine: Machine, count: Value, node: cst.CSTNode) -> Value:
    """random.split(key, count)"""
    if isinstance(count, Const) and type(count.value) is int and count.value <= KEYS_KEPT:
        return machine.alloc(Sequence("tuple", tuple(machine.data(node) for _ in range(count.value))))
    return machine.alloc(Sequence("tuple", None, machine.data(node)))


KEYS_KEPT = 8
"""How many keys of a split are told apart."""


@registry.root("jax.random")
def random(machine: Machine, name: str, args: Arguments, node: cst.CSTNode) -> Value:
    short = name.rpartition(".")[2]
    if short == "split":
        return _keys(machine, args.get(1, "num") or Const(2), node)
    if short in ("PRNGKey", "key", "fold_in", "wrap_key_data"):
        return machine.data(node)
    facts = table("jax").ops.get(name)
    cut: CutKind | None = None
    if facts is not None and facts.grad != "flows":
        cut = "sample"
    values = args.pos[1:]
    shape = wanted_shape(machine, values[:1], {}, node) if short in ("normal", "uniform") and values else None
    dtype: Dtype = "int" if short in ("randint", "permutation", "categorical") else "float"
    flows: list[tuple[Value, EdgeRole]] = [(value, "value") for value in (*values, *args.kw.values())]
    return machine.compute("jax", short, node, flows, dtype=dtype, shape=shape, cut=cut)


@registry.root("jax.debug", "jax.profiler", "jax.config", "jax.sharding", "jax.distributed", "jax.tree_util",
               "jax.tree", "jax.experimental", "flax", "jax.dtypes", "orbax", "haiku", "equinox")  # fmt: skip
def elsewhere(machine: Machine, name: str, args: Arguments, node: cst.CSTNode) -> Value:
    if name.startswith(("jax.debug", "jax.config", "jax.profiler")):
        return machine.data(node)
    return machine.unknown(node, args.flows(), name)


@registry.function("jax.pure_callback", "jax.experimental.io_callback")
def callback(machine: Machine, name: str, args: Arguments, node: cst.CSTNode) -> Value:
    given = args.pos[2:]
    if any(each.kind == "jax" for value in given for edge in machine.edges(value) for each in edge.tracked):
        machine.misuse(node, "callback", "jax", name)
    return machine.compute("jax", name, node, [(value, "value") for value in given], cut="host")


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
        return machine.compute("jax", short, node, flows, dtype="float")
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


@registry.root("jax")
def operation(machine: Machine, name: str, args: Arguments, node: cst.CSTNode) -> Value:
    short = name.rpartition(".")[2]
    if name.startswith("jax.numpy.") and short in FACTORIES:
        _check_shape_argument(machine, args, node)
        return _factory(machine, short, args, node)
    if short in DYNAMIC and _abstract_argument(machine, args) and "size" not in args.kw:
        if short not in ("where", "nonzero") or len(args.pos) == 1:
            machine.misuse(node, "dynamic-shape", "jax", name)
    if short in ("svd", "eig") and "linalg" in name:
        return _decomposition(machine, name, short, args, node)
    if short.endswith("_like") and args.pos:
        like = machine.array(args.pos[0])
        dtype = dtype_named(args.get(-1, "dtype")) or (like.dtype if like else None)
        return machine.compute("jax", short, node, (), dtype=dtype, shape=like.shape if like else None)
    if short in (
        "shape",
        "ndim",
        "size",
        "result_type",
        "devices",
        "device_count",
        "local_device_count",
        "issubdtype",
    ):
        return machine.data(node)
    if short[:1].isupper():
        return machine.unknown(node, args.flows(), name)
    return apply(machine, "jax", name, list(args.pos), dict(args.kw), node, table("jax").ops.get(name))


DYNAMIC = frozenset({"nonzero", "unique", "where", "argwhere", "flatnonzero", "unique_values"})
"""Functions whose result has as many elements as the values say."""


def _abstract_argument(machine: Machine, args: Arguments) -> bool:
    return bool(args.pos) and machine.is_abstract(args.pos[0])


def _check_shape_argument(machine: Machine, args: Arguments, node: cst.CSTNode) -> None:
    if args.pos and machine.is_abstract(args.pos[0]):
        machine.misuse(node, "dynamic-shape", "jax", "a shape from a traced value")


def _decomposition(machine: Machine, name: str, short: str, args: Arguments, node: cst.CSTNode) -> Value:
    """svd of a matrix that is not square, and eigenvectors of eig, have no derivative."""
    array = machine.array(args.get(0))
    square = (
        array is not None
        and array.shape is not None
        and len(array.shape) > 1
        and array.shape[-1] == array.shape[-2]
    )
    values_only = args.flag("compute_uv", 2) is False
    flows = args.flows()
    broken = short == "eig" or not (square or args.flag("full_matrices", 1) is False or values_only)
    known = array is not None and array.shape is not None
    parts: list[Value] = []
    for _ in range(1 if values_only else 3 if short == "svd" else 2):
        part = machine.compute("jax", short, node, flows, dtype="float")
        if broken and (known or short == "eig"):
            mark_unimplemented(machine, part)
        parts.append(part)
    return parts[0] if values_only else machine.alloc(Sequence("tuple", tuple(parts)))


@registry.methods("jax")
def array_method(machine: Machine, receiver: Value, name: str, args: Arguments, node: cst.CSTNode) -> Value:
    array = machine.array(receiver)
    assert array is not None
    if name in ("item", "tolist", "__array__"):
        note_host_call(machine, node, f".{name}()", receiver, "scalar")
        return machine.compute(
            "python", name, node, ((receiver, "value"),), dtype=array.dtype, shape=() if name == "item" else None,
            cut="scalar",
        )  # fmt: skip
    if name == "astype":
        dtype = dtype_named(args.get(0, "dtype"))
        cut: CutKind | None = "integer" if dtype in ("int", "bool") else None
        return machine.compute(
            "jax", "astype", node, ((receiver, "value"),), dtype=dtype, shape=array.shape, cut=cut
        )
    if name in ("block_until_ready", "copy"):
        return receiver
    facts = table("jax").ops.get(f"jax.numpy.{name}")
    return apply(machine, "jax", f"jax.numpy.{name}", [receiver, *args.pos], dict(args.kw), node, facts)


@registry.methods(Bound)
def functional_update(
    machine: Machine, receiver: Value, name: str, args: Arguments, node: cst.CSTNode
) -> Value:
    """`x.at[i].set(v)`: a new array made of both."""
    base = receiver
    at = False
    while isinstance(base, Bound):
        at = at or base.name == "at"
        base = base.receiver
    array = machine.array(base)
    if array is None or not at:
        return machine.unknown(node, ((base, "value"), *args.flows()))
    shape = array.shape if name != "get" else None
    return machine.compute(
        "jax", f"at.{name}", node, ((base, "value"), *args.flows()), dtype=array.dtype, shape=shape
    )
