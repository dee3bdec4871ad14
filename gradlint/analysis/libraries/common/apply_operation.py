"""The one way to apply a library operation: facts from the tables, roles of the arguments, shape."""

from __future__ import annotations

from collections.abc import Mapping
from collections.abc import Sequence as Seq

import libcst as cst

from gradlint.analysis.domain import op_facts
from gradlint.analysis.domain.graph import CutKind, EdgeRole
from gradlint.analysis.domain.values import Const, Dtype, Lang, Lib, Ref, Sequence, Shape, Value
from gradlint.analysis.interpreter.arithmetic import common_dtype, dtype_of, remember_saved
from gradlint.analysis.interpreter.machine import Machine
from gradlint.analysis.interpreter.op_shapes import axis_argument, infer, piece_shape
from gradlint.knowledge.names.conventions import SELECTOR_KEYWORDS
from gradlint.knowledge.names.operations import (
    BOOLEAN,
    MAKE_FLOATS,
    RETURN_LISTS,
    SEVERAL_WITH_DIM,
    WANT_ONE_DTYPE,
)
from gradlint.knowledge.tables import Grad, OpFacts

CUTS: dict[Grad, CutKind] = {"integer": "integer", "none": "integer", "zero": "zero"}

OF_COMPLEX = frozenset({"imag", "angle"})
"""Constant for real numbers, and whether a number is complex is not followed."""

SELECTORS: dict[str, frozenset[int]] = {
    name: frozenset(positions)
    for name, positions in {
        "gather": (1, 2),
        "gather_nd": (1,),
        "batch_gather": (1,),
        "index_select": (2,),
        "take": (1,),
        "take_along_dim": (1,),
        "take_along_axis": (1,),
        "scatter": (2,),
        "scatter_add": (2,),
        "masked_fill": (1,),
        "masked_select": (1,),
        "boolean_mask": (1,),
        "where": (0,),
        "select": (0,),
        "cond": (0,),
        "embedding_lookup": (1,),
        "dynamic_slice": (1,),
        "segment_sum": (1,),
        "pad": (1,),
        "one_hot": (),
    }.items()
}
"""Arguments that only choose among values."""
METHOD_SELECTORS: dict[str, frozenset[int]] = {
    "torch.Tensor.where": frozenset({1}),
    "torch.Tensor.select": frozenset(),
    "torch.select": frozenset(),
}
"""The same where a name of torch takes its arguments in another order, or means something else."""
SPECTRAL: dict[str, tuple[Grad, ...]] = {"eigh": ("flows",) * 2, "svd": ("flows",) * 3}
"""Decompositions whose results differ in what their gradient needs."""
DTYPES: dict[str, Dtype] = {
    **{
        name: "float"
        for name in "float float16 float32 float64 double half bfloat16 float_ longdouble".split()
    },
    **{
        name: "int"
        for name in "int int8 int16 int32 int64 uint8 uint16 uint32 uint64 long short intp int_".split()
    },
    **{name: "bool" for name in ("bool", "bool_", "BoolTensor")},
    **{name: "int" for name in ("LongTensor", "IntTensor", "ShortTensor", "CharTensor", "ByteTensor")},
    **{name: "float" for name in ("Tensor", "FloatTensor", "DoubleTensor", "HalfTensor")},
    **{name: "complex" for name in ("complex64", "complex128", "cfloat", "cdouble")},
}


def dtype_named(value: Value | None) -> Dtype | None:
    """The dtype that `torch.float32`, `tf.int32`, `float` or "float32" stands for."""
    if isinstance(value, Lib):
        return DTYPES.get(value.name.rpartition(".")[2])
    if isinstance(value, Const) and isinstance(value.value, str):
        return DTYPES.get(value.value.rpartition(".")[2])
    return None


def chosen_dtype(given: Value | None, otherwise: Dtype | None) -> Dtype | None:
    """The dtype that is requested, as far as it is known; where nobody asks for one, the other."""
    if given is None or given == Const(None):
        return otherwise
    return dtype_named(given)


def roles(name: str, inputs: Seq[Value], kw: Mapping[str, Value]) -> list[tuple[Value, EdgeRole]]:
    """Which inputs are numbers in the result and which only select."""
    selectors = METHOD_SELECTORS.get(name)
    if selectors is None:
        selectors = SELECTORS.get(name.rpartition(".")[2], frozenset())
    found: list[tuple[Value, EdgeRole]] = [
        (value, "index" if position in selectors else "value") for position, value in enumerate(inputs)
    ]
    found += [(value, "index" if key in SELECTOR_KEYWORDS else "value") for key, value in kw.items()]
    return found


def apply(
    machine: Machine,
    lang: Lang,
    name: str,
    inputs: Seq[Value],
    kw: Mapping[str, Value],
    node: cst.CSTNode,
    facts: OpFacts | None = None,
    *,
    dtype: Dtype | None = None,
    cut: CutKind | None = None,
) -> Value:
    """`name(*inputs, **kw)` as an operation of a framework."""
    facts = facts or OpFacts()
    short = name.rpartition(".")[2]
    flows = roles(name, inputs, kw)
    shape = infer(machine, lang, name, inputs, kw, node)
    several = facts.outputs or SPECTRAL.get(short, ())
    if kw.get("compute_uv") == Const(False):
        several = ()
    if several and short in SEVERAL_WITH_DIM and axis_argument(inputs, kw) is None:
        several = ()
        facts = OpFacts(saves=facts.saves, saves_alone=facts.saves_alone)
    if short in RETURN_LISTS and not several and not (short == "nonzero" and lang == "torch"):
        places = short == "nonzero"
        kept = dtype_of(machine, inputs[0]) if inputs else None
        one = machine.compute(
            lang,
            short,
            node,
            flows,
            dtype="int" if places else kept,
            shape=piece_shape(machine, lang, short, inputs, kw, node),
            cut="integer" if places else None,
        )
        machine.number_part(one, -1)
        return machine.alloc(Sequence("list", None, one))
    if several:
        return _several(machine, lang, short, several, flows, node)
    if cut is None:
        cut = "zero" if _is_of_one(machine, short, inputs, kw, shape) else CUTS.get(facts.grad)
        if short in OF_COMPLEX:
            cut = None
    if dtype is None:
        dtype = "bool" if short in BOOLEAN else _result_dtype(machine, facts.grad, short, flows)
    result = machine.compute(lang, short, node, flows, dtype=dtype, shape=shape, cut=cut)
    machine.name_inputs(result, kw)
    if facts.grad == "raises" and _is_refused(machine, facts, inputs):
        mark_unimplemented(machine, result)
    if lang == "torch":
        remember_saved(machine, result, op_facts.torch_name(name), list(inputs))
    return result


def _is_of_one(
    machine: Machine, short: str, inputs: Seq[Value], kw: Mapping[str, Value], shape: Shape | None
) -> bool:
    """A softmax over a single number: 1, whatever it is."""
    if short not in ("softmax", "log_softmax") or not shape or len(shape) < 2:
        return False
    axis = kw.get("dim", kw.get("axis", inputs[1] if len(inputs) > 1 else Const(-1)))
    at = axis.value if isinstance(axis, Const) else None
    return isinstance(at, int) and -len(shape) <= at < len(shape) and shape[at] == 1


def _is_refused(machine: Machine, facts: OpFacts, inputs: Seq[Value]) -> bool:
    """Whether a gradient is on its way to an input for which the operation has no derivative."""
    if not facts.refuses:
        return True
    wanted = [value for position, value in enumerate(inputs) if position in facts.refuses]
    return any(edge.tracked for value in wanted for edge in machine.edges(value))


def mark_unimplemented(machine: Machine, ref: Ref) -> None:
    array = machine.array(ref)
    if array is not None and not array.maybe:
        array.node.unimplemented = True


def _several(
    machine: Machine,
    lang: Lang,
    short: str,
    fates: Seq[Grad],
    flows: list[tuple[Value, EdgeRole]],
    node: cst.CSTNode,
) -> Ref:
    items: list[Value] = []
    for fate in fates:
        dtype: Dtype | None = "int" if fate == "integer" else None
        made = machine.compute(lang, short, node, flows, dtype=dtype, cut=CUTS.get(fate))
        machine.number_part(made, len(items))
        if fate == "raises":
            mark_unimplemented(machine, made)
        items.append(made)
    return machine.alloc(Sequence("tuple", tuple(items)))


def _result_dtype(
    machine: Machine, grad: Grad, short: str, flows: Seq[tuple[Value, EdgeRole]]
) -> Dtype | None:
    """The dtype of what goes in as a number; a condition or an index lends its own to nobody."""
    if grad == "integer":
        return "int"
    numbers = [value for value, role in flows if role != "index"]
    if short in WANT_ONE_DTYPE and len(numbers) > 1:
        return common_dtype(machine, numbers[0], numbers[1])
    first = numbers[0] if numbers else None
    if isinstance(first, Const) and isinstance(first.value, int):
        return None  # a size, an axis, or a number that the operation makes a float of
    given = dtype_of(machine, first) if first is not None else None
    return "float" if given in ("int", "bool") and short in MAKE_FLOATS else given
