"""Python itself: numbers, math, attributes, functools, copy."""

from __future__ import annotations

import libcst as cst

from gradlint.analysis.domain.expression_events import TypeAsked
from gradlint.analysis.domain.graph import EdgeRole, Source
from gradlint.analysis.domain.misuses import BranchOnTracer
from gradlint.analysis.domain.state import EXIT_STACK, FIELD, FROZEN, GENERATOR
from gradlint.analysis.domain.values import (
    Array,
    Const,
    Dictionary,
    Instance,
    Layer,
    Lib,
    Manager,
    Object,
    Partial,
    Ref,
    Sequence,
    Transform,
    Unknown,
    Value,
)
from gradlint.analysis.interpreter import context_managers, registry
from gradlint.analysis.interpreter.arithmetic import binary, dtype_of, lang_of
from gradlint.analysis.interpreter.attributes import attribute
from gradlint.analysis.interpreter.calls import Arguments
from gradlint.analysis.interpreter.events import Copied
from gradlint.analysis.interpreter.inplace_writes import note_host_call
from gradlint.analysis.interpreter.iteration import elements_of
from gradlint.analysis.interpreter.machine import Machine
from gradlint.analysis.interpreter.narrowing import passes
from gradlint.analysis.libraries.python.containers import is_growing
from gradlint.analysis.libraries.python.importing import one_of_module
from gradlint.analysis.project.format_strings import formatted_with_spec
from gradlint.core.records import replace
from gradlint.knowledge.names.python import VARYING

FRAMEWORKS = ("torch", "tensorflow", "jax")


@registry.function("builtins.float", "builtins.int", "builtins.bool", "builtins.complex")
def number(machine: Machine, name: str, args: Arguments, node: cst.CSTNode) -> Value:
    value = args.get(0)
    if value is None:
        return Const(0)
    if isinstance(value, Const):
        kind = {"builtins.float": float, "builtins.int": int, "builtins.bool": bool}.get(name)
        if kind is not None and isinstance(
            value.value, (int, float) if kind is not float else (int, float, str)
        ):
            try:
                return Const(kind(value.value))
            except (ValueError, OverflowError):
                return machine.number(node)
        return machine.number(node)
    return to_number(machine, name.removeprefix("builtins."), value, node)


def to_number(machine: Machine, name: str, value: Value, node: cst.CSTNode) -> Value:
    """float(t), math.sqrt(t): a Python number, and the end of the gradient."""
    array = machine.array(value)
    if array is not None and array.lang == "tensorflow" and machine.context.graph_mode and name != "math":
        return machine.compute(
            "tensorflow", "cast", node, ((value, "value"),), dtype="float", shape=array.shape
        )
    note_host_call(machine, node, f"{name}()", value, "scalar")
    framework = array is None or array.lang in FRAMEWORKS
    return machine.compute(
        "python", name, node, ((value, "value"),), shape=(), cut="scalar" if framework else None,
        dtype="float" if name == "float" else "int" if name == "int" else None,
    )  # fmt: skip


@registry.root("math", "cmath", "statistics")
def mathematics(machine: Machine, name: str, args: Arguments, node: cst.CSTNode) -> Value:
    for value in args.all():
        array = machine.array(value)
        if array is not None and array.lang in FRAMEWORKS:
            return to_number(machine, "math", value, node)
    inputs = args.flows()
    if not any(machine.edges(value) for value, _ in inputs):
        return machine.number(node)
    return machine.compute("python", name, node, inputs, shape=(), cut="scalar", dtype="float")


@registry.function("builtins.abs", "builtins.round", "builtins.pow", "builtins.divmod")
def unary(machine: Machine, name: str, args: Arguments, node: cst.CSTNode) -> Value:
    value = args.get(0)
    array = machine.array(value)
    if value is None or isinstance(value, Const):
        return machine.number(node)
    if array is not None:
        cut = "zero" if name == "builtins.round" else None
        return machine.compute(
            array.lang, name.removeprefix("builtins."), node, args.flows(), dtype=array.dtype, shape=array.shape,
            cut=cut,  # type: ignore[arg-type]
        )  # fmt: skip
    return Unknown(machine.node(name, machine.place(node), args.flows()))


@registry.function("builtins.sum")
def total(machine: Machine, name: str, args: Arguments, node: cst.CSTNode) -> Value:
    values = args.get(0)
    start = args.get(1, "start") or Const(0)
    if values is None:
        return start
    elements, whole = elements_of(machine, values, node)
    if not elements:
        return start
    if machine.array(values) is None and whole:
        result = start
        for each in elements:
            result = binary(machine, "add", result, each, node)
        return result
    lang = lang_of(machine, *elements)
    flows: list[tuple[Value, EdgeRole]] = [(each, "value") for each in elements]
    first = machine.array(elements[0])
    if lang is not None:
        return machine.compute(
            lang,
            "add",
            node,
            flows,
            dtype=dtype_of(machine, elements[0]),
            shape=first.shape if first else None,
        )
    return Unknown(machine.node("add", machine.place(node), flows))


@registry.function("builtins.max", "builtins.min")
def extreme(machine: Machine, name: str, args: Arguments, node: cst.CSTNode) -> Value:
    values = list(args.pos)
    if any(map(machine.is_abstract, values)):
        machine.misuse(node, BranchOnTracer, "jax")
    if len(values) == 1:
        values = elements_of(machine, values[0], node)[0] or values
    return machine.any_of(values, node) or machine.number(node)


@registry.function("builtins.len", "builtins.id", "builtins.hash", "builtins.ord")
def length(machine: Machine, name: str, args: Arguments, node: cst.CSTNode) -> Value:
    value = args.get(0)
    thing = machine.load(value)
    if name == "builtins.len":
        if isinstance(thing, Sequence) and thing.items is not None and thing.rest is None:
            return machine.number(node) if is_growing(machine, value) else Const(len(thing.items))
        if isinstance(thing, Array) and thing.shape and thing.shape[0] is not None:
            return Const(thing.shape[0])
    return machine.number(node)


@registry.function("builtins.isinstance")
def type_test(machine: Machine, name: str, args: Arguments, node: cst.CSTNode) -> Value:
    """A tracer is no float and no ndarray, whatever it stands for."""
    value, wanted = args.get(0), args.get(1)
    if wanted is None:
        return machine.data(node)
    kinds = elements_of(machine, wanted, node)[0] if isinstance(machine.load(wanted), Sequence) else [wanted]
    names = frozenset(each.name for each in kinds if isinstance(each, Lib))
    if names and len(names) == len(kinds):
        machine.announce(TypeAsked(value, names, node))
    decided = passes(machine, value, kinds)
    return machine.data(node) if decided is None else Const(decided)


@registry.function(
    "builtins.print", "builtins.str", "builtins.repr", "builtins.type",
    "builtins.any", "builtins.all", "builtins.open", "builtins.callable", "builtins.issubclass",
)  # fmt: skip
def harmless(machine: Machine, name: str, args: Arguments, node: cst.CSTNode) -> Value:
    return machine.data(node)


@registry.function("builtins.hasattr")
def hasattr_(machine: Machine, name: str, args: Arguments, node: cst.CSTNode) -> Value:
    """Every array has a shape; a symbolic tensor has no numpy()."""
    array = machine.array(args.get(0))
    if array is not None and args.get(1) in (Const("shape"), Const("dtype"), Const("ndim")):
        return Const(True)
    if array is not None and array.lang == "tensorflow" and args.get(1) == Const("numpy"):
        if machine.context.graph_mode and not array.variable:
            return Const(False)
    return machine.data(node)


@registry.function("builtins.format")
def formatted(machine: Machine, name: str, args: Arguments, node: cst.CSTNode) -> Value:
    if args.pos and len(args.pos) > 1:
        note_host_call(machine, node, "format()", args.pos[0], "format")
    return machine.data(node)


@registry.function("builtins.getattr")
def getattr_(machine: Machine, name: str, args: Arguments, node: cst.CSTNode) -> Value:
    key = args.get(1)
    if args.pos and isinstance(key, Const) and isinstance(key.value, str):
        return attribute(machine, args.pos[0], key.value, node)
    found = one_of_module(machine, args.pos[0], node) if len(args.pos) > 1 else None
    return found or machine.unknown(node, args.flows())


@registry.function("functools.partial", "jax.tree_util.Partial")
def partial(machine: Machine, name: str, args: Arguments, node: cst.CSTNode) -> Value:
    if not args.pos:
        return machine.unknown(node)
    return Partial(args.pos[0], args.pos[1:], tuple(args.kw.items()))


@registry.function("copy.deepcopy", "copy.copy")
def copied(machine: Machine, name: str, args: Arguments, node: cst.CSTNode) -> Value:
    value = args.get(0)
    if value is None or len(args.pos) > 1 or "memo" in args.kw:
        return machine.unknown(node, args.flows())  # what is in the memo is shared, not copied
    made = clone(machine, value, node)
    if isinstance(machine.load(value), (Layer, Instance)):
        note_copied(machine, value, made, "deepcopy", node)
    return made


def note_copied(machine: Machine, original: Value, copy: Value, how: str, node: cst.CSTNode) -> None:
    """The parameters of a copy remember those that they were copied from."""
    arrays = zip(
        map(machine.array, machine.parameters_of(original)), map(machine.array, machine.parameters_of(copy))
    )
    pairs = tuple((one.node, two.node) for one, two in arrays if one is not None and two is not None)
    if pairs:
        machine.announce(Copied(pairs, how, node))


def clone(machine: Machine, value: Value, node: cst.CSTNode, copies: dict[Value, Ref] | None = None) -> Value:
    """A deep copy: the same structure with parameters of its own."""
    copies = {} if copies is None else copies
    thing = machine.load(value)
    if isinstance(thing, Array):
        if thing.leaf or thing.variable or thing.parameter:
            return machine.source(
                thing.lang,
                "parameter" if thing.parameter else "leaf",
                node,
                op="deepcopy",
                inputs=((value, "value"),) if thing.variable else (),
                cut="copy",
                tracked=thing.tracked,
                dtype=thing.dtype,
                shape=thing.shape,
                variable=thing.variable,
                trainable=thing.trainable,
                parameter=thing.parameter,
            )
        return machine.compute(
            thing.lang, "deepcopy", node, ((value, "value"),), dtype=thing.dtype, shape=thing.shape
        )
    if isinstance(thing, Layer):
        params = clone(machine, thing.params, node, copies) if thing.params is not None else None
        children = tuple(clone(machine, each, node, copies) for each in thing.children)
        return machine.alloc(
            replace(thing, params=params if isinstance(params, Ref) else None, children=children)
        )
    if isinstance(thing, Instance):
        if value not in copies:
            made = machine.node(thing.cls.name, machine.place(node), (), source=Source("module"), opaque=True)
            copies[value] = machine.alloc(Instance(thing.cls, {}, made))
            attrs = {key: clone(machine, each, node, copies) for key, each in thing.attrs.items()}
            machine.update(copies[value], Instance(thing.cls, attrs, made))
        return copies[value]
    if isinstance(thing, Sequence):
        items = (
            None if thing.items is None else tuple(clone(machine, each, node, copies) for each in thing.items)
        )
        return machine.alloc(replace(thing, items=items))
    if isinstance(thing, Dictionary):
        return machine.alloc(
            replace(
                thing, items={key: clone(machine, each, node, copies) for key, each in thing.items.items()}
            )
        )
    if isinstance(value, Unknown):
        return machine.unknown(node)
    return value


@registry.function("contextlib.nullcontext", "contextlib.suppress")
def null_context(machine: Machine, name: str, args: Arguments, node: cst.CSTNode) -> Value:
    return machine.alloc(Manager("unknown", machine.place(node)))


@registry.function("contextlib.ExitStack", "contextlib.AsyncExitStack")
def exit_stack(machine: Machine, name: str, args: Arguments, node: cst.CSTNode) -> Value:
    return machine.alloc(Object(EXIT_STACK))


@registry.methods(EXIT_STACK)
def exit_stack_method(
    machine: Machine, receiver: Value, name: str, args: Arguments, node: cst.CSTNode
) -> Value:
    """Contexts that are entered one by one and left together."""
    if name in ("enter_context", "enter_async_context") and args.pos:
        return context_managers.enter_in(machine, receiver, args.pos[0], node)
    if name == "pop_all":
        return receiver
    return args.pos[0] if args.pos and name in ("push", "callback") else machine.data(node)


@registry.function("dataclasses.field", "equinox.field", "flax.struct.field")
def data_field(machine: Machine, name: str, args: Arguments, node: cst.CSTNode) -> Value:
    return machine.alloc(Object(FIELD, (), dict(args.kw)))


@registry.function("equinox.static_field")
def static_field(machine: Machine, name: str, args: Arguments, node: cst.CSTNode) -> Value:
    """What equinox.field(static=True) was called before."""
    return machine.alloc(Object(FIELD, (), {**args.kw, "static": Const(True)}))


@registry.function("functools.wraps")
def wraps(machine: Machine, name: str, args: Arguments, node: cst.CSTNode) -> Value:
    return Partial(Lib("functools.update_wrapper"))


@registry.function("functools.update_wrapper")
def update_wrapper(machine: Machine, name: str, args: Arguments, node: cst.CSTNode) -> Value:
    """The wrapper is given a name and comes back as it is."""
    return args.get(0, "wrapper") or machine.unknown(node, args.flows())


@registry.function("contextlib.contextmanager")
def context_manager(machine: Machine, name: str, args: Arguments, node: cst.CSTNode) -> Value:
    return Transform("contextmanager", args.pos[0], (), machine.place(node)) if args.pos else Lib(name)


@registry.transforms("contextmanager")
def enter_generator(machine: Machine, value: Transform, args: Arguments, node: cst.CSTNode) -> Value:
    """Nothing runs yet: the `with` statement runs the generator around its own block."""
    return machine.alloc(Object(GENERATOR, (Partial(value.func, args.pos, tuple(args.kw.items())),)))


@registry.root("os", "sys", "time", "random", "json", "logging", "argparse", "pathlib", "itertools", "collections",
               "dataclasses", "typing", "re", "warnings", "datetime", "gc", "string", "enum", "abc", "contextlib",
               "functools", "pickle", "shutil", "glob", "csv", "io", "inspect", "matplotlib", "pandas", "wandb",
               "threading", "multiprocessing", "subprocess", "hashlib", "uuid", "tempfile", "platform",
               "tqdm")  # fmt: skip
def standard(machine: Machine, name: str, args: Arguments, node: cst.CSTNode) -> Value:
    """Libraries in which no gradient lives: what comes out of them is data."""
    if any(machine.edges(value) for value in args.all()):
        return Unknown(machine.node(name, machine.place(node), args.flows()))
    if machine.tracing and name in VARYING:
        return machine.compute("python", FROZEN + name, node, (), dtype="float", shape=())
    return machine.data(node)


@registry.methods(Const)
def literal_method(machine: Machine, receiver: Value, name: str, args: Arguments, node: cst.CSTNode) -> Value:
    """Methods of strings and numbers; only str.format looks at what it is given."""
    assert isinstance(receiver, Const)
    if name == "format" and isinstance(receiver.value, str):
        for value in formatted_with_spec(receiver.value, args.pos, args.kw):
            note_host_call(machine, node, "str.format()", value, "format")
    if name == "backward":
        return Const(None)
    return machine.data(node)
