"""What a write in place hits."""

from __future__ import annotations

from gradlint.analysis.domain.facts import Write
from gradlint.analysis.domain.graph import TORCH
from gradlint.analysis.domain.values import Array


def requires_grad(array: Array) -> bool:
    return TORCH in array.tracked and not array.maybe


def writes_leaf(write: Write) -> bool:
    return write.base is not None and write.base.leaf and requires_grad(write.base)
