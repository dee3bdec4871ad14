"""Gradients written by hand: how many, of what, and whether they use what they are given."""

from __future__ import annotations

import libcst as cst

from gradlint.flow.machine import Machine


def examine(machine: Machine, module: cst.Module) -> None:
    """Judge every rule that the program gives for a gradient."""
