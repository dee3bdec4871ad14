"""torchmetrics: counts are made of what a model says, and carry no gradient back."""

from __future__ import annotations

import libcst as cst

from gradlint.analysis.domain.values import Value
from gradlint.analysis.interpreter import registry
from gradlint.analysis.interpreter.calls import Arguments
from gradlint.analysis.interpreter.machine import Machine


@registry.function(
    *(f"torchmetrics.functional.{each}" for each in ("accuracy", "f1_score", "precision", "recall"))
)
def count(machine: Machine, name: str, args: Arguments, node: cst.CSTNode) -> Value:
    return machine.compute("torch", name, node, args.flows(), cut="integer", dtype="float")
