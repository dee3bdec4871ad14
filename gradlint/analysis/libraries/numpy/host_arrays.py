"""NumPy and SciPy: arrays that no framework follows."""

from __future__ import annotations

from collections.abc import Iterator

import libcst as cst

from gradlint.analysis.domain.graph import CutKind, Node
from gradlint.analysis.domain.state import FROZEN
from gradlint.analysis.domain.values import Array, Const, Dictionary, Dtype, Lang, Sequence, Shape, Value
from gradlint.analysis.interpreter import registry
from gradlint.analysis.interpreter.arithmetic import common_dtype, dtype_of, shape_of
from gradlint.analysis.interpreter.attributes import shape_value
from gradlint.analysis.interpreter.calls import Arguments
from gradlint.analysis.interpreter.inplace_writes import note_host_call
from gradlint.analysis.interpreter.machine import Machine
from gradlint.analysis.interpreter.op_shapes import infer, wanted_shape
from gradlint.analysis.libraries.common.apply_operation import DTYPES, dtype_named
from gradlint.analysis.libraries.torch.autograd import backward
from gradlint.knowledge.names.numpy import (
    DRAWS_BY_SIZE,
    KEEP_BOOLEANS,
    NUMPY_CHOOSING,
    NUMPY_CONVERSIONS,
    NUMPY_FACTORIES,
    NUMPY_PLAIN,
)
from gradlint.knowledge.names.operations import MAKE_FLOATS, Op
from gradlint.knowledge.tables import table

FRAMEWORKS = ("torch", "tensorflow", "jax")


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
    if short in NUMPY_PLAIN and name.startswith("numpy."):
        if short == "shape" and args.pos:
            return shape_value(machine, shape_of(machine, args.pos[0]), node)
        return machine.data(node)
    tensors = framework_arrays(machine, args)
    if not tensors:
        return _plain(machine, name, short, args, node)
    own = _by_its_own_method(machine, name, short, args, node)
    if own is not None:
        return own
    first = machine.array(tensors[0])
    assert first is not None
    if first.lang == "jax":
        return _on_jax(machine, name, short, args, tensors, node)
    how = "conversion" if short in NUMPY_CONVERSIONS else "numpy"
    for value in tensors:
        note_host_call(machine, node, name, value, how)  # type: ignore[arg-type]
    return _result(machine, name, short, args, node, cut_of(short, how), _wrapped(name, first.lang))


def _wrapped(name: str, lang: Lang) -> Lang:
    """A tensor, where the framework wraps what NumPy has computed."""
    if lang in FRAMEWORKS and name in table(lang).sets.get("numpy_wraps", frozenset()):
        return lang
    return "numpy"


def cut_of(short: str, how: str) -> CutKind:
    if short in NUMPY_CHOOSING:
        return "sample" if short in ("choice", "multinomial", "shuffle", "permutation") else "integer"
    return "conversion" if how == "conversion" else "numpy"


def _by_its_own_method(
    machine: Machine, name: str, short: str, args: Arguments, node: cst.CSTNode
) -> Value | None:
    """Some functions call the method of their first argument, and so never leave its framework."""
    own = machine.array(args.pos[0]) if args.pos else None
    if own is None or own.lang not in FRAMEWORKS:
        return None
    sets = table(own.lang).sets
    if name in sets.get("numpy_flows", frozenset()):
        return _result(machine, name, short, args, node, None, own.lang)
    if name in sets.get("numpy_zero", frozenset()):
        return _result(machine, name, short, args, node, "zero", own.lang)
    return None


def _on_jax(
    machine: Machine, name: str, short: str, args: Arguments, tensors: list[Value], node: cst.CSTNode
) -> Value:
    """What asks for a static fact is answered; the rest needs values that are not there yet."""
    own = machine.array(args.pos[0]) if args.pos else None
    if own is not None and own.lang == "jax" and name in table("jax").sets.get("numpy_static", frozenset()):
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
        dtype = (
            "int" if short in NUMPY_CHOOSING and not short.startswith(("round", "floor", "ceil")) else None
        )
    if dtype is None and inputs:
        dtype = _dtype(machine, name, short, inputs)
    shape = shape_of(machine, inputs[0]) if short in NUMPY_CONVERSIONS and inputs else None
    if short not in NUMPY_CONVERSIONS and inputs:
        shape = infer(machine, "numpy", name, inputs, args.kw, node)
    flows = args.flows()
    if short == "where" and len(inputs) > 2:
        flows = [(inputs[0], "index"), *flows[1:]]  # a condition selects, and is no path for a gradient
    return machine.compute(
        lang,
        name,
        node,
        flows,
        dtype=dtype,
        shape=shape,
        cut=cut,
    )


def _dtype(machine: Machine, name: str, short: str, inputs: list[Value]) -> Dtype | None:
    """What a function makes of the kind of number that it is given."""
    if short == "where" and len(inputs) > 2:
        return common_dtype(machine, inputs[1], inputs[2])
    if short in MAKE_FLOATS or name.startswith("numpy.linalg."):
        return "float"
    given = dtype_of(machine, inputs[0])
    if given == "bool" and short not in KEEP_BOOLEANS:
        return None  # most count what is true, or say where
    return given if given == "float" or name.startswith("numpy.") else None


def _plain(machine: Machine, name: str, short: str, args: Arguments, node: cst.CSTNode) -> Value:
    """NumPy on NumPy, or on something unknown."""
    if short in NUMPY_FACTORIES or name.startswith("numpy.random."):
        return _factory(machine, name, short, args, node)
    if short in DTYPES and args.pos:
        return _result(machine, name, short, args, node, None)
    unknown = any(
        edge.tracked and not _is_wrapped(edge.node) for value in args.all() for edge in machine.edges(value)
    )
    cut: CutKind | None = (
        cut_of(short, "conversion" if short in NUMPY_CONVERSIONS else "numpy") if unknown else None
    )
    return _result(machine, name, short, args, node, cut)


def _is_wrapped(node: Node) -> bool:
    """Inside an object of a class that is not known here, which may answer NumPy's functions by itself."""
    stack, seen = [node], {node}
    while stack and len(seen) < 40:
        here = stack.pop()
        module, _, short = here.op.rpartition(".")
        if module and short[:1].isupper() and here.edges:
            return True
        inner = [edge.node for edge in here.edges if edge.node not in seen]
        seen.update(inner)
        stack.extend(inner)
    return False


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
    if name.startswith("numpy.random."):
        shape = _drawn_shape(machine, short, args, node)
    elif short in ("linspace", "logspace", "eye", "identity") or (
        short == "arange" and _starts_somewhere(args)
    ):
        shape = None
    else:
        shape = wanted_shape(machine, args.pos[:1], args.kw, node)
    flows = args.flows("index") if name.startswith("numpy.random.") else ()
    if (
        name.startswith("numpy.random.")
        and machine.tracing
        and short not in ("seed", "default_rng", "RandomState")
    ):
        name = FROZEN + name
    return machine.compute("numpy", name, node, flows, dtype=dtype, shape=shape)


def _starts_somewhere(args: Arguments) -> bool:
    """np.arange(1, 13), np.arange(start=1, stop=13): the first number is not the length."""
    return sum(dtype_named(each) is None for each in args.pos) != 1 or bool(
        {"start", "stop", "step"} & set(args.kw)
    )


def _drawn_shape(machine: Machine, short: str, args: Arguments, node: cst.CSTNode) -> Shape | None:
    """np.random.beta(a, a) is one number, np.random.beta(a, a, 10) ten, and np.random.rand(2, 3) six."""
    place = next((place for place, draws in enumerate(DRAWS_BY_SIZE) if short in draws), None)
    if place is None or args.open:
        return None
    if short in ("rand", "randn"):
        return wanted_shape(machine, args.pos, args.kw, node) if args.pos else ()
    size = args.get(place, "size")
    if size is not None and size != Const(None):
        return wanted_shape(machine, (size,), {}, node)
    return () if all(isinstance(each, Const) for each in args.all()) else None


@registry.methods("numpy")
def ndarray_method(machine: Machine, receiver: Value, name: str, args: Arguments, node: cst.CSTNode) -> Value:
    array = machine.array(receiver)
    assert array is not None
    if array.node.op in (Op.NUMPY_RANDOM_DEFAULT_RNG, Op.NUMPY_RANDOM_RANDOMSTATE):
        return _factory(machine, f"numpy.random.{name}", name, args, node)
    inputs = [receiver, *args.pos]
    lang: Lang = "python" if name in ("item", "tolist") else "numpy"
    dtype = dtype_named(args.get(0, "dtype")) if name == "astype" else array.dtype
    if name in ("argmax", "argmin", "argsort"):
        dtype = "int"
    elif name in ("mean", "std", "var"):
        dtype = "float"
    elif dtype == "bool" and name not in KEEP_BOOLEANS and name not in ("flatten", "item", "tolist", "T"):
        dtype = None
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
