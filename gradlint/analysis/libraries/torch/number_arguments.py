"""Arguments of PyTorch functions that take no gradient: they have to be numbers, or have no derivative."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import libcst as cst

from gradlint.analysis.domain.faults import FaultKind
from gradlint.analysis.domain.graph import TORCH
from gradlint.analysis.domain.values import Layer, Value
from gradlint.analysis.interpreter.machine import Machine

NUMBERS: dict[str, tuple[tuple[int, str], ...]] = {
    "leaky_relu": ((1, "negative_slope"),),
    "elu": ((1, "alpha"),),
    "celu": ((1, "alpha"),),
    "softplus": ((1, "beta"), (2, "threshold")),
    "threshold": ((1, "threshold"), (2, "value")),
    "hardtanh": ((1, "min_val"), (2, "max_val")),
    "hardshrink": ((1, "lambd"),),
    "softshrink": ((1, "lambd"),),
    "huber_loss": ((-1, "delta"),),
    "smooth_l1_loss": ((-1, "beta"),),
    "cross_entropy": ((-1, "label_smoothing"),),
    "margin_ranking_loss": ((3, "margin"),),
    "triplet_margin_loss": ((3, "margin"),),
    "cosine_embedding_loss": ((3, "margin"),),
    "add": ((-1, "alpha"),),
    "sub": ((-1, "alpha"),),
    "addcmul": ((-1, "value"),),
    "addcdiv": ((-1, "value"),),
    "addmm": ((-1, "alpha"), (-1, "beta")),
    "baddbmm": ((-1, "alpha"), (-1, "beta")),
    "full": ((1, "fill_value"),),
    "full_like": ((1, "fill_value"),),
    "pad": ((3, "value"),),
    "dropout": ((1, "p"),),
    "layer_norm": ((4, "eps"),),
    "cdist": ((2, "p"),),
    "scaled_dot_product_attention": ((-1, "scale"),),
}
"""Where a tensor that requires grad raises TypeError, by position and name; measured with PyTorch 2.13."""
REFUSED: dict[str, tuple[tuple[int, str], ...]] = {
    "cross_entropy": ((2, "weight"),),
    "nll_loss": ((2, "weight"),),
    "binary_cross_entropy_with_logits": ((2, "weight"), (-1, "pos_weight")),
    "bincount": ((1, "weights"),),
}
"""Where it raises because there is no derivative."""


def check(
    machine: Machine, name: str, inputs: Sequence[Value], kw: Mapping[str, Value], node: cst.CSTNode
) -> None:
    kinds: tuple[FaultKind, FaultKind] = ("number-argument", "refused-argument")
    for table, kind in zip((NUMBERS, REFUSED), kinds):
        for position, key in table.get(name, ()):
            value = kw.get(key, inputs[position] if 0 <= position < len(inputs) else None)
            if _asks(machine, value):
                machine.fault(node, kind, f"{name}({key}=...)")


def check_layer(machine: Machine, functional: str, thing: Layer, node: cst.CSTNode) -> None:
    """`nn.CrossEntropyLoss(weight=...)`, which keeps what it was given until it is called."""
    given = {
        "weight": thing.options.get("weight") or thing.options.get("0"),
        "pos_weight": thing.options.get("pos_weight"),
    }
    check(
        machine,
        functional.rpartition(".")[2],
        (),
        {key: value for key, value in given.items() if value},
        node,
    )


def _asks(machine: Machine, value: Value | None) -> bool:
    array = machine.array(value)
    return array is not None and array.lang == "torch" and TORCH in array.tracked and not array.maybe
