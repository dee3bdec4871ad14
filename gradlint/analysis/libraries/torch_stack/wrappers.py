"""What wraps a module and calls it: DDP, FSDP, torch.compile, what Accelerate and Fabric hand back.

A wrapper is a layer with one child. Whatever is computed while it runs has been computed through it; whoever has
hooks in the wrapper (DDP, torch.compile) knows only that.
"""

from __future__ import annotations

import libcst as cst

from gradlint.analysis.domain.graph import EdgeRole
from gradlint.analysis.domain.state import SCOPE
from gradlint.analysis.domain.values import (
    Const,
    Func,
    Instance,
    Layer,
    Lib,
    Method,
    Object,
    Partial,
    Ref,
    Value,
)
from gradlint.analysis.interpreter import registry
from gradlint.analysis.interpreter.attributes import attribute
from gradlint.analysis.interpreter.calls import Arguments
from gradlint.analysis.interpreter.events import CalledThrough, Wrapped
from gradlint.analysis.interpreter.machine import Machine
from gradlint.analysis.libraries.torch.modules import module_method
from gradlint.analysis.monitors.weights.adapters import DEPTH
from gradlint.core.records import replace
from gradlint.knowledge.names.stack import WRAPPER_METHODS

WRAPPER = "wrapper:"
TRANSPARENT = frozenset({"compile", "traced", "prepare", "setup", "peft"})
"""Wrappers that hand out the attributes of what they wrap."""
SYNCHRONISED = frozenset({"ddp", "prepare", "setup"})
"""Wrappers that average gradients between processes."""
EAGER_BACKENDS = frozenset({"eager", "eager_noexcept", "eager_debug"})
"""Of torch.compile: they compile nothing, and a gradient has a gradient of its own."""


def wrap(
    machine: Machine, kind: str, module: Value, args: Arguments, node: cst.CSTNode, key: str = "module"
) -> Value:
    """A module behind a wrapper; of something unknown, that itself."""
    if not is_torch_module(machine, module):
        return module
    options = {**args.kw, **{str(position): value for position, value in enumerate(args.pos[1:], 1)}}
    made = machine.alloc(Layer("torch", f"{WRAPPER}{kind}", options, None, (module,), (Const(key),)))
    if kind in SYNCHRONISED:
        machine.announce(Wrapped(made, kind, node))
    return made


def is_torch_module(machine: Machine, value: Value | None) -> bool:
    thing = machine.load(value)
    if isinstance(thing, Layer):
        return thing.lang == "torch"
    return isinstance(thing, Instance) and (thing.cls.library or "").startswith(
        ("torch.nn.", "lightning.", "transformers.", "diffusers.")
    )


def wrapped_in(machine: Machine, value: Value, *kinds: str) -> Layer | None:
    """The wrapper of one of these kinds that a value is, from the outside in."""
    thing = machine.load(value)
    while isinstance(thing, Layer) and thing.name.startswith(WRAPPER):
        if thing.name.removeprefix(WRAPPER) in kinds:
            return thing
        thing = machine.load(thing.children[0])
    return None


def bare(machine: Machine, value: Value) -> Value:
    """The module inside all wrappers but an adapter's."""
    thing = machine.load(value)
    while isinstance(thing, Layer) and thing.name.startswith(WRAPPER) and thing.name != f"{WRAPPER}peft":
        value = thing.children[0]
        thing = machine.load(value)
    return value


@registry.function("torch.nn.DataParallel", "torch.nn.parallel.DataParallel")
def data_parallel(machine: Machine, name: str, args: Arguments, node: cst.CSTNode) -> Value:
    return _wrapped_argument(machine, "parallel", args, node)


@registry.function(
    "torch.nn.parallel.DistributedDataParallel", "torch.nn.parallel.distributed.DistributedDataParallel"
)
def distributed(machine: Machine, name: str, args: Arguments, node: cst.CSTNode) -> Value:
    return _wrapped_argument(machine, "ddp", args, node)


@registry.function("torch.compile")
def compiled(machine: Machine, name: str, args: Arguments, node: cst.CSTNode) -> Value:
    model = args.get(0, "model")
    if model is None or model == Const(None):
        return (
            Partial(Lib(name), (), tuple(args.kw.items())) if args.kw else Lib(name)
        )  # `@torch.compile(backend=...)`
    known = _has_one_derivative(args)
    if isinstance(model, Func):
        return _compiled(model, name) if known else model
    if isinstance(model, Method):
        return replace(model, func=_compiled(model.func, name)) if known else model
    return wrap(machine, "compile" if known else "traced", model, args, node, "_orig_mod")


def _has_one_derivative(args: Arguments) -> bool:
    """The compiler makes a backward pass of its own; these backends run what PyTorch itself would run."""
    backend, disable = args.get(-1, "backend"), args.get(-1, "disable")
    makes = backend is None or (isinstance(backend, Const) and backend.value not in EAGER_BACKENDS)
    return makes and disable in (None, Const(False))


def _compiled(func: Func, name: str) -> Func:
    return replace(func, decorators=(*func.decorators, Lib(name)))


def _wrapped_argument(machine: Machine, kind: str, args: Arguments, node: cst.CSTNode) -> Value:
    module = args.get(0, "module")
    if module is None or not is_torch_module(machine, module):
        return machine.unknown(node, args.flows())
    return wrap(machine, kind, module, args, node)


@registry.layers("wrapper")
def call_wrapper(machine: Machine, ref: Value, thing: Layer, args: Arguments, node: cst.CSTNode) -> Value:
    since = machine.fresh()
    result = machine.invoke(thing.children[0], args, node)
    if isinstance(ref, Ref):
        machine.announce(CalledThrough(ref, since, machine.fresh()))
    array = machine.array(result)
    off = any(each.name == f"{SCOPE}disable_adapter" for each in machine.around.scopes)
    if len(thing.children) > 1 and array is not None and not off:
        flows: list[tuple[Value, EdgeRole]] = [(result, "value"), (thing.children[1], "value")]
        return machine.compute(
            "torch", "adapted", node, flows, dtype=array.dtype, shape=array.shape, opaque=True
        )
    return result


@registry.attributes("wrapper")
def wrapper_attribute(
    machine: Machine, owner: Value, thing: Layer | Object, name: str, node: cst.CSTNode
) -> Value | None:
    assert isinstance(thing, Layer)
    if Const(name) in thing.keys or name in WRAPPER_METHODS:
        return None
    if thing.name.removeprefix(WRAPPER) in TRANSPARENT:
        return thing.children[0] if name in ("module", "base_model") else _inner(machine, thing, name, node)
    return None


def _inner(machine: Machine, thing: Layer, name: str, node: cst.CSTNode) -> Value:
    return attribute(machine, thing.children[0], name, node)


@registry.methods("wrapper")
def wrapper_method(machine: Machine, receiver: Value, name: str, args: Arguments, node: cst.CSTNode) -> Value:
    if name in ("no_sync", "disable_adapter"):
        return machine.alloc(
            Object(f"{SCOPE}{name}", (receiver,), {DEPTH: Const(len(machine.place(node).stack))})
        )
    return module_method(machine, receiver, name, args, node)
