"""TensorFlow: functions that are traced, run on the host, mapped or chosen between."""

from __future__ import annotations

from typing import ClassVar

import libcst as cst

from gradlint.analysis.domain.graph import CutKind, EdgeRole
from gradlint.analysis.domain.journal import Branches
from gradlint.analysis.domain.misuses import IntegerInput, TfGradients
from gradlint.analysis.domain.state import Context
from gradlint.analysis.domain.values import Const, Lib, Manager, Partial, Sequence, Transform, Value
from gradlint.analysis.interpreter import registry
from gradlint.analysis.interpreter.arithmetic import dtype_of
from gradlint.analysis.interpreter.calls import Arguments
from gradlint.analysis.interpreter.iteration import elements_of
from gradlint.analysis.interpreter.machine import Machine
from gradlint.analysis.monitors import captured_globals
from gradlint.core.records import replace


class Modes:
    """How TensorFlow has been told to run."""

    NEVER_UNDONE: ClassVar = dict.fromkeys(
        ("runs_eagerly", "legacy_graph"), "said once, of the whole program"
    )

    def __init__(self, branches: Branches) -> None:
        self.runs_eagerly = False
        """No function is traced."""
        self.legacy_graph = False
        """The program builds TensorFlow 1 graphs by hand."""


@registry.function(
    "tf.function", "tf.custom_gradient", "tf.recompute_grad", "tf.autograph.experimental.do_not_convert"
)
def traced(machine: Machine, name: str, args: Arguments, node: cst.CSTNode) -> Value:
    if not args.pos:
        return Partial(Lib(name), (), tuple(args.kw.items()))
    made = Transform(name, args.pos[0], tuple(args.kw.items()), machine.place(node))
    machine.module.pending.append(made)
    return made


@registry.function("tf.grad_pass_through")
def pass_through(machine: Machine, name: str, args: Arguments, node: cst.CSTNode) -> Value:
    return Transform(name, args.pos[0] if args.pos else Lib(name))


@registry.transforms("tf.grad_pass_through", "tf.custom_gradient")
def own_gradient(machine: Machine, value: Transform, args: Arguments, node: cst.CSTNode) -> Value:
    """A function that brings its own gradient: whatever it does inside, the gradient passes.

    It may return several tensors, and taking one out of a list is no operation.
    """
    return machine.unknown(node, args.flows(), "custom_gradient")


@registry.transforms("tf.function")
def graph_function(machine: Machine, value: Transform, args: Arguments, node: cst.CSTNode) -> Value:
    eager = value.option("autograph") == Const(False)
    machine.applied(value)
    outer = machine.context if machine.context.graph_mode else Context()
    given = frozenset(made for value in args.all() if (made := machine.node_of(value)) is not None)
    context = replace(
        machine.context,
        graph_mode=not machine.own(Modes).runs_eagerly,
        graph_since=outer.graph_since or machine.fresh(),
        graph_given=outer.graph_given | given,
    )
    before = machine.context
    machine.context = context
    if context.graph_mode:
        captured_globals.check(machine, value, args.all())
    machine.around.compiling.append(captured_globals.begin(machine, value) if context.graph_mode else 0)
    try:
        return machine.invoke(value.func, args, node)
    finally:
        machine.around.compiling.pop()
        machine.context = replace(
            machine.context,
            graph_mode=before.graph_mode and not eager,
            graph_since=before.graph_since,
            graph_given=before.graph_given,
        )


@registry.function("tf.numpy_function", "tf.compat.v1.py_func")
def host_function(machine: Machine, name: str, args: Arguments, node: cst.CSTNode) -> Value:
    return machine.compute("tensorflow", name, node, args.flows(), cut="host")


@registry.function("tf.py_function", "tf.py_func")
def python_function(machine: Machine, name: str, args: Arguments, node: cst.CSTNode) -> Value:
    """The body runs eagerly; its gradient is that of the TensorFlow operations inside."""
    func, given = args.get(0, "func"), args.get(1, "inp")
    if func is None or given is None:
        return machine.unknown(node, args.flows())
    inputs = elements_of(machine, given, node)[0]
    flows: list[tuple[Value, EdgeRole]] = [(value, "value") for value in inputs]
    recorders = {each.kind for value in inputs for edge in machine.edges(value) for each in edge.tracked}
    tracked = bool(recorders & {"tape", "keras"})
    integers = tuple(at for at, value in enumerate(inputs) if dtype_of(machine, value) == "int")
    if tracked and integers:
        place = machine.place(node)
        machine.flow.misuses.append(IntegerInput(place, "tensorflow", name, integers))
    cut: CutKind | None = None
    if machine.is_program_function(func):
        with machine.within(replace(machine.context, graph_mode=False)):
            result = machine.invoke(func, Arguments(tuple(inputs)), node)
        if tracked and not any(edge.tracked for edge in machine.edges(result)):
            cut = "host"
    return machine.compute("tensorflow", name, node, flows, dtype="float", cut=cut)


@registry.function("tf.gradients")
def graph_gradients(machine: Machine, name: str, args: Arguments, node: cst.CSTNode) -> Value:
    if (
        not machine.context.graph_mode
        and not machine.context.imagined
        and not machine.own(Modes).legacy_graph
    ):
        machine.misuse(node, TfGradients, "tensorflow")
    made = machine.compute("tensorflow", "gradient", node, args.flows(), dtype="float")
    return machine.alloc(Sequence("list", None, made))


@registry.function("tf.Graph", "tf.compat.v1.Session", "tf.compat.v1.Graph", "tf.Session", "tf.placeholder",
                   "tf.compat.v1.placeholder")  # fmt: skip
def legacy_graph(machine: Machine, name: str, args: Arguments, node: cst.CSTNode) -> Value:
    machine.own(Modes).legacy_graph = True
    return machine.unknown(node)


@registry.function("tf.compat.v1.disable_eager_execution", "tf.compat.v1.disable_v2_behavior")
def disable_eager(machine: Machine, name: str, args: Arguments, node: cst.CSTNode) -> Value:
    """From here on everything builds a graph, as in TensorFlow 1; nothing is traced once and then replayed."""
    machine.own(Modes).legacy_graph = True
    return Const(None)


@registry.function("tf.config.run_functions_eagerly", "tf.config.experimental_run_functions_eagerly")
def run_eagerly(machine: Machine, name: str, args: Arguments, node: cst.CSTNode) -> Value:
    machine.own(Modes).runs_eagerly = args.flag("run_eagerly", 0) is not False
    return Const(None)


@registry.function("tf.executing_eagerly", "tf.compat.v1.executing_eagerly")
def executing_eagerly(machine: Machine, name: str, args: Arguments, node: cst.CSTNode) -> Value:
    if machine.own(Modes).legacy_graph or (machine.context.imagined and not machine.context.graph_mode):
        return machine.data(node)
    return Const(not machine.context.graph_mode)


@registry.function("tf.is_symbolic_tensor")
def is_symbolic(machine: Machine, name: str, args: Arguments, node: cst.CSTNode) -> Value:
    """What is computed in a traced function has no value, what is computed outside of one has."""
    array = machine.array(args.get(0, "tensor"))
    if array is None or array.variable or machine.context.imagined:
        return machine.data(node)
    return Const(machine.context.graph_mode)


@registry.function("tf.init_scope")
def init_scope(machine: Machine, name: str, args: Arguments, node: cst.CSTNode) -> Value:
    return machine.alloc(Manager("init_scope", machine.place(node)))


@registry.function("tf.map_fn", "tf.vectorized_map", "tf.scan", "tf.foldl")
def mapped(machine: Machine, name: str, args: Arguments, node: cst.CSTNode) -> Value:
    func, elements = args.get(0, "fn"), args.get(1, "elems")
    if func is None or elements is None:
        return machine.unknown(node, args.flows())
    one = machine.any_of(elements_of(machine, elements, node)[0], node) or machine.unknown(node)
    given = (one, one) if name in ("tf.scan", "tf.foldl") else (one,)
    made = machine.invoke(func, Arguments(given), node)
    return machine.compute("tensorflow", name, node, ((made, "value"),), dtype="float")


@registry.function("tf.cond")
def cond(machine: Machine, name: str, args: Arguments, node: cst.CSTNode) -> Value:
    results = [machine.invoke(func, Arguments(), node) for func in args.pos[1:3]]
    results += [
        machine.invoke(args.kw[key], Arguments(), node) for key in ("true_fn", "false_fn") if key in args.kw
    ]
    return machine.any_of(results, node) or machine.unknown(node)


@registry.function("tf.while_loop")
def while_loop(machine: Machine, name: str, args: Arguments, node: cst.CSTNode) -> Value:
    body, start = args.get(1, "body"), args.get(2, "loop_vars")
    if body is None or start is None:
        return machine.unknown(node, args.flows())
    elements, _whole = elements_of(machine, start, node)
    made = machine.invoke(body, Arguments(tuple(elements)), node)
    return machine.join(start, made, node)
