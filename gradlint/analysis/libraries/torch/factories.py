"""PyTorch: tensors and parameters are made."""

from __future__ import annotations

import libcst as cst

from gradlint.analysis.domain import op_facts
from gradlint.analysis.domain.facts import IntegerSource
from gradlint.analysis.domain.graph import NOBODY, TORCH, Recorders
from gradlint.analysis.domain.values import Const, Dtype, Ref, Sequence, Unknown, Value
from gradlint.analysis.interpreter import registry
from gradlint.analysis.interpreter.arithmetic import dtype_of, shape_of
from gradlint.analysis.interpreter.calls import Arguments
from gradlint.analysis.interpreter.machine import Machine
from gradlint.analysis.interpreter.op_shapes import wanted_shape
from gradlint.analysis.libraries.common.apply_operation import chosen_dtype
from gradlint.analysis.monitors import precision, registration
from gradlint.core.records import replace


@registry.function("torch.tensor")
def tensor(machine: Machine, name: str, args: Arguments, node: cst.CSTNode) -> Value:
    """Always a copy: whatever carried a gradient is left behind."""
    data = args.get(0, "data") or Const(0.0)
    return _leaf_or_copy(machine, data, args, node, name)


def _leaf_or_copy(
    machine: Machine, data: Value, args: Arguments, node: cst.CSTNode, name: str, dtype: Dtype | None = None
) -> Ref:
    wants = args.flag("requires_grad")
    dtype = chosen_dtype(args.get(-1, "dtype"), dtype or dtype_of(machine, data))
    shape = shape_of(machine, data)
    if wants:
        if dtype in ("int", "bool"):
            note_integer(machine, node, "requires_grad", name)
        made = machine.source(
            "torch", "leaf", node, op=name, inputs=((data, "value"),), cut="copy", dtype=dtype, shape=shape,
            tracked=frozenset({TORCH}),
        )  # fmt: skip
        if coarse := precision.precision_named(args.get(-1, "dtype")):
            precision.set_precision(machine, made, coarse, node)
        return made
    result = machine.compute("torch", name, node, ((data, "value"),), dtype=dtype, shape=shape, cut="copy")
    return _maybe_flagged(machine, result, args)


def _maybe_flagged(machine: Machine, ref: Ref, args: Arguments) -> Ref:
    """requires_grad=<something unknown>: perhaps."""
    array = machine.array(ref)
    if array is not None and "requires_grad" in args.kw and args.flag("requires_grad") is None:
        machine.update(ref, replace(array, maybe=True, tracked=frozenset({TORCH})))
    return ref


def note_integer(machine: Machine, node: cst.CSTNode, how: str, what: str) -> None:
    machine.flow.integer_sources.append(
        IntegerSource(
            machine.place(node), "torch", "parameter" if how == "parameter" else "requires_grad", what
        )
    )


@registry.function(
    "torch.as_tensor", "torch.asarray", "torch.Tensor", "torch.from_numpy", "torch.DoubleTensor"
)
def as_tensor(machine: Machine, name: str, args: Arguments, node: cst.CSTNode) -> Value:
    data = args.get(0, "data") or args.get(0, "obj")
    if data is None or (len(args.pos) > 1 and name in ("torch.Tensor", "torch.DoubleTensor")):
        return fresh(machine, name, args, node, "float")  # sizes, not values
    array = machine.array(data)
    if array is not None and array.lang == "torch":
        return data
    if isinstance(data, Unknown) and name == "torch.from_numpy":
        return machine.compute("torch", name, node, ())  # of an ndarray: there is no gradient to keep
    if isinstance(data, Unknown):
        return Unknown(machine.node(name, machine.place(node), ((data, "value"),)), "torch")
    if name in ("torch.Tensor", "torch.DoubleTensor"):
        if isinstance(data, Const) or (array is not None and array.lang == "python"):
            return fresh(machine, name, args, node, "float")  # sizes, not values
        return _leaf_or_copy(machine, data, args, node, name, "float")
    if array is not None:
        dtype = chosen_dtype(args.get(-1, "dtype"), array.dtype)
        return machine.compute("torch", name, node, ((data, "value"),), dtype=dtype, shape=array.shape)
    return _leaf_or_copy(machine, data, args, node, name)


def fresh(machine: Machine, name: str, args: Arguments, node: cst.CSTNode, dtype: Dtype | None) -> Value:
    """A new tensor with constant or random content."""
    dtype = chosen_dtype(args.get(-1, "dtype"), dtype)
    shape = wanted_shape(machine, args.pos, args.kw, node)
    if args.flag("requires_grad"):
        if dtype in ("int", "bool"):
            note_integer(machine, node, "requires_grad", name)
        made = machine.source(
            "torch", "leaf", node, op=name, dtype=dtype, shape=shape, tracked=frozenset({TORCH})
        )
    else:
        made = machine.compute("torch", name, node, (), dtype=dtype, shape=shape)
    if coarse := precision.precision_named(args.get(-1, "dtype")):
        precision.set_precision(machine, made, coarse, node)
    return _maybe_flagged(machine, made, args)


def _float_factory(machine: Machine, name: str, args: Arguments, node: cst.CSTNode) -> Value:
    short = name.rpartition(".")[2]
    if short == "normal" and any(machine.edges(value) for value in args.all()):
        return machine.compute("torch", short, node, args.flows(), dtype="float", cut="zero")
    if short == "normal":  # mean and deviation come first
        size = args.get(2, "size")
        return fresh(machine, name, Arguments((size,) if size else (), args.kw), node, "float")
    if short in ("linspace", "logspace"):
        count = args.get(2, "steps")
        if any(TORCH in edge.tracked for value in args.all() for edge in machine.edges(value)):
            return machine.compute("torch", short, node, args.flows(), dtype="float", cut="integer")
        return fresh(machine, name, Arguments((count,) if count else (), args.kw), node, "float")
    if short == "eye":
        side = args.get(0, "n")
        other = args.get(1, "m") or side
        return fresh(
            machine, name, Arguments((side, other) if side and other else (), args.kw), node, "float"
        )
    return fresh(machine, name, args, node, "float")


def _integer_factory(machine: Machine, name: str, args: Arguments, node: cst.CSTNode) -> Value:
    short = name.rpartition(".")[2]
    dtype: Dtype = "int"
    pos = args.pos
    if short == "arange":
        kinds = [dtype_of(machine, value) for value in args.pos]
        if "float" in kinds:
            dtype = "float"
        elif any(kind is None for kind in kinds):
            return fresh(machine, name, Arguments((), args.kw), node, None)
        pos = args.pos if len(args.pos) == 1 and dtype == "int" else ()
    elif short == "randint":
        pos = next(((each,) for each in args.pos if isinstance(machine.load(each), Sequence)), ())
    return fresh(machine, name, Arguments(pos, args.kw), node, dtype)


def _full(machine: Machine, name: str, args: Arguments, node: cst.CSTNode) -> Value:
    value = args.get(1, "fill_value")
    made = fresh(
        machine, name, Arguments(args.pos[:1], args.kw), node, dtype_of(machine, value) if value else None
    )
    if value is not None and machine.edges(value):
        array, copied = machine.array(made), _leaf_or_copy(machine, value, args, node, name, "float")
        filled = machine.array(copied)
        if array is not None and filled is not None:
            machine.update(copied, replace(filled, shape=array.shape))
        return copied
    return made


def _like(machine: Machine, name: str, args: Arguments, node: cst.CSTNode) -> Value:
    model = args.get(0, "input")
    array = machine.array(model)
    dtype = chosen_dtype(args.get(-1, "dtype"), array.dtype if array else None)
    shape = array.shape if array else None
    if args.flag("requires_grad"):
        return machine.source(
            "torch", "leaf", node, op=name, dtype=dtype, shape=shape, tracked=frozenset({TORCH})
        )
    return _maybe_flagged(machine, machine.compute("torch", name, node, (), dtype=dtype, shape=shape), args)


@registry.function("torch.nn.Parameter", "torch.nn.parameter.Parameter")
def parameter(machine: Machine, name: str, args: Arguments, node: cst.CSTNode) -> Value:
    data = args.get(0, "data")
    array = machine.array(data)
    wants = args.flag("requires_grad", 1)
    if wants is not False and array is not None and array.dtype in ("int", "bool"):
        note_integer(machine, node, "parameter", name)
    unsure = wants is None and ("requires_grad" in args.kw or len(args.pos) > 1)
    tracked: Recorders = NOBODY if wants is False else frozenset({TORCH})
    made = machine.source(
        "torch",
        "parameter",
        node,
        op="nn.Parameter() in forward" if machine.around.forwards else name,
        inputs=((data, "value"),) if data is not None else (),
        cut="copy",
        tracked=tracked,
        dtype=array.dtype if array else None,
        shape=array.shape if array else None,
        parameter=True,
    )
    if array is not None and array.precision:
        precision.set_precision(machine, made, array.precision, node)
    if wants is not False and not unsure:
        registration.note_new(machine, made, "torch", "nn.Parameter", node)
    stored = machine.array(made)
    if unsure and stored is not None:
        machine.update(made, replace(stored, maybe=True))
    return made


@registry.function("torch.autograd.Variable")
def variable(machine: Machine, name: str, args: Arguments, node: cst.CSTNode) -> Value:
    data = args.get(0, "data") or Const(0.0)
    if args.flag("requires_grad", 1):
        return _leaf_or_copy(machine, data, args, node, name)
    return data


SPARSE_VALUES = {
    "torch.sparse_coo_tensor": 1,
    "torch.sparse.FloatTensor": 1,
    "torch.sparse.DoubleTensor": 1,
    "torch.sparse_csr_tensor": 2,
    "torch.sparse_csc_tensor": 2,
    "torch.sparse_bsr_tensor": 2,
    "torch.sparse_bsc_tensor": 2,
    "torch.sparse_compressed_tensor": 2,
}
"""Which argument holds the numbers; those before it say where they stand."""


@registry.function(*SPARSE_VALUES)
def sparse(machine: Machine, name: str, args: Arguments, node: cst.CSTNode) -> Value:
    position = SPARSE_VALUES[name]
    values = args.get(position, "values")
    known = dtype_of(machine, values) if values is not None else None
    dtype = chosen_dtype(args.get(-1, "dtype"), "float" if name.startswith("torch.sparse.") else known)
    flows = [(values, "value")] if values is not None else []
    made = machine.compute("torch", name, node, flows, dtype=dtype)  # type: ignore[arg-type]
    array = machine.array(made)
    if args.flag("requires_grad") and array is not None:
        machine.update(made, replace(array, tracked=frozenset({TORCH}), leaf=True))
    return _maybe_flagged(machine, made, args)


def install() -> None:
    """Register the factories, whose names come from the tables."""
    sets = op_facts.torch_table().sets
    for short in sets.get("factories_float", frozenset()):
        registry.functions([f"torch.{short}"], _float_factory)
    by_argument = frozenset({"tensor", "as_tensor", "asarray", "full"})
    for short in sets.get("factories_int", frozenset()) - by_argument:
        registry.functions([f"torch.{short}"], _integer_factory)
    for short in sets.get("factories_like", frozenset()):
        registry.functions([f"torch.{short}"], _like)
    registry.functions(["torch.full"], _full)
