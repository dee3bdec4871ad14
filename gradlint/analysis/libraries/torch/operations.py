"""PyTorch operations, written as function or method: in-place flags, losses, views, splits."""

from __future__ import annotations

from collections.abc import Mapping

import libcst as cst

from gradlint.analysis.domain import op_facts
from gradlint.analysis.domain.graph import CutKind, EdgeRole
from gradlint.analysis.domain.values import Const, Ref, Sequence, Shape, Value
from gradlint.analysis.interpreter import inplace_writes
from gradlint.analysis.interpreter.arithmetic import remember_saved
from gradlint.analysis.interpreter.machine import Machine
from gradlint.analysis.interpreter.op_shapes import piece_shape
from gradlint.analysis.libraries.common.apply_operation import apply
from gradlint.analysis.libraries.torch import number_arguments
from gradlint.knowledge.names.losses import CHOOSING_LOSSES, LOSSES_OF_ROWS
from gradlint.knowledge.names.operations import JOINING
from gradlint.knowledge.names.torch import RETURN_VIEWS


def finish(
    machine: Machine, name: str, inputs: list[Value], kw: dict[str, Value], node: cst.CSTNode
) -> Value:
    """Any other operation, as function or method: in-place flag, loss roles, views."""
    short = op_facts.torch_name(name)
    if short in _OF_TWO and _is_elementwise(machine, inputs, kw):
        short = _OF_TWO[short]
        name = f"torch.{short}"
    if short in JOINING and inputs and isinstance(parts := machine.load(inputs[0]), Sequence):
        if parts.items == () and parts.rest is None:
            return machine.unknown(
                node
            )  # torch.cat([]) raises: a part of the program that is not seen fills the list
    number_arguments.check(machine, short.rpartition(".")[2], inputs, kw, node)
    facts = op_facts.torch_facts(short)
    flag = kw.pop("inplace", None)
    if flag is not None or op_facts.in_torch("accepts_inplace_flag", short):
        wanted = flag if flag is not None else _positional_flag(short, inputs)
        if (
            wanted == Const(True)
            and inputs
            and isinstance(inputs[0], Ref)
            and machine.array(inputs[0]) is not None
        ):
            if not ("dropout" in short and kw.get("training") == Const(False)):
                return inplace_writes.write(
                    machine, inputs[0], "flag", short.rpartition(".")[2] + "_", inputs[1:], node
                )
    if op_facts.in_torch("losses", short):
        return loss(machine, short, inputs, kw, node)
    if short.endswith("embedding") and len(inputs) > 1:
        limit = kw.get("max_norm")
        if (
            limit is not None
            and limit != Const(None)
            and isinstance(inputs[1], Ref)
            and machine.array(inputs[1])
        ):
            inplace_writes.write(machine, inputs[1], "module", "renorm_", [], node, recording=False)
        flows: list[tuple[Value, EdgeRole]] = [(inputs[0], "index"), (inputs[1], "value")]
        return machine.compute("torch", "embedding", node, flows, dtype="float")
    if short in RETURN_VIEWS and inputs:
        return _split(machine, short, inputs, kw, node)
    rounded = short in ("div", "divide") and kw.get("rounding_mode") in (Const("floor"), Const("trunc"))
    constant = short in SHARING and inputs and is_alone(machine, inputs[0], kw.get("dim") or _second(inputs))
    cut: CutKind | None = "zero" if rounded or constant else None
    result = apply(machine, "torch", name, inputs, kw, node, facts, cut=cut)
    base = inputs[0] if inputs else None
    if isinstance(result, Ref) and isinstance(base, Ref) and machine.array(base) is not None:
        if op_facts.in_torch("expanding", short):
            machine.make_view(result, base, "expand", True)
        elif op_facts.in_torch("maybe_views", short):
            if not _is_scattered(machine, base):
                machine.make_view(result, base, "maybe")
        elif op_facts.in_torch("views", short):
            machine.make_view(result, base, "view", short in _REORDERING)
    return result


_REORDERING = frozenset(
    "transpose permute t T adjoint swapaxes swapdims movedim moveaxis diagonal unfold narrow select "
    "as_strided rot90".split()
)
"""Views that show the memory in another order, or only parts of it."""


def _is_scattered(machine: Machine, base: Ref) -> bool:
    """reshape() has to copy it, so that what is written to the result is not written to this."""
    array = machine.array(base)
    return array is not None and array.view is not None and array.view.scattered


_OF_TWO = {"max": "maximum", "min": "minimum"}


def _is_elementwise(machine: Machine, inputs: list[Value], kw: Mapping[str, Value]) -> bool:
    """`torch.min(a, b)` of two tensors gives one tensor; with a dimension it gives values and indices."""
    second = machine.array(kw.get("other", inputs[1] if len(inputs) > 1 else None))
    return second is not None and second.lang == "torch"


def _positional_flag(short: str, inputs: list[Value]) -> Value | None:
    position = {"nn.functional.relu": 1, "nn.functional.relu6": 1, "nn.functional.silu": 1}.get(short)
    return inputs[position] if position is not None and len(inputs) > position else None


def _split(
    machine: Machine, short: str, inputs: list[Value], kw: Mapping[str, Value], node: cst.CSTNode
) -> Value:
    base = inputs[0]
    array = machine.array(base)
    count = inputs[1] if len(inputs) > 1 else kw.get("chunks", kw.get("sections"))
    number = count.value if short == "chunk" and isinstance(count, Const) else None
    if short == "unbind" and array is not None and array.shape and len(inputs) == 1:
        number = array.shape[0]
    shape = piece_shape(machine, "torch", short, inputs, kw, node)
    pieces: list[Value] = []
    for _ in range(number if isinstance(number, int) and 0 < number <= 8 else 1):
        made = machine.compute(
            "torch",
            short,
            node,
            ((base, "value"),),
            dtype=array.dtype if array is not None else None,
            shape=shape,
        )
        machine.number_part(made, len(pieces) if isinstance(number, int) and number <= 8 else -1)
        pieces.append(machine.make_view(made, base, "multi") if isinstance(base, Ref) else made)
    if isinstance(number, int) and len(pieces) == number:
        return machine.alloc(Sequence("tuple", tuple(pieces)))
    return machine.alloc(Sequence("tuple", None, pieces[0]))


SHARING = frozenset(
    f"{root}{name}" for root in ("", "nn.functional.") for name in ("softmax", "log_softmax", "softmin")
)
"""Operations whose results along an axis add up to one: a single number there is one, whatever goes in."""


def is_alone(machine: Machine, value: Value, dim: Value | None) -> bool:
    """Whether an axis is known to hold one number."""
    array = machine.array(value)
    shape = array.shape if array is not None else None
    if shape is None or not isinstance(dim, Const) or not isinstance(dim.value, int):
        return False
    return -len(shape) <= dim.value < len(shape) and shape[dim.value] == 1


def _second(inputs: list[Value]) -> Value | None:
    return inputs[1] if len(inputs) > 1 else None


def _is_of_one_class(machine: Machine, short: str, inputs: list[Value]) -> bool:
    """Cross entropy over one class is zero, and so is its gradient."""
    if not short.endswith("cross_entropy") or "binary" in short or not inputs:
        return False
    array = machine.array(inputs[0])
    several = array is not None and array.shape is not None and len(array.shape) > 1
    return is_alone(machine, inputs[0], Const(1 if several else 0))


def loss(
    machine: Machine, short: str, inputs: list[Value], kw: Mapping[str, Value], node: cst.CSTNode
) -> Value:
    """A loss function: its second argument is what the first should become."""
    flows: list[tuple[Value, EdgeRole]] = []
    for position, value in enumerate(inputs):
        flows.append((value, "target" if position == 1 and "triplet" not in short else "value"))
    flows += [(value, "target" if key == "target" else "value") for key, value in kw.items()]
    reduction = kw.get("reduction")
    shape: Shape | None = ()
    if reduction is not None and reduction != Const("mean") and reduction != Const("sum"):
        shape = _unreduced(machine, short, inputs) if reduction == Const("none") else None
    cut: CutKind | None = "zero" if _is_of_one_class(machine, short, inputs) else None
    name = short.rpartition(".")[2]
    result = machine.compute("torch", name, node, flows, dtype="float", shape=shape, cut=cut)
    machine.name_inputs(result, kw)
    remember_saved(machine, result, short, list(inputs))
    return result


def _unreduced(machine: Machine, short: str, inputs: list[Value]) -> Shape | None:
    first = machine.array(inputs[0]) if inputs else None
    if first is None or first.shape is None:
        return (None,)  # one loss per element, however many
    name = short.rpartition(".")[2]
    if name in CHOOSING_LOSSES:
        return first.shape[:1] + first.shape[2:] if len(first.shape) > 1 else ()
    return first.shape[:-1] if name in LOSSES_OF_ROWS else first.shape
