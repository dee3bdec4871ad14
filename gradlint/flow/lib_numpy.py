"""NumPy and SciPy: arrays that no framework follows."""

from __future__ import annotations

from collections.abc import Iterator

import libcst as cst

from gradlint.flow import registry
from gradlint.flow.apply import DTYPES, REAL, dtype_named
from gradlint.flow.arithmetic import common_dtype, dtype_of, shape_of
from gradlint.flow.attributes import shape_value
from gradlint.flow.calls import Arguments
from gradlint.flow.graph import CutKind
from gradlint.flow.inplace import note_host_call
from gradlint.flow.machine import Machine
from gradlint.flow.shape_rules import infer, wanted_shape
from gradlint.flow.state import FROZEN
from gradlint.flow.torch_autograd import backward
from gradlint.flow.values import Array, Dictionary, Dtype, Lang, Sequence, Value
from gradlint.knowledge.tables import table

FRAMEWORKS = ("torch", "tensorflow", "jax")
FACTORIES = frozenset("zeros ones empty full arange linspace eye identity logspace".split())
CONVERSIONS = frozenset(
    "array asarray asanyarray ascontiguousarray asfortranarray copy float32 float64 float16 float_ double "
    "int32 int64 asscalar".split()
)
STATIC = frozenset(
    "shape ndim size result_type dtype issubdtype iscomplexobj isrealobj isscalar finfo iinfo".split()
)
CHOOSING = frozenset(
    "argmax argmin argsort argwhere nonzero where_index digitize searchsorted unique bincount histogram count_nonzero "
    "round around rint floor ceil trunc fix sign isnan isfinite isinf allclose array_equal isclose greater less "
    "equal logical_and logical_or logical_not any all choice multinomial shuffle permutation".split()
)


def framework_arrays(machine: Machine, args: Arguments) -> list[Value]:
    """The tensors among the arguments, also inside lists."""
    return [found for value in args.all() for found in _tensors(machine, value, 3)]


def _tensors(machine: Machine, value: Value, depth: int) -> Iterator[Value]:
    thing = machine.load(value)
    if isinstance(thing, Array):
        if thing.lang in FRAMEWORKS:
            yield value
    elif isinstance(thing, (Sequence, Dictionary)) and depth:
        inside = machine.members(thing)[:8] if isinstance(thing, Sequence) else thing.items.values()
        for each in inside:
            yield from _tensors(machine, each, depth - 1)


@registry.root("numpy", "scipy", "sklearn")
def numpy_function(machine: Machine, name: str, args: Arguments, node: cst.CSTNode) -> Value:
    short = name.rpartition(".")[2]
    if short in STATIC and name.startswith("numpy."):
        if short == "shape" and args.pos:
            return shape_value(machine, shape_of(machine, args.pos[0]), node)
        return machine.data(node)
    tensors = framework_arrays(machine, args)
    if not tensors:
        return _plain(machine, name, short, args, node)
    first = machine.array(tensors[0])
    assert first is not None
    if first.lang == "jax":
        return _on_jax(machine, name, short, args, tensors, node)
    how = "conversion" if short in CONVERSIONS else "numpy"
    for value in tensors:
        note_host_call(machine, node, name, value, how)  # type: ignore[arg-type]
    return _result(machine, name, short, args, node, cut_of(short, how))


def cut_of(short: str, how: str) -> CutKind:
    if short in CHOOSING:
        return "sample" if short in ("choice", "multinomial", "shuffle", "permutation") else "integer"
    return "conversion" if how == "conversion" else "numpy"


def _on_jax(
    machine: Machine, name: str, short: str, args: Arguments, tensors: list[Value], node: cst.CSTNode
) -> Value:
    """Reductions and reshapes call the array's own method and stay in JAX; the rest cannot."""
    sets = table("jax").sets
    own = machine.array(args.pos[0]) if args.pos else None
    delegates = own is not None and own.lang == "jax"
    if delegates and name in sets.get("numpy_flows", frozenset()):
        return _result(machine, name, short, args, node, None, "jax")
    if delegates and name in sets.get("numpy_zero", frozenset()):
        return _result(machine, name, short, args, node, "zero", "jax")
    if delegates and name in sets.get("numpy_static", frozenset()):
        return machine.data(node)
    for value in tensors:
        note_host_call(machine, node, name, value, "numpy")
    return _result(machine, name, short, args, node, cut_of(short, "numpy"))


def _result(
    machine: Machine,
    name: str,
    short: str,
    args: Arguments,
    node: cst.CSTNode,
    cut: CutKind | None,
    lang: Lang = "numpy",
) -> Value:
    inputs = list(args.pos)
    dtype: Dtype | None = dtype_named(args.kw.get("dtype"))
    if dtype is None:
        dtype = "int" if short in CHOOSING and not short.startswith(("round", "floor", "ceil")) else None
    if dtype is None and inputs:
        dtype = _dtype(machine, name, short, inputs)
    shape = shape_of(machine, inputs[0]) if short in CONVERSIONS and inputs else None
    if short not in CONVERSIONS and inputs:
        shape = infer(machine, "numpy", name, inputs, args.kw, node)
    return machine.compute(
        lang,
        name,
        node,
        args.flows(),
        dtype=dtype,
        shape=shape,
        cut=cut,
    )


def _dtype(machine: Machine, name: str, short: str, inputs: list[Value]) -> Dtype | None:
    """What a function makes of the kind of number that it is given."""
    if short == "where" and len(inputs) > 2:
        return common_dtype(machine, inputs[1], inputs[2])
    if short in REAL or name.startswith("numpy.linalg."):
        return "float"
    given = dtype_of(machine, inputs[0])
    return given if given == "float" or name.startswith("numpy.") else None


def _plain(machine: Machine, name: str, short: str, args: Arguments, node: cst.CSTNode) -> Value:
    """NumPy on NumPy, or on something unknown."""
    if short in FACTORIES or name.startswith("numpy.random."):
        return _factory(machine, name, short, args, node)
    if short in DTYPES and args.pos:
        return _result(machine, name, short, args, node, None)
    unknown = any(edge.tracked for value in args.all() for edge in machine.edges(value))
    cut: CutKind | None = (
        cut_of(short, "conversion" if short in CONVERSIONS else "numpy") if unknown else None
    )
    return _result(machine, name, short, args, node, cut)


def _factory(machine: Machine, name: str, short: str, args: Arguments, node: cst.CSTNode) -> Value:
    dtype = next((found for found in map(dtype_named, args.all()) if found is not None), None)
    if dtype is None:
        kinds = [dtype_of(machine, value) for value in args.pos]
        if short == "arange":
            dtype = "float" if "float" in kinds else "int" if set(kinds) == {"int"} else None
        elif short in ("randint", "integers", "permutation", "choice"):
            dtype = None if short == "choice" else "int"
        elif short == "full" and len(kinds) > 1:
            dtype = kinds[1]
        else:
            dtype = "float"
    shape = wanted_shape(machine, args.pos if short in ("randn", "rand") else args.pos[:1], args.kw, node)
    if short in (
        "linspace",
        "logspace",
        "eye",
        "identity",
        "normal",
        "uniform",
        "randint",
        "integers",
        "choice",
    ):
        shape = wanted_shape(machine, (), args.kw, node) if "size" in args.kw else None
    flows = args.flows("index") if name.startswith("numpy.random.") else ()
    if (
        name.startswith("numpy.random.")
        and machine.tracing
        and short not in ("seed", "default_rng", "RandomState")
    ):
        name = FROZEN + name
    return machine.compute("numpy", name, node, flows, dtype=dtype, shape=shape)


@registry.methods("numpy")
def ndarray_method(machine: Machine, receiver: Value, name: str, args: Arguments, node: cst.CSTNode) -> Value:
    array = machine.array(receiver)
    assert array is not None
    if array.node.op in ("numpy.random.default_rng", "numpy.random.RandomState"):
        return _factory(machine, f"numpy.random.{name}", name, args, node)
    inputs = [receiver, *args.pos]
    lang: Lang = "python" if name in ("item", "tolist") else "numpy"
    dtype = dtype_named(args.get(0, "dtype")) if name == "astype" else array.dtype
    if name in ("argmax", "argmin", "argsort"):
        dtype = "int"
    elif name in ("mean", "std", "var"):
        dtype = "float"
    shape = infer(machine, "numpy", name, inputs, args.kw, node)
    if name == "astype":
        shape = array.shape
    return machine.compute(
        lang,
        f"numpy.{name}",
        node,
        [(value, "value") for value in inputs],
        dtype=dtype,
        shape=shape,
    )


@registry.methods("python")
def number_method(machine: Machine, receiver: Value, name: str, args: Arguments, node: cst.CSTNode) -> Value:
    if name == "backward":
        return backward(machine, receiver, args, node)
    return machine.compute("python", name, node, ((receiver, "value"),))
