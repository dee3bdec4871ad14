"""Calls: into functions and classes of the program, into libraries, into the unknown."""

from __future__ import annotations

import re
from collections.abc import Mapping
from collections.abc import Sequence as Seq

import libcst as cst

from gradlint.analysis.domain.expression_events import RanCompiled
from gradlint.analysis.domain.fields import field_names
from gradlint.analysis.domain.graph import EdgeRole, Source, SourceKind
from gradlint.analysis.domain.state import DATA, DEEP, DEPTH_LIMIT, FIELD, RUN_LIMIT, Frame
from gradlint.analysis.domain.values import (
    Array,
    Bound,
    Choice,
    Class,
    Const,
    Dictionary,
    Func,
    Instance,
    Layer,
    Lib,
    Method,
    Object,
    Partial,
    Ref,
    Scope,
    Sequence,
    Transform,
    Unknown,
    Value,
)
from gradlint.analysis.interpreter import inheritance, registry
from gradlint.analysis.interpreter.attributes import attribute, class_attribute, shape_value
from gradlint.analysis.interpreter.branches import are_variants
from gradlint.analysis.interpreter.events import HandedAway, Made
from gradlint.analysis.interpreter.expressions import DISPATCH, evaluate
from gradlint.analysis.interpreter.forward_hooks import Hooks, after_call, before_call, run_forward
from gradlint.analysis.interpreter.imported_names import is_foreign, plain_call
from gradlint.analysis.interpreter.iteration import generated, starred
from gradlint.analysis.interpreter.machine import Machine, Several
from gradlint.analysis.project.syntax import is_unwritten, refuses
from gradlint.core.records import dataclass, field, replace
from gradlint.knowledge.names.tensorflow import CALL_FLAGS


@dataclass(frozen=True, slots=True)
class Arguments:
    pos: tuple[Value, ...] = ()
    kw: Mapping[str, Value] = field(default_factory=dict)
    open: bool = False
    """Something was passed by *args or **kwargs that is not known."""
    more: tuple[Value, ...] = ()
    """Of `*args` of unknown length: any of the parameters that follow may be given one of these as well."""

    def get(self, position: int, name: str = "") -> Value | None:
        if name in self.kw:
            return self.kw[name]
        return self.pos[position] if 0 <= position < len(self.pos) else None

    def all(self) -> tuple[Value, ...]:
        return (*self.pos, *self.kw.values())

    def flows(self, role: EdgeRole = "value") -> list[tuple[Value, EdgeRole]]:
        named = (value for name, value in self.kw.items() if name not in ("dtype", "device"))
        return [(value, role) for value in (*self.pos, *named)]

    def flag(self, name: str, position: int = -1) -> bool | None:
        """A keyword that is literally True or False; None if absent or unknown."""
        value = self.get(position, name)
        return value.value if isinstance(value, Const) and isinstance(value.value, bool) else None

    def without(self, count: int) -> Arguments:
        return Arguments(self.pos[count:], self.kw, self.open)


def arguments(machine: Machine, written: Seq[cst.Arg]) -> Arguments:
    pos: list[Value] = []
    kw: dict[str, Value] = {}
    is_open = False
    several: list[Value] = []
    for arg in written:
        value = evaluate(machine, arg.value)
        if arg.star == "*":
            more, whole = starred(machine, value, arg)
            pos.extend(more)
            is_open = is_open or not whole
            several += [] if whole else more
        elif arg.star == "**":
            thing = machine.load(inheritance.contents(machine, value) or value)
            if isinstance(thing, Dictionary):
                kw.update({str(key): each for key, each in thing.items.items()})
            is_open = is_open or not isinstance(thing, Dictionary) or thing.rest is not None
        elif arg.keyword is not None:
            kw[arg.keyword.value] = value
        else:
            pos.append(value)
    return Arguments(tuple(pos), kw, is_open, tuple(several))


def _call(machine: Machine, node: cst.Call) -> Value:
    func = evaluate(machine, node.func)
    if isinstance(func, Lib) and func.name == "builtins.super":
        return inheritance.super_object(machine, node)
    return invoke(machine, func, arguments(machine, node.args), node)


DISPATCH[cst.Call] = _call


def invoke(machine: Machine, func: Value, args: Arguments, node: cst.CSTNode) -> Value:
    if not machine.tick():
        return machine.unknown(node, args.flows())
    if isinstance(func, Lib):
        return registry.library(machine, func.name, args, node)
    if isinstance(func, Bound):
        if isinstance(func.receiver, (Class, Transform)):
            machine.note_use(func.receiver, func.name, args, node)
        return registry.method(machine, func.receiver, func.name, args, node)
    if isinstance(func, Func):
        return run_function(machine, func, args, node)
    if isinstance(func, Method):
        return run_function(machine, func.func, replace(args, pos=(func.receiver, *args.pos)), node)
    if isinstance(func, Choice):
        return _any_of_them(machine, func, args, node)
    if isinstance(func, Class):
        machine.note_use(func, "make", args, node)
        return instantiate(machine, func, args, node)
    if isinstance(func, Partial):
        merged = replace(args, pos=(*func.args, *args.pos), kw={**dict(func.kwargs), **args.kw})
        return invoke(machine, func.func, merged, node)
    if isinstance(func, Transform):
        machine.note_use(func, "call", args, node)
        return registry.transform(machine, func, args, node)
    if isinstance(func, Ref):
        return call_object(machine, func, args, node)
    machine.announce(HandedAway(args.all(), node, func))
    if isinstance(func, Unknown) and _is_criterion(node, args):
        # It compares what it is given: nothing of its own is trained.
        return Unknown(machine.node("call", machine.place(node), args.flows()), func.lang)
    if isinstance(func, Unknown) and func.node.source is None and func.node.op != DATA:
        # A method of something computed: nothing of its own enters here.
        return Unknown(machine.node("call", machine.place(node), ((func, "value"), *args.flows())), func.lang)
    return machine.unknown(node, ((func, "value"), *args.flows()))


_CRITERION = re.compile(r"(?i)criterions?|criterion_\w+|\w+_criterion|loss_?f(?:n|unc|unction)")


def _is_criterion(node: cst.CSTNode, args: Arguments) -> bool:
    """`criterion(output, target)`, `self.loss_fn(output, target)`: something unknown that only compares."""
    func = node.func if isinstance(node, cst.Call) else None
    if isinstance(func, cst.Attribute) and isinstance(func.value, cst.Name) and func.value.value == "self":
        func = func.attr
    named = isinstance(func, cst.Name) and _CRITERION.fullmatch(func.value) is not None
    return named and len(args.pos) + len(args.kw) > 1


def _any_of_them(machine: Machine, func: Choice, args: Arguments, node: cst.CSTNode) -> Value:
    """Each of the functions on a path of its own, as if a branch had called it."""
    if are_variants(func.options):
        if machine.context.traces:
            # Which one there is hangs on what is installed, and so does whether anything is traced.
            return machine.unknown(node, args.flows())
    elif (chosen := machine.chosen(func.options, node)) is not None:
        return invoke(machine, chosen, args, node)
    paths, results = [], []
    for option in func.options:
        before = machine.begin()
        results.append(invoke(machine, option, args, node))
        paths.append(machine.end(before))
    machine.merge(paths, node)
    return machine.any_of(results, node) or Const(None)


def call_object(machine: Machine, ref: Ref, args: Arguments, node: cst.CSTNode) -> Value:
    hooks = machine.own(Hooks)
    if ref.id not in hooks.after and ref.id not in hooks.before:
        return _called(machine, ref, args, node)
    args = before_call(machine, ref, args, node)
    return after_call(machine, ref, args, _called(machine, ref, args, node), node)


def _called(machine: Machine, ref: Ref, args: Arguments, node: cst.CSTNode) -> Value:
    thing = machine.load(ref)
    if isinstance(thing, Layer):
        return registry.layer(machine, ref, thing, args, node)
    if isinstance(thing, Array):  # variable.value() reads what variable.value is
        return ref
    if isinstance(thing, Object) and thing.name.startswith("metric:"):  # updates it and tells its result
        invoke(machine, attribute(machine, ref, "update_state", node), args, node)
        return invoke(machine, attribute(machine, ref, "result", node), Arguments(), node)
    if isinstance(thing, Instance):
        machine.note_use(thing.cls, "instance", args, node)
        if thing.cls.library == "torch.autograd.Function":
            return machine.unknown(node, args.flows())  # refused: only .apply runs its forward
        if registry.is_functional(thing.cls.library):
            registry.prepare(machine, ref, node)
        _build(machine, ref, thing, args, node)
        if not machine.around.forwards:
            machine.clear_losses(ref)
        for name in _CALL_NAMES:
            found = attribute(machine, ref, name, node)
            if isinstance(found, (Method, Transform, Func)):
                args = _for_keras(found, args) if registry.is_keras(thing) else args
                return run_forward(machine, thing, found, args, node)
    return machine.unknown(node, ((ref, "value"), *args.flows()))


def _for_keras(call: Value, args: Arguments) -> Arguments:
    """Keras keeps `training` and `mask` from a call() that has no place for them."""
    if not isinstance(call, Method):
        return args
    refused = {key for key in CALL_FLAGS if refuses(call.func.node.params, 1, (key,))}
    kept = {key: value for key, value in args.kw.items() if key not in refused}
    return replace(args, kw=kept) if len(kept) < len(args.kw) else args


def _build(machine: Machine, ref: Ref, thing: Instance, args: Arguments, node: cst.CSTNode) -> None:
    """A Keras layer makes its weights when it is first called."""
    if BUILT in thing.attrs or not registry.is_keras(thing):
        return
    machine.update(ref, Instance(thing.cls, {**thing.attrs, BUILT: Const(True)}, thing.node))
    build = attribute(machine, ref, "build", node)
    if isinstance(build, Method):
        array = machine.array(args.get(0))
        shape = shape_value(machine, array.shape if array is not None else None, node)
        running, machine.around.forwards = machine.around.forwards, 0
        with machine.within(replace(machine.context, graph_mode=False)):  # weights are made eagerly
            invoke(machine, build, Arguments((shape,)), node)
        machine.around.forwards = running
        machine.announce(Made(ref))


ABROAD_LIMIT = 300
"""Calls into other modules that are followed for one file."""
BUILT = "(built)"
COMPILE = "torch.compile"
FORWARD = frozenset({"forward", "call"})
_CALL_NAMES = ("forward", "call", "__call__")


# -- functions of the program -------------------------------------------------------------


def _goes_down(machine: Machine, func: Func, args: Arguments, again: int) -> bool:
    """`replace(child)` in `replace(module)`: each is given fewer weights, so this comes to an end."""
    first = func.node.params.params[:1] if args.pos and again < DEEP else ()
    return any(machine.is_part(args.pos[0], machine.scope.names.get(each.name.value)) for each in first)


def run_function(machine: Machine, func: Func, args: Arguments, node: cst.CSTNode) -> Value:
    """Follow the body with the real arguments."""
    from gradlint.analysis.interpreter.statements import Statements

    if (not args.open and refuses(func.node.params, len(args.pos), args.kw)) or is_unwritten(func.node):
        return machine.unknown(node, args.flows())
    # Nodes compare slowly. All that one decorator has wrapped shares a node; what is inside is counted.
    again = 0 if func.wrapped is not None else sum(each is func.node for each in machine.calls)
    foreign = is_foreign(func)
    idle = machine.idle and func.name != "__init__"  # nobody here brings a gradient: it is linted on its own
    spent = foreign and machine.work.abroad >= ABROAD_LIMIT
    if (again > 1 and not _goes_down(machine, func, args, again)) or spent or (foreign and idle):
        return _unfollowed(machine, func, args, node, spent)
    runs, depth = machine.work.runs.get(func.node, 0), len(machine.calls)
    if depth >= DEPTH_LIMIT or (depth >= DEEP and runs >= RUN_LIMIT):
        machine.flow.partial = machine.flow.partial or not foreign
        return _unfollowed(machine, func, args, node, True)
    plain = plain_call(machine, func, args.pos, args.kw) if foreign and not args.open else None
    if plain is not None and plain in machine.work.fruitless:
        return machine.unknown(node, args.flows())
    machine.work.abroad += foreign
    machine.work.runs[func.node] = runs + 1
    if foreign and machine.context.active:
        machine.flow.followed.add(func.node)
    scope = Scope({}, func.scope)
    bind_parameters(machine, func, scope, args, node)
    call = machine.note_call(func, scope.names, node)
    if func.owner is not None:
        scope.names["__class__"] = func.owner
    # The statement that calls goes on when the function has come back.
    outer = (machine.scope, machine.frame, machine.stack, machine.calls, machine.files, machine.mark)
    machine.scope, machine.frame = scope, Frame(loops=machine.loops.depth)
    machine.stack, machine.calls = (*machine.stack, node), (*machine.calls, func.node)
    machine.files = (*machine.files, func.scope.module)
    forward = func.name in FORWARD and func.owner is not None and registry.is_module(func.owner.library)
    machine.around.forwards += forward
    since = machine.fresh()
    try:
        if isinstance(func.node, cst.Lambda):
            return evaluate(machine, func.node.body)
        Statements(machine).run(func.node.body)
        frame = machine.frame
        if frame.left_paused is not None and len(frame.left_paused.place.stack) == len(machine.stack):
            machine.context = replace(machine.context, pause=frame.left_paused)
        if frame.yields:
            return generated(machine, func.node, frame.yields)
        if frame.dead and not frame.returned:  # every path raises: nothing comes back that could be looked at
            return machine.unknown(node, args.flows())
        result = machine.any_of(frame.returned, node) or Const(None)
        if plain is not None and isinstance(result, Unknown):
            machine.work.fruitless.add(plain)
        if call is not None:
            call.shapes = machine.shapes_of(result)
        return result
    finally:
        machine.scope, machine.frame, machine.stack, machine.calls, machine.files, machine.mark = outer
        machine.around.forwards -= forward
        if any(isinstance(each, Lib) and each.name == COMPILE for each in func.decorators):
            machine.announce(RanCompiled(func.node, since, machine.fresh()))


def _unfollowed(machine: Machine, func: Func, args: Arguments, node: cst.CSTNode, spent: bool) -> Value:
    """A function of the program that is not looked into; it may well switch gradients on again."""
    pause = machine.context.pause
    if pause is not None and pause.style == "call":
        machine.context = replace(machine.context, pause=None)
    machine.announce(HandedAway(args.all(), node, func))
    if spent and machine.recording:
        machine.flow.unfollowed.update(each for value in args.all() for each in machine.weights_of(value))
    return machine.unknown(node, args.flows())


def bind_parameters(machine: Machine, func: Func, scope: Scope, args: Arguments, node: cst.CSTNode) -> None:
    parameters = func.node.params
    positional = [*parameters.posonly_params, *parameters.params]
    left = dict(args.kw)
    for position, parameter in enumerate(positional):
        name = parameter.name.value
        if position < len(args.pos):
            scope.names[name] = args.pos[position]
        else:
            scope.names[name] = _given_or_default(machine, func, parameter, left, args)
    for parameter in parameters.kwonly_params:
        scope.names[parameter.name.value] = _given_or_default(machine, func, parameter, left, args)
    if isinstance(parameters.star_arg, cst.Param):
        extra = args.pos[len(positional) :]
        # What else somebody may pass can come by name: a wrapper hands on what the function inside asks for.
        by_name = bool(extra) and parameters.star_kwarg is not None
        rest = machine.unknown(node) if args.open and not by_name else None
        joined = machine.any_of([*extra, rest], node) if rest is not None else None
        scope.names[parameters.star_arg.name.value] = machine.alloc(
            Sequence("tuple", extra if rest is None else None, joined)
        )
    if parameters.star_kwarg is not None:
        scope.names[parameters.star_kwarg.name.value] = machine.alloc(
            Dictionary(dict(left.items()), machine.unknown(node) if args.open else None)
        )


def _given_or_default(
    machine: Machine, func: Func, parameter: cst.Param, left: dict[str, Value], args: Arguments
) -> Value:
    name = parameter.name.value
    if name in left:
        return left.pop(name)
    if args.open or parameter.default is None:
        made = parameter_unknown(machine, func, parameter)
        if not args.more or not isinstance(made, Unknown) or parameter.default is not None:
            return made
        return machine.unknown(parameter, [(each, "value") for each in (made, *args.more)], name)
    outer = machine.scope
    machine.scope = func.scope
    try:
        return evaluate(machine, parameter.default)
    finally:
        machine.scope = outer


def parameter_unknown(machine: Machine, func: Func, parameter: cst.Param) -> Value:
    """An argument that nobody is seen to pass: anything its annotation allows."""
    said = parameter.annotation.annotation if parameter.annotation is not None else None
    setting = func.name == "__init__" and isinstance(parameter.default, cst.Float)
    if setting or (said is not None and registry.only_plain(said)):
        return machine.data(parameter)
    if said is not None:
        outer, machine.scope = machine.scope, func.scope
        try:
            annotation = evaluate(machine, said)
        finally:
            machine.scope = outer
        if (known := registry.annotated(machine, annotation, parameter)) is not None:
            return known
    made = machine.unknown(parameter, (), parameter.name.value)
    if made.node.source is not None:
        made.node.source.name = parameter.name.value
    return made


# -- classes of the program ---------------------------------------------------------------


def instantiate(machine: Machine, cls: Class, args: Arguments, node: cst.CSTNode) -> Value:
    holds = registry.is_module(cls.library) and not registry.is_functional(cls.library or "")
    kind: SourceKind = "module" if holds else "unknown"  # what is functional is given its weights
    made = machine.node(cls.name, machine.place(node), (), source=Source(kind, cls.name), opaque=True)
    ref = machine.alloc(Instance(cls, registry.initial(cls.library), made))
    inheritance.equip(machine, ref, cls)
    init = attribute(machine, ref, "__init__", node)
    if isinstance(init, Method):
        invoke(machine, init, args, node)
    elif inheritance.contents(machine, ref) is not None:
        inheritance.fill(machine, ref, args.pos, dict(args.kw), node)
    elif registry.brings_weights(cls.library):
        invoke(machine, Bound(ref, "super.__init__"), args, node)  # the base is told the sizes
    else:
        _fill_fields(machine, ref, cls, args, node)
    thing = machine.load(ref) if machine.loops.entered else None
    if isinstance(thing, Instance) and any(isinstance(each, Unknown) for each in thing.attrs.values()):
        machine.own(Several).refs[ref.id] = True  # the passes of the loop make others, with another flag
    machine.announce(Made(ref, args.kw.get("model")))
    return ref


def _fill_fields(machine: Machine, ref: Ref, cls: Class, args: Arguments, node: cst.CSTNode) -> None:
    """A dataclass or named tuple: the annotated names in order are the parameters."""
    attrs: dict[str, Value] = {}
    position = 0
    for name in field_names(cls):
        written = machine.load(class_attribute(cls, name))
        described = written if isinstance(written, Object) and written.name == FIELD else None
        if described is not None and described.options.get("init") == Const(False):
            given = None
        else:
            given, position = args.get(position, name), position + 1
        if given is not None:
            attrs[name] = given
        elif described is not None:
            attrs[name] = _field_default(machine, described, node)
        elif class_attribute(cls, name) is None:
            attrs[name] = machine.unknown(node)
    thing = machine.load(ref)
    if isinstance(thing, Instance):
        machine.update(ref, Instance(thing.cls, {**thing.attrs, **attrs}, thing.node))
    if not attrs and not registry.is_taught(cls.library):
        inheritance.keep(machine, ref, args, node)
    finish = attribute(machine, ref, "__post_init__", node)
    if isinstance(finish, Method):
        invoke(machine, finish, Arguments(), node)


def _field_default(machine: Machine, written: Object, node: cst.CSTNode) -> Value:
    """field(default=...), field(default_factory=...)"""
    factory = written.options.get("default_factory")
    if factory is not None:
        return invoke(machine, factory, Arguments(), node)
    return written.options.get("default") or machine.unknown(node)
