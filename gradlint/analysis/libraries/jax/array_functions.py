"""JAX: arrays are made, drawn, computed with and converted."""

from __future__ import annotations

from collections.abc import Iterable

import libcst as cst

from gradlint.analysis.domain.graph import CutKind, EdgeRole
from gradlint.analysis.domain.misuses import DynamicShape, HostCallback
from gradlint.analysis.domain.values import (
    Array,
    Bound,
    Const,
    Dictionary,
    Dtype,
    Lib,
    Ref,
    Sequence,
    Shape,
    Unknown,
    Value,
)
from gradlint.analysis.interpreter import registry
from gradlint.analysis.interpreter.arithmetic import dtype_of, shape_of
from gradlint.analysis.interpreter.calls import Arguments
from gradlint.analysis.interpreter.inplace_writes import note_host_call
from gradlint.analysis.interpreter.machine import Machine
from gradlint.analysis.interpreter.op_shapes import wanted_shape
from gradlint.analysis.libraries.common.apply_operation import (
    apply,
    chosen_dtype,
    dtype_named,
    mark_unimplemented,
)
from gradlint.core.records import replace
from gradlint.knowledge.names.jax import (
    COUNTS,
    DATA_DEPENDENT_SHAPES,
    JAX_COMPUTES,
    JAX_FACTORIES,
    JAX_PLAIN,
    LENGTH_BESIDE,
    SHAPE_FIRST,
    SHAPE_NAMED,
)
from gradlint.knowledge.tables import table


@registry.function("jax.numpy.array", "jax.numpy.asarray", "jax.numpy.float32", "jax.numpy.float64", "jax.device_put",
                   "jax.device_get", "jax.numpy.copy", "jax.block_until_ready", "jax.numpy.float16",
                   "jax.numpy.bfloat16", "jax.lax.convert_element_type", "jax.numpy.int8", "jax.numpy.int16",
                   "jax.numpy.int32", "jax.numpy.int64", "jax.numpy.uint8", "jax.numpy.uint32",
                   "jax.numpy.bool_")  # fmt: skip
def array_of(machine: Machine, name: str, args: Arguments, node: cst.CSTNode) -> Value:
    value = args.get(0) or Const(0.0)
    if name == "jax.device_get":
        return _fetched(machine, value, node)
    if isinstance(value, Unknown):
        return Unknown(machine.node("array", machine.place(node), ((value, "value"),)), "jax")
    if name == "jax.device_put" and machine.array(value) is None:
        return value
    dtype = chosen_dtype(args.get(1, "dtype"), dtype_named(Lib(name)) or dtype_of(machine, value))
    cut: CutKind | None = "integer" if dtype in ("int", "bool") else None
    shape = shape_of(machine, value)
    return machine.compute("jax", "array", node, ((value, "value"),), dtype=dtype, shape=shape, cut=cut)


def _fetched(machine: Machine, value: Value, node: cst.CSTNode) -> Value:
    """The same tree of NumPy arrays; what is not known may be anything, but no array of JAX any more."""
    thing = machine.load(value)
    if isinstance(value, Unknown):
        return Unknown(machine.node("device_get", machine.place(node), ((value, "value"),)))
    if isinstance(thing, Sequence):
        items = None if thing.items is None else tuple(_fetched(machine, each, node) for each in thing.items)
        rest = None if thing.rest is None else _fetched(machine, thing.rest, node)
        return machine.alloc(replace(thing, items=items, rest=rest))
    if isinstance(thing, Dictionary):
        pairs = {key: _fetched(machine, each, node) for key, each in thing.items.items()}
        rest = None if thing.rest is None else _fetched(machine, thing.rest, node)
        return machine.alloc(Dictionary(pairs, rest))
    if not isinstance(thing, Array):
        return value
    if machine.is_traced(thing):
        flows: tuple[tuple[Value, EdgeRole], ...] = ((value, "value"),)
        return machine.compute("jax", "array", node, flows, dtype=thing.dtype, shape=thing.shape)
    return machine.compute("numpy", "device_get", node, (), dtype=thing.dtype, shape=thing.shape)


_DTYPE_AT = {"zeros": 1, "ones": 1, "empty": 1, "full": 2}


def _asked_dtype(short: str, args: Arguments) -> Value | None:
    """What is given for the dtype: by its name, at its position, or wherever it plainly is one."""
    given = args.get(_DTYPE_AT.get(short, -1), "dtype")
    return given if given is not None else next((each for each in args.pos if dtype_named(each)), None)


def _factory(machine: Machine, short: str, args: Arguments, node: cst.CSTNode) -> Value:
    shape: Shape | None = None
    usual: Dtype | None = "float"
    if short == "arange":
        kinds = {dtype_of(machine, value) for value in args.pos if dtype_named(value) is None}
        usual = "float" if "float" in kinds else "int" if kinds == {"int"} else None
    elif short == "full":
        usual = dtype_of(machine, args.pos[1]) if len(args.pos) > 1 else None
    dtype = chosen_dtype(_asked_dtype(short, args), usual)
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
    shape: Shape | None = None
    if short in SHAPE_FIRST | SHAPE_NAMED:
        shape = wanted_shape(machine, values[:1] if short in SHAPE_FIRST else (), args.kw, node)
    dtype: Dtype = "int" if short in ("randint", "permutation", "categorical") else "float"
    flows: list[tuple[Value, EdgeRole]] = [(value, "value") for value in (*values, *args.kw.values())]
    return machine.compute("jax", short, node, flows, dtype=dtype, shape=shape, cut=cut)


# Whoever asks wants values to look at; where they are missing, in a traced function, it is off.
registry.SWITCHES["jax.config.jax_disable_jit"] = False


@registry.root("jax.debug", "jax.profiler", "jax.config", "jax.sharding", "jax.distributed", "jax.tree_util",
               "jax.tree", "jax.experimental", "flax", "jax.dtypes", "orbax", "haiku", "equinox")  # fmt: skip
def elsewhere(machine: Machine, name: str, args: Arguments, node: cst.CSTNode) -> Value:
    if name == "jax.config.read" and args.pos == (Const("jax_disable_jit"),):
        return Const(False)
    if name.startswith(("jax.debug", "jax.config", "jax.profiler")):
        return machine.data(node)
    return machine.unknown(node, args.flows(), name)


@registry.function("jax.pure_callback", "jax.experimental.io_callback")
def callback(machine: Machine, name: str, args: Arguments, node: cst.CSTNode) -> Value:
    given = args.pos[2:]
    if any(each.kind == "jax" for value in given for edge in machine.edges(value) for each in edge.tracked):
        machine.misuse(node, HostCallback, "jax", name)
    return machine.compute("jax", name, node, [(value, "value") for value in given], cut="host")


@registry.function("jax.core.is_concrete")
def is_concrete(machine: Machine, name: str, args: Arguments, node: cst.CSTNode) -> Value:
    return Const(False) if machine.is_abstract(args.get(0)) else machine.data(node)


@registry.root("jax")
def operation(machine: Machine, name: str, args: Arguments, node: cst.CSTNode) -> Value:
    short = name.rpartition(".")[2]
    if name.startswith("jax.numpy.") and short in JAX_FACTORIES:
        _check_shape_argument(machine, short, args, node)
        return _factory(machine, short, args, node)
    if short in DATA_DEPENDENT_SHAPES and _abstract_argument(machine, args) and "size" not in args.kw:
        if short not in ("where", "nonzero") or len(args.pos) == 1:
            machine.misuse(node, DynamicShape, "jax", name)
    if name in COUNTS and LENGTH_BESIDE.get(name) not in args.kw:
        position, key = COUNTS[name]
        counts = args.get(position, key)
        _check_sizes(machine, () if counts is None else (counts,), node, f"{short}() with a traced {key}")
    if name in ("jax.numpy.reshape", "jax.numpy.broadcast_to"):
        _check_sizes(machine, args.pos[1:2], node)
    if short in ("svd", "eig") and "linalg" in name:
        return _decomposition(machine, short, args, node)
    if short.endswith("_like") and args.pos:
        like = machine.array(args.pos[0])
        dtype = chosen_dtype(args.get(-1, "dtype"), like.dtype if like else None)
        return machine.compute("jax", short, node, (), dtype=dtype, shape=like.shape if like else None)
    if short in JAX_PLAIN or (short == "psum" and args.pos and isinstance(args.pos[0], Const)):
        return machine.data(node)
    facts = table("jax").ops.get(name)
    if short[:1].isupper() or (facts is None and not name.startswith(JAX_COMPUTES)):
        return machine.unknown(node, args.flows(), name)
    made = apply(machine, "jax", name, list(args.pos), dict(args.kw), node, facts)
    return _staged(machine, made) if facts is not None else made


def _staged(machine: Machine, made: Value) -> Value:
    """While a function is compiled, whatever JAX computes is a tracer, even from plain numbers."""
    array = machine.array(made)
    if array is not None and isinstance(made, Ref) and array.maybe and any(machine.around.compiling):
        machine.update(made, replace(array, maybe=False))
    return made


def _abstract_argument(machine: Machine, args: Arguments) -> bool:
    return bool(args.pos) and machine.is_abstract(args.pos[0])


def _check_shape_argument(machine: Machine, short: str, args: Arguments, node: cst.CSTNode) -> None:
    sizes = args.get(2, "num") if short in ("linspace", "logspace") else args.get(0, "shape")
    if sizes is not None:
        _check_sizes(machine, (sizes,), node)


def _check_sizes(
    machine: Machine, sizes: Iterable[Value], node: cst.CSTNode, what: str = "a shape from a traced value"
) -> None:
    """`(n, 3)` with a tracer n: how large the result is would depend on its value."""
    for each in sizes:
        thing = machine.load(each)
        parts = thing.items if isinstance(thing, Sequence) and thing.items is not None else (each,)
        if any(machine.is_abstract(part) for part in parts):
            machine.misuse(node, DynamicShape, "jax", what)
            return


def _decomposition(machine: Machine, short: str, args: Arguments, node: cst.CSTNode) -> Value:
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
    if name == "reshape":
        _check_sizes(machine, args.pos, node)
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
