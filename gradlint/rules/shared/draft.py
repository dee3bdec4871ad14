"""A finding in the making: syntax nodes instead of positions."""

from __future__ import annotations

from collections.abc import Callable, Iterator

import libcst as cst

from gradlint.analysis.domain.facts import Flow
from gradlint.analysis.domain.graph import Node, Place
from gradlint.analysis.lost_gradients.lost import LostGradients
from gradlint.core.model import Framework, Role, Severity
from gradlint.core.records import dataclass

Detector = Callable[["Program"], Iterator["Draft"]]


@dataclass(frozen=True, slots=True)
class Program:
    """What a detector may ask."""

    flow: Flow
    lost: LostGradients


@dataclass(frozen=True, slots=True)
class DraftLabel:
    role: Role
    message: str
    node: cst.CSTNode
    name: str = ""


@dataclass(frozen=True, slots=True)
class Draft:
    node: cst.CSTNode
    message: str
    help: str
    framework: Framework
    severity: Severity = Severity.ERROR
    labels: tuple[DraftLabel, ...] = ()
    cut: str = ""
    """What to say under the finding itself."""
    about: object = None
    """The fact of the flow that it was drafted from: a fix needs more of it than a message."""


def story(enters: Node | None, asked: Place | None, at: cst.CSTNode | None = None) -> tuple[DraftLabel, ...]:
    """The two labels around the cut: where the gradient enters and where it is requested."""
    found: list[DraftLabel] = []
    known = enters is not None and enters.source is not None and enters.source.kind != "unknown"
    if enters is not None and enters.source is not None and known:
        found.append(DraftLabel("enters", describe(enters), enters.place.node, enters.source.name or ""))
    if asked is not None:
        found.append(DraftLabel("asked", "requested here", asked.node))
    return tuple(label for label in found if label.node is not at)


def describe(source: Node) -> str:
    """What a source is, in the words of its user."""
    assert source.source is not None
    name = f"`{source.source.name}`" if source.source.name else "the value"
    return {
        "leaf": f"the gradient enters at {name}",
        "parameter": f"the gradient enters at the parameter {name}" if source.source.name else "a parameter",
        "module": f"the gradient enters at the weights of {source.op.rpartition('.')[2]}",
        "variable": f"the gradient enters at the variable {name}",
        "argument": f"the gradient enters at the argument {name}",
        "data": f"the gradient is wanted for {name}",
        "unknown": f"the gradient enters at {name}",
    }[source.source.kind]


LANGS: dict[str, Framework] = {"torch": "torch", "tape": "tensorflow", "keras": "tensorflow", "jax": "jax"}
