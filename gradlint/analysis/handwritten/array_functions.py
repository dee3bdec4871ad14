"""Which functions and methods give one array, several, or zeros, by their names."""

from __future__ import annotations

import libcst as cst

from gradlint.analysis.project.canonical_names import dotted
from gradlint.knowledge.names.operations import MAY_GIVE_SEVERAL

LIBRARIES = (
    "torch.",
    "jax.numpy.",
    "jax.nn.",
    "jax.lax.",
    "numpy.",
    "tf.",
    "scipy.",
    "jax.scipy.",
    "keras.ops.",
)


def is_operation(name: str, arguments: int) -> bool:
    short = name.rpartition(".")[2]
    if short == "where" and arguments > 1:
        return True  # only where(condition) gives the places, as a tuple
    return (
        short not in MAY_GIVE_SEVERAL and not short[:1].isupper() and not name.startswith("torch.autograd.")
    )


def mentions_zeros(node: cst.BaseExpression) -> bool:
    return any("zero" in name for name in (dotted(node) or "").split("."))
