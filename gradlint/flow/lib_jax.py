"""JAX: arrays are made, drawn, computed with and converted."""

from __future__ import annotations

import libcst as cst

from gradlint.flow import registry
from gradlint.flow.apply import apply, dtype_named, mark_unimplemented
from gradlint.flow.arithmetic import dtype_of, shape_of
from gradlint.flow.calls import Arguments
from gradlint.flow.graph import CutKind, EdgeRole
from gradlint.flow.inplace import note_host_call
from gradlint.flow.machine import Machine
from gradlint.flow.shape_rules import wanted_shape
from gradlint.flow.values import Bound, Const, Dtype, Lib, Sequence, Shape, Unknown, Value
from gradlint.knowledge.tables import table

FACTORIES = frozenset("zeros ones full arange linspace eye empty identity tri".split())


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


PLAIN = frozenset(
    "shape ndim size result_type devices device_count local_device_count issubdtype isdtype can_cast "
    "iscomplexobj isrealobj isscalar iterable axis_size".split()
)
"""What can be told of a tracer without its numbers: Python values, which a branch may test."""


@registry.root("jax")
def operation(machine: Machine, name: str, args: Arguments, node: cst.CSTNode) -> Value:
    short = name.rpartition(".")[2]
    if name.startswith("jax.numpy.") and short in FACTORIES:
        _check_shape_argument(machine, short, args, node)
        return _factory(machine, short, args, node)
    if short in DYNAMIC and _abstract_argument(machine, args) and "size" not in args.kw:
        if short not in ("where", "nonzero") or len(args.pos) == 1:
            machine.misuse(node, "dynamic-shape", "jax", name)
    if short in ("svd", "eig") and "linalg" in name:
        return _decomposition(machine, short, args, node)
    if short.endswith("_like") and args.pos:
        like = machine.array(args.pos[0])
        dtype = dtype_named(args.get(-1, "dtype")) or (like.dtype if like else None)
        return machine.compute("jax", short, node, (), dtype=dtype, shape=like.shape if like else None)
    if short in PLAIN or (short == "psum" and args.pos and isinstance(args.pos[0], Const)):
        return machine.data(node)
    if short[:1].isupper():
        return machine.unknown(node, args.flows(), name)
    return apply(machine, "jax", name, list(args.pos), dict(args.kw), node, table("jax").ops.get(name))


DYNAMIC = frozenset({"nonzero", "unique", "where", "argwhere", "flatnonzero", "unique_values"})
"""Functions whose result has as many elements as the values say."""


def _abstract_argument(machine: Machine, args: Arguments) -> bool:
    return bool(args.pos) and machine.is_abstract(args.pos[0])


def _check_shape_argument(machine: Machine, short: str, args: Arguments, node: cst.CSTNode) -> None:
    sizes = args.get(2, "num") if short in ("linspace", "logspace") else args.get(0, "shape")
    if sizes is not None and machine.is_abstract(sizes):
        machine.misuse(node, "dynamic-shape", "jax", "a shape from a traced value")


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
