"""What happens while an expression is evaluated, announced to whoever listens."""

from __future__ import annotations

import libcst as cst

from gradlint.analysis.domain.graph import Node, Place
from gradlint.analysis.domain.values import Array, Lang, Ref, Value
from gradlint.core.records import dataclass


@dataclass(frozen=True, slots=True)
class Combined:
    """`left + right`, `left * right`: about to be computed."""

    name: str
    left: Value
    right: Value
    node: cst.CSTNode


@dataclass(frozen=True, slots=True)
class SequenceCombined:
    """The same, and one of the two is a list or a tuple."""

    name: str
    left: Value
    right: Value
    node: cst.CSTNode


@dataclass(frozen=True, slots=True)
class Subtracted:
    """`left - right`, on arrays that a framework follows and nobody can write into."""

    left: Value
    right: Value


@dataclass(frozen=True, slots=True)
class TruthAsked:
    """Python has to know whether a value is true."""

    value: Value
    node: cst.CSTNode


@dataclass(frozen=True, slots=True)
class TypeAsked:
    """Python has to know whether a value is of one of these types."""

    value: Value | None
    names: frozenset[str]
    node: cst.CSTNode


@dataclass(frozen=True, slots=True)
class Indexed:
    """`array[index]`"""

    array: Array
    index: Value
    node: cst.CSTNode


@dataclass(frozen=True, slots=True)
class Picked:
    """`elements[index]`, of a list or tuple"""

    kind: str
    index: Value
    node: cst.CSTNode


@dataclass(frozen=True, slots=True)
class Bounded:
    """`array[lower:upper]` with a bound that is computed."""

    bounds: tuple[Value | None, ...]
    node: cst.CSTNode


@dataclass(frozen=True, slots=True)
class Compiled:
    """An operation becomes part of a graph or a trace."""

    made: Node
    lang: Lang


@dataclass(frozen=True, slots=True)
class KeptForBackward:
    """An operation keeps one of its inputs for the backward pass."""

    array: Array
    name: str
    place: Place


@dataclass(frozen=True, slots=True)
class LastReplaced:
    """`xs[-1] = value`"""

    holder: Ref
    value: Value


@dataclass(frozen=True, slots=True)
class RanCompiled:
    """A function of the program has run that torch.compile was given; whatever it computed lies between these two."""

    func: cst.CSTNode
    since: int
    until: int


@dataclass(frozen=True, slots=True)
class GradientHooked:
    """`w.register_hook(hook)`: whatever backward() finds for this tensor, the hook makes this of it."""

    source: Node
    result: Value
    node: cst.CSTNode
