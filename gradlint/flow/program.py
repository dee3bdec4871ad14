"""A whole program: run the module, then whatever in it nobody called."""

from __future__ import annotations

import libcst as cst

from gradlint.flow import handwritten, libraries, registration, training, versions
from gradlint.flow.attributes import attribute
from gradlint.flow.calls import Arguments, instantiate, invoke, parameter_unknown
from gradlint.flow.definitions import decorate
from gradlint.flow.facts import Flow, Misuse, Sink
from gradlint.flow.graph import TORCH, Pause, Place
from gradlint.flow.items import item
from gradlint.flow.keras_models import differentiate_loss
from gradlint.flow.machine import Machine
from gradlint.flow.methods import bound_transform
from gradlint.flow.project import Project
from gradlint.flow.state import RECORDED, Context, Frame
from gradlint.flow.statements import Statements
from gradlint.flow.values import Class, Const, Dictionary, Func, Method, Transform, Value
from gradlint.records import replace


def follow(module: cst.Module, project: Project | None = None, *, asks: bool = True) -> Flow:
    """Everything that can be said about the gradients of a program, which may ask for one or surely does not."""
    libraries.install()
    machine = Machine(invoke)
    machine.project, machine.asks = project, asks
    statements = Statements(machine)
    statements.run(module.body)
    machine.frame = Frame()
    _follow_losses(machine)
    _follow_models(machine)
    _follow_transforms(machine)
    _follow_uncalled(machine)
    machine.flow.misuses.extend(machine.late.values())
    registration.note_unregistered(machine)
    registration.note_untracked(machine)
    training.note_accumulation(machine)
    training.note_stored(machine)
    for place in {place.node: place for place in machine.graph_grads.values()}.values():
        machine.flow.misuses.append(Misuse(place, "graph-gradients", "torch"))
    versions.leave_older(machine, module)
    handwritten.examine(machine, module)
    _let_go(machine)
    return machine.flow


def _let_go(machine: Machine) -> None:
    """Functions know their scope and scopes their functions: untied, all goes without the garbage collector."""
    inner = (each.scope for each in machine.defined if isinstance(each, Func))
    for scope in (machine.scope, *machine.foreign_scopes.values(), *inner):
        scope.names.clear()
    for cls in (*machine.classes, *machine.foreign_classes):
        cls.names.clear()


def _follow_losses(machine: Machine) -> None:
    for func, eager, place in machine.keras_losses:
        differentiate_loss(machine, func, eager, place.node)


def _follow_models(machine: Machine) -> None:
    """A compiled model is called by fit(), in a traced function, with data we do not know."""
    for model, place in machine.keras_models:
        with machine.within(Context(graph_mode=not machine.runs_eagerly)):
            given = machine.compute("tensorflow", "batch", place.node, ())
            invoke(machine, model, Arguments((given,), {"training": Const(True)}), place.node)
            step = attribute(machine, model, "train_step", place.node)
            # With another backend than TensorFlow it is given more than the data.
            if isinstance(step, Method) and len(step.func.node.params.params) == 2:
                invoke(machine, step, Arguments((machine.data(place.node),)), place.node)


def _follow_transforms(machine: Machine) -> None:
    """jax.grad(f) that is never applied here: somebody else will, with arguments we do not know."""
    for transform in list(machine.pending):
        func = transform.func
        if id(transform.place) in machine.called or not isinstance(func, (Func, Method)):
            continue
        if isinstance(func, Func) and func.owner is not None:
            continue
        _imagine(machine, transform, func)


def _imagine(machine: Machine, callee: Value, func: Func | Method) -> None:
    """Call a function with arguments about which nothing is known."""
    inner = func.func if isinstance(func, Method) else func
    parameters = [*inner.node.params.posonly_params, *inner.node.params.params]
    if isinstance(func, Method):
        parameters = parameters[1:]
    args: list[Value] = []
    for parameter in parameters:
        if parameter.default is not None:
            break
        args.append(_argument(machine, inner, parameter))
    invoke(machine, callee, Arguments(tuple(args), {}, True), inner.node)


def _argument(machine: Machine, func: Func, parameter: cst.Param) -> Value:
    return parameter_unknown(machine, func, parameter)


def _follow_uncalled(machine: Machine) -> None:
    """Callers mostly stand below what they call: from the bottom, a helper is met with what it is given."""
    for cls in list(machine.classes):
        _follow_class(machine, cls)
    for value in reversed(machine.defined):
        if isinstance(value, Func) and value.owner is None and not machine.was_followed(value):
            _reset_mode(machine)
            _imagine(machine, _decorated(machine, value), value)


def _reset_mode(machine: Machine) -> None:
    """What a script did to the global grad mode says nothing about functions called from elsewhere."""
    machine.context = Context(imagined=True, since=machine.fresh())
    machine.frame = Frame()


def _decorated(machine: Machine, func: Func) -> Value:
    """The function with the decorators that change what is recorded."""
    value: Value = func
    if isinstance(func.node, cst.FunctionDef):
        for decorator, syntax in zip(reversed(func.decorators), reversed(func.node.decorators)):
            value = decorate(machine, decorator, value, syntax)
    return value


def _follow_class(machine: Machine, cls: Class) -> None:
    """Methods nobody called, on an instance made with unknown arguments."""
    waiting = [(name, value, inner) for name, value in cls.names.items() if (inner := _method_of(value))]
    if all(machine.was_followed(inner) for _, _, inner in waiting):
        return
    _reset_mode(machine)
    made = instantiate(machine, cls, Arguments((), {}, True), cls.node)
    waiting.sort(key=lambda each: each[0] in RECORDED)
    for name, value, inner in reversed(waiting):
        if machine.was_followed(inner):
            continue
        _reset_mode(machine)
        if cls.library == "torch.autograd.Function":
            _run_function_rule(machine, inner)
            continue
        bound = Method(inner, made)
        callee: Value = (
            bound_transform(machine, value, inner, made, inner.node)
            if isinstance(value, Transform)
            else bound
        )
        before = len(machine.frame.returned)
        result = _imagine_result(machine, callee, bound)
        if name == "training_step" and before == 0:
            _lightning_sink(machine, result, inner)
        elif name == "forward" and (cls.library or "").startswith("torch.nn."):
            _forward_sink(machine, result, inner)


def _run_function_rule(machine: Machine, func: Func) -> None:
    """forward and backward of an autograd.Function run with recording off."""
    with machine.within(replace(machine.context, pause=Pause("rule", Place(func.node)))):
        _imagine(machine, func, func)


def _imagine_result(machine: Machine, callee: Value, func: Method) -> Value:
    parameters = [*func.func.node.params.posonly_params, *func.func.node.params.params][1:]
    args = [_argument(machine, func.func, each) for each in parameters if each.default is None]
    return invoke(machine, callee, Arguments(tuple(args), {}, True), func.func.node)


def _lightning_sink(machine: Machine, result: Value, func: Func) -> None:
    """Lightning calls backward on what training_step returns."""
    thing = machine.load(result)
    if isinstance(thing, Dictionary):
        result = item(machine, result, Const("loss"), func.node)
    nodes = tuple(edge.node for edge in machine.edges(result))
    place = machine.place(func.node.name if isinstance(func.node, cst.FunctionDef) else func.node)
    machine.flow.sinks.append(Sink("step", place, TORCH, nodes, machine.array(result), None, machine.fresh()))


def _forward_sink(machine: Machine, result: Value, func: Func) -> None:
    """What forward() returns will be differentiated, though not here."""
    nodes = tuple(edge.node for edge in machine.edges(result))
    place = machine.place(func.node.name if isinstance(func.node, cst.FunctionDef) else func.node)
    machine.flow.sinks.append(Sink("forward", place, TORCH, nodes, None, None, machine.fresh()))


def _method_of(value: Value) -> Func | None:
    while isinstance(value, Transform):
        value = value.func
    return value if isinstance(value, Func) else None
