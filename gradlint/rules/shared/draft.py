"""A finding in the making: syntax nodes instead of positions."""

from __future__ import annotations

from collections.abc import Callable, Iterator

import libcst as cst

from gradlint.analysis.domain.facts import Flow
from gradlint.analysis.domain.graph import Node, Place
from gradlint.analysis.domain.misuses import Misuse
from gradlint.analysis.lost_gradients.lost import LostGradients
from gradlint.core.model import Framework, Role, Severity
from gradlint.core.records import dataclass

_QUOTABLE = 40

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
    form: str = ""
    """Which mistake of the rule it is, where what it is about does not say so."""


def form_of(about: object) -> str:
    """The name of the mistake that a fact is."""
    kind = getattr(about, "kind", None)
    return kind if isinstance(kind, str) else type(about).__name__ if isinstance(about, Misuse) else ""


def story(enters: Node | None, asked: Place | None, at: cst.CSTNode | None = None) -> tuple[DraftLabel, ...]:
    """The two labels around the cut: where the gradient enters and where it is requested."""
    found: list[DraftLabel] = []
    known = enters is not None and enters.source is not None and enters.source.kind != "unknown"
    if enters is not None and enters.source is not None and known:
        found.append(DraftLabel("enters", describe(enters), enters.place.node, enters.source.name or ""))
    if asked is not None:
        found.append(DraftLabel("asked", "gradient requested here", asked.node))
    return tuple(label for label in found if label.node is not at)


def describe(source: Node) -> str:
    """What a source is, in the words of its user."""
    assert source.source is not None
    if source.source.kind == "data":
        return f"gradient requested for {named(source)}"
    return f"gradient enters at {named(source)}"


def named(source: Node) -> str:
    """What to call a source: as its user does, or by what it is."""
    known = source.source
    assert known is not None
    if known.kind == "module":
        holder = known.holder if "?" not in known.holder else ""  # a computed name
        return f"the weights of `{holder or source.op.rpartition('.')[2]}`"
    if known.name:
        return f"`{known.name}`"
    kinds = {"parameter": "a parameter", "variable": "a variable", "argument": "the differentiated argument"}
    return kinds.get(known.kind, "this tensor")


def quoted(node: cst.CSTNode, otherwise: str) -> str:
    """The code of a node as its user wrote it, if that is short; else what it is."""
    written = " ".join(cst.Module([]).code_for_node(node).split())
    return f"`{written}`" if len(written) <= _QUOTABLE and "`" not in written else otherwise


LANGS: dict[str, Framework] = {"torch": "torch", "tape": "tensorflow", "keras": "tensorflow", "jax": "jax"}
