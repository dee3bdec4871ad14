"""A whole program: run the module, then whatever in it nobody called."""

from __future__ import annotations

import libcst as cst

from gradlint.analysis.domain.alternatives import Alternatives
from gradlint.analysis.domain.facts import Flow, Sink, Witness
from gradlint.analysis.domain.graph import TORCH, Pause, Place, Recorder
from gradlint.analysis.domain.state import RECORDED, Context, Frame
from gradlint.analysis.domain.values import (
    Class,
    Const,
    Func,
    Instance,
    Layer,
    Lib,
    Method,
    Ref,
    Sequence,
    Transform,
    Unknown,
    Value,
)
from gradlint.analysis.handwritten import examine
from gradlint.analysis.interpreter.attributes import attribute
from gradlint.analysis.interpreter.bound_transforms import bound_transform
from gradlint.analysis.interpreter.calls import Arguments, instantiate, invoke, parameter_unknown
from gradlint.analysis.interpreter.definitions import decorate
from gradlint.analysis.interpreter.events import CameBack, Ended, Imagined
from gradlint.analysis.interpreter.imported_names import Names, OtherModules
from gradlint.analysis.interpreter.inplace_writes import note_clobbers
from gradlint.analysis.interpreter.machine import Machine
from gradlint.analysis.interpreter.statements import Statements
from gradlint.analysis.libraries import registered
from gradlint.analysis.libraries.tensorflow import versions
from gradlint.analysis.libraries.tensorflow.keras_training import Compiled, differentiate_loss, note_fitted
from gradlint.analysis.libraries.tensorflow.traced_functions import Modes
from gradlint.analysis.libraries.torch_stack import hosts
from gradlint.analysis.monitors import (
    accelerated,
    accumulation,
    captured_globals,
    data_parallel,
    discarded,
    freed_graph,
    gradient_edits,
    higher_orders,
    hosted_steps,
    kept_graphs,
    leaked_tracers,
    loss_scaling,
    misleading_names,
    one_pass,
    operands,
    precision,
    recomputed,
    registration,
    tracer_limits,
    training_step,
    unseen_step,
)
from gradlint.analysis.monitors.weights import (
    adapters,
    added,
    coasting,
    copies,
    freezing,
    jax_weights,
    keras_compiled,
    module_modes,
    starting_values,
    unheld,
)
from gradlint.analysis.project.modules import Project
from gradlint.analysis.project.syntax import walk
from gradlint.core.records import replace

MONITORS = (
    accelerated,
    accumulation,
    added,
    adapters,
    captured_globals,
    coasting,
    copies,
    data_parallel,
    discarded,
    freed_graph,
    freezing,
    gradient_edits,
    higher_orders,
    hosted_steps,
    jax_weights,
    kept_graphs,
    leaked_tracers,
    loss_scaling,
    misleading_names,
    module_modes,
    one_pass,
    operands,
    precision,
    recomputed,
    registration,
    starting_values,
    keras_compiled,
    tracer_limits,
    training_step,
    unheld,
    unseen_step,
)
"""They listen from the moment they are imported."""


def follow(
    module: cst.Module,
    project: Project | None = None,
    *,
    asks: bool = True,
    witness: Witness | None = None,
    chosen: frozenset[cst.CSTNode] = frozenset(),
) -> Flow:
    """Everything that can be said about the gradients of a program, which may ask for one or surely does not."""
    registered.install()
    machine = Machine(invoke)
    machine.about.asks = asks
    machine.witness = witness
    machine.own(OtherModules).project = project
    machine.own(Alternatives).chosen = chosen
    statements = Statements(machine)
    statements.run(module.body)
    machine.frame = Frame()
    _follow_losses(machine)
    _follow_models(machine)
    _follow_transforms(machine)
    _follow_uncalled(machine)
    machine.announce(Ended())
    versions.leave_older(machine, module)
    examine.examine(machine, module)
    _let_go(machine)
    if _is_worth_another(machine):
        machine.flow.programs = tuple(machine.own(Alternatives).programs())
        machine.flow.looked_up = frozenset(machine.own(Alternatives).looked_up)
    return machine.flow


SMALL = 15_000
"""Steps up to which a program is followed again for what else may be chosen."""


def _is_worth_another(machine: Machine) -> bool:
    """Somebody asks for a gradient here, and it took no long time to follow."""
    asks = any(sink.kind != "forward" for sink in machine.flow.sinks)
    return asks and machine.work.steps < SMALL and not machine.flow.partial


def _let_go(machine: Machine) -> None:
    """Functions know their scope and scopes their functions: untied, all goes without the garbage collector."""
    inner = (each.scope for each in machine.module.defined if isinstance(each, Func))
    others = machine.own(OtherModules)
    for scope in (machine.scope, *inner):
        scope.names.clear()
    for scope in others.scopes.values():
        if isinstance(scope.names, Names):
            scope.names.let_go()
    others.packages.clear()
    for cls in (*machine.module.classes, *machine.own(OtherModules).classes):
        cls.names.clear()


def _follow_losses(machine: Machine) -> None:
    for func, eager, place in machine.own(Compiled).losses:
        differentiate_loss(machine, func, eager, place.node)


def _follow_models(machine: Machine) -> None:
    """A compiled model is called by fit(), in a traced function, with data we do not know."""
    compiled = machine.own(Compiled)
    for model, eager, place in compiled.models:
        with compiled.at_its_time(place):
            _follow_model(machine, model, eager, place)


def _follow_model(machine: Machine, model: Value, eager: bool, place: Place) -> None:
    tape = Recorder("tape", place)
    whole = Context(tapes=(tape,), graph_mode=not (eager or machine.own(Modes).runs_eagerly))
    step = attribute(machine, model, "train_step", place.node)
    if not isinstance(step, Method) or _calls_inherited(step.func):
        with machine.within(whole):
            given = machine.compute("tensorflow", "batch", place.node, ())
            keywords = {"training": Const(True)} if _takes_training(machine, model, place) else {}
            result = invoke(machine, model, Arguments((given,), keywords), place.node)
            note_fitted(machine, model, result, tape, place)
    with machine.within(replace(whole, tapes=())):
        # With another backend than TensorFlow it is given more than the data.
        if isinstance(step, Method) and len(step.func.node.params.params) == 2:
            invoke(machine, step, Arguments((machine.data(place.node),)), place.node)


def _calls_inherited(step: Func) -> bool:
    """`super().train_step(data)`; otherwise a model with a step of its own is called only as that says."""
    return any(
        isinstance(each, cst.Attribute) and each.attr.value == step.name for each in walk(step.node.body)
    )


def _takes_training(machine: Machine, model: Value, place: Place) -> bool:
    """Keras says whether it trains only to a call() that has a place for it."""
    call = attribute(machine, model, "call", place.node)
    if not isinstance(call, Method):
        return True
    params = call.func.node.params
    named = {each.name.value for each in (*params.params, *params.kwonly_params)}
    return "training" in named or params.star_kwarg is not None


def _follow_transforms(machine: Machine) -> None:
    """jax.grad(f) that is never applied here: somebody else will, with arguments we do not know."""
    for transform in list(machine.module.pending):
        func = transform.func
        if id(transform.place) in machine.work.called or not isinstance(func, (Func, Method)):
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
    for cls in list(machine.module.classes):
        _follow_class(machine, cls)
    for value in reversed(machine.module.defined):
        if isinstance(value, Func) and value.owner is None and not machine.was_followed(value):
            _reset_mode(machine)
            _imagine(machine, _decorated(machine, value), value)
            machine.announce(CameBack(machine.context.since, alone=value.name.startswith("test")))


def _reset_mode(machine: Machine) -> None:
    """What a script did to the global grad mode says nothing about functions called from elsewhere."""
    machine.context = Context(imagined=True, since=machine.fresh())
    machine.frame = Frame()
    machine.announce(Imagined())


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
    asking: list[tuple[str, Value, Func]] = []
    kept = _collected_in(machine, made)
    for method in reversed(waiting):
        if not machine.was_followed(method[2]):
            before = len(machine.flow.sinks)
            _follow_method(machine, cls, made, *method)
            if len(machine.flow.sinks) > before:
                asking.append(method)
    if kept != _collected_in(machine, made):  # what one method collects, another one differentiates
        for method in asking:
            _follow_method(machine, cls, made, *method)


def _collected_in(machine: Machine, made: Value) -> frozenset[str]:
    """The attributes that are lists with something in them."""
    thing = machine.load(made)
    lists = {
        name: machine.load(value)
        for name, value in (thing.attrs.items() if isinstance(thing, Instance) else ())
    }
    return frozenset(
        name for name, held in lists.items() if isinstance(held, Sequence) and machine.members(held)
    )


def _follow_method(machine: Machine, cls: Class, made: Value, name: str, value: Value, inner: Func) -> None:
    _reset_mode(machine)
    if hosts.is_hosted(cls, name):
        machine.flow.hosted.add(inner.node)
    if cls.library == "torch.autograd.Function":
        _run_function_rule(machine, inner)
        return
    bound = Method(inner, made)
    callee: Value = (
        bound_transform(machine, value, inner, made, inner.node) if isinstance(value, Transform) else bound
    )
    if name == "call" and (cls.library or "").startswith("keras.losses."):
        differentiate_loss(machine, callee, False, inner.node)
        return
    before, stepped, asked = len(machine.frame.returned), len(machine.flow.stepped), len(machine.flow.sinks)
    result = _hosted_result(machine, cls, name, callee, bound)
    once = has_unseen_base(cls) or name.startswith("test")  # a test runner makes a new object for each
    if (
        name == "training_step"
        and hosted_steps.is_lightning(cls)
        and hosted_steps.is_manual(machine, cls, made)
    ):
        once = False  # for every batch, and Lightning clears nothing meanwhile
    machine.announce(CameBack(machine.context.since, alone=once))
    if hosts.is_hosted(cls, name) and before == 0 and _may_be_torch(machine):
        alone = len(machine.flow.sinks) > asked and not hosted_steps.is_lightning(cls)
        if not (name == "training_step" and (alone or hosted_steps.is_manual(machine, cls, made))):
            # A step that asks for its gradients itself returns what is to be shown.
            hosts.note_sink(machine, result, inner)
    elif name == "forward" and len(machine.flow.stepped) == stepped and _is_module(machine, cls, made):
        _forward_sink(machine, result, inner)


def _is_module(machine: Machine, cls: Class, made: Value) -> bool:
    """A torch module, be it that a library stands between: whose base is not known and whose attributes are layers."""
    if (cls.library or "").startswith("torch.nn."):
        return True
    thing = machine.load(made)
    attrs = thing.attrs.values() if isinstance(thing, Instance) else ()
    layers = [held for held in map(machine.load, attrs) if isinstance(held, Layer)]
    foreign = any(isinstance(base, (Lib, Unknown)) for base in cls.bases)
    return foreign and bool(layers) and all(each.lang == "torch" for each in layers)


def has_unseen_base(cls: Class) -> bool:
    """Whether a class inherits from one that nobody sees, which may do anything around its methods."""
    return any(
        has_unseen_base(each)
        if isinstance(each, Class)
        else not (
            isinstance(each, Lib) and each.name.startswith(("torch.nn.", "abc.", "builtins.", "typing."))
        )
        for each in cls.bases
    )


def _run_function_rule(machine: Machine, func: Func) -> None:
    """forward and backward of an autograd.Function run with recording off."""
    with machine.within(replace(machine.context, pause=Pause("rule", Place(func.node)))):
        _imagine(machine, func, func)


def _hosted_result(machine: Machine, cls: Class, name: str, callee: Value, bound: Method) -> Value:
    """A method that Lightning calls: in training it asks for a gradient itself, in evaluation nothing is recorded."""
    instance, func = bound.receiver, bound.func
    hosted = hosted_steps.is_lightning(cls) or (name == "compute_loss" and hosts.is_hosted(cls, name))
    if not isinstance(instance, Ref) or not hosted:
        return _imagine_result(machine, callee, bound)
    if name in hosted_steps.EVALUATION:
        return _evaluated(machine, callee, bound)
    hosted_steps.begin(machine, cls, instance, name, func)
    result = _imagine_result(machine, callee, bound)
    hosted_steps.end(machine, cls, instance, func, result)
    return result


def _evaluated(machine: Machine, callee: Value, bound: Method) -> Value:
    """Whatever is asked for in evaluation is looked at here and now; to train with it is nobody's intention."""
    known, sinks = machine.own(hosted_steps.Hosted), len(machine.flow.sinks)
    known.evaluating += 1
    module_modes.set_mode(machine, bound.receiver, "eval", None, bound.func.node)
    with machine.within(replace(machine.context, pause=Pause("rule", Place(bound.func.node)))):
        result = _imagine_result(machine, callee, bound)
    known.evaluating -= 1
    del machine.flow.sinks[sinks:]
    return result


STEPS = frozenset({"train_step", "test_step"})


def _imagine_result(machine: Machine, callee: Value, func: Method) -> Value:
    parameters = [*func.func.node.params.posonly_params, *func.func.node.params.params][1:]
    cls = func.func.owner
    if cls is not None and func.func.name == "compute_loss" and hosts.is_hosted(cls, "compute_loss"):
        given = tuple(hosts.argument(machine, cls, func.func, each) for each in parameters)
        return invoke(machine, callee, Arguments(given, {}), func.func.node)
    wanted = [each for each in parameters if each.default is None]
    if cls is not None and func.func.name in STEPS and (cls.library or "").startswith("keras."):
        args: list[Value] = [machine.data(each) for each in wanted]  # a batch, from fit()
    else:
        args = [_argument(machine, func.func, each) for each in wanted]
    return invoke(machine, callee, Arguments(tuple(args), {}, True), func.func.node)


def _forward_sink(machine: Machine, result: Value, func: Func) -> None:
    """What forward() returns will be differentiated, though not here."""
    nodes = tuple(edge.node for edge in machine.edges(result))
    place = machine.place(func.node.name if isinstance(func.node, cst.FunctionDef) else func.node)
    sink = Sink("forward", place, TORCH, nodes, None, None, machine.fresh())
    machine.flow.sinks.append(sink)
    note_clobbers(machine, sink)


def _may_be_torch(machine: Machine) -> bool:
    """A file that computes with another framework alone has no training step of Lightning."""
    return "torch" in machine.about.langs or not machine.about.langs & {"jax", "tensorflow"}


def _method_of(value: Value) -> Func | None:
    while isinstance(value, Transform):
        value = value.func
    return value if isinstance(value, Func) else None
