"""What happens while a program is followed: the interpreter and the libraries announce it, monitors listen.

Whoever announces knows no listener. A monitor keeps what it has to remember in a class of its own, of which a machine
has one instance (`machine.own`); whatever of that depends on the path lies in journals.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any, TypeVar

import libcst as cst

from gradlint.analysis.domain.facts import Sink
from gradlint.analysis.domain.graph import Node
from gradlint.analysis.domain.values import Array, Object, Ref, Value
from gradlint.core.records import dataclass

if TYPE_CHECKING:
    from gradlint.analysis.interpreter.machine import Machine


@dataclass(frozen=True, slots=True)
class Assigned:
    """`name = new`, `self.name = new`"""

    new: Value
    node: cst.CSTNode


@dataclass(frozen=True, slots=True)
class Rebound:
    """The same, where the name or the attribute has stood for something else before."""

    old: Value
    new: Value
    node: cst.CSTNode


@dataclass(frozen=True, slots=True)
class Unpacked:
    """`first, second = value`"""

    target: cst.Tuple | cst.List
    value: Value
    node: cst.CSTNode


@dataclass(frozen=True, slots=True)
class Stored:
    """Put where others can find it: in this object or container, or in a variable of another function."""

    owner: Ref | None
    value: Value
    node: cst.CSTNode


@dataclass(frozen=True, slots=True)
class TensorAttributeSet:
    """`tensor.name = value`, for a name that means nothing to the framework."""

    array: Array
    name: str
    value: Value
    node: cst.CSTNode


@dataclass(frozen=True, slots=True)
class Added:
    """`old += more`"""

    old: Value
    more: Value
    node: cst.CSTNode


@dataclass(frozen=True, slots=True)
class Dropped:
    """An expression as a statement of its own: nobody keeps its value."""

    value: Value
    node: cst.Expr


@dataclass(frozen=True, slots=True)
class HandedAway:
    """Something unknown was given these: it may do anything with them."""

    values: tuple[Value, ...]
    node: cst.CSTNode
    func: Value | None = None
    """What was called, if it has no name in a library."""


@dataclass(frozen=True, slots=True)
class CameBack:
    """A call that nobody in the program makes has come to its end."""

    since: int
    """The clock when it began."""
    alone: bool = False
    """A method of which a class that nobody sees may do anything around each call."""


@dataclass(frozen=True, slots=True)
class GradientSet:
    """`p.grad = value`; None for whatever else has been done to it by hand."""

    source: Node
    value: Value | None
    node: cst.CSTNode
    masks: bool = False
    """Multiplied by a tensor, which may be a mask."""
    limits: bool = False
    """Clamped: what was there is there still."""


@dataclass(frozen=True, slots=True)
class NameRead:
    """While a function is compiled, it reads a variable that is a number or an object."""

    node: cst.Name
    found: Value


@dataclass(frozen=True, slots=True)
class AttributeRead:
    """While a function is compiled, it reads an attribute of an instance."""

    owner: Ref
    name: str
    value: Value
    node: cst.CSTNode


@dataclass(frozen=True, slots=True)
class Backward:
    """A backward pass of PyTorch goes through what the sink was computed from."""

    sink: Sink
    retain: bool | None
    create_graph: bool
    by: Ref | None = None
    """The trainer of a library that was asked to do it; None for the tensor's own method."""


@dataclass(frozen=True, slots=True)
class CalledThrough:
    """A module has been called through what wraps it; whatever it computed has a number between these two."""

    wrapper: Ref
    since: int
    until: int


@dataclass(frozen=True, slots=True)
class Prepared:
    """A trainer of a library has been given these, and hands them back."""

    trainer: Value
    things: tuple[Ref, ...]


@dataclass(frozen=True, slots=True)
class Adapted:
    """New weights were put into a model whose own weights are frozen from now on."""

    base: Value
    adapter: Ref
    before: tuple[Ref, ...]
    """The parameters that the model had until then."""
    trains: bool
    config: Object | None
    node: cst.CSTNode


@dataclass(frozen=True, slots=True)
class Entered:
    """`with` begins or ends a context of a library that changes nothing in what is recorded."""

    scope: Object
    node: cst.CSTNode
    begins: bool


@dataclass(frozen=True, slots=True)
class Computed:
    """An operation of PyTorch in half precision."""

    array: Array
    node: cst.CSTNode


@dataclass(frozen=True, slots=True)
class Written:
    """An array was written in place: by which method, and with what."""

    array: Array
    name: str
    values: tuple[Value, ...]
    node: cst.CSTNode


@dataclass(frozen=True, slots=True)
class DataReplaced:
    """`p.data = v`: a tensor was given other memory behind the back of autograd."""

    array: Array
    value: Value
    node: cst.CSTNode


@dataclass(frozen=True, slots=True)
class Wrapped:
    """A module was put behind something that synchronises its gradients between processes."""

    wrapper: Ref
    kind: str
    node: cst.CSTNode


@dataclass(frozen=True, slots=True)
class Reduced:
    """A collective wrote into a tensor, in place and without a derivative."""

    value: Value
    sums: bool
    node: cst.CSTNode


@dataclass(frozen=True, slots=True)
class GradientsTaken:
    """`torch.autograd.grad(outputs, inputs)`"""

    sink: Sink
    retain: bool | None
    create_graph: bool
    allow_unused: bool


@dataclass(frozen=True, slots=True)
class AdaptersOff:
    """A model was called while its adapters were switched off."""

    made: Node
    node: cst.CSTNode


@dataclass(frozen=True, slots=True)
class RecomputedRead:
    """A function that will run again in the backward pass reads an attribute of an instance."""

    owner: Ref
    name: str
    value: Value
    node: cst.CSTNode


@dataclass(frozen=True, slots=True)
class Generated:
    """Something was made that can be read once."""

    ref: Ref


@dataclass(frozen=True, slots=True)
class Listed:
    """A container was made of what somebody else hands out."""

    ref: Ref
    value: Value
    node: cst.CSTNode


@dataclass(frozen=True, slots=True)
class Drained:
    """Something was read to its end."""

    value: Value
    node: cst.CSTNode


@dataclass(frozen=True, slots=True)
class Copied:
    """Parameters were copied: originals and copies, in pairs."""

    pairs: tuple[tuple[Node, Node], ...]
    how: str
    node: cst.CSTNode


@dataclass(frozen=True, slots=True)
class Reparameterised:
    """Parameters of a module were replaced by new ones."""

    before: tuple[Ref, ...]
    node: cst.CSTNode
    wrapped: bool
    """The whole model was wrapped anew: it is the optimizer that came too early."""


@dataclass(frozen=True, slots=True)
class Stepped:
    """`optimizer.step()`"""

    optimizer: Value
    node: cst.CSTNode


@dataclass(frozen=True, slots=True)
class MovedByHand:
    """`w -= rate * w.grad`: a step without an optimizer."""

    source: Node
    node: cst.CSTNode


@dataclass(frozen=True, slots=True)
class Zeroed:
    """`optimizer.zero_grad()`, `model.zero_grad()`"""

    owner: Value
    node: cst.CSTNode


@dataclass(frozen=True, slots=True)
class Collected:
    """`things.append(value)`, `things[key] = value` under a key that is not known to be the same each time."""

    value: Value
    node: cst.CSTNode
    holder: Ref


@dataclass(frozen=True, slots=True)
class LetGo:
    """`things.clear()`, `things.pop()`, `del things[:]`: what it held may be freed."""

    holder: Ref
    by_itself: bool = False
    """As `deque(maxlen=n)` does, whenever it is full."""


@dataclass(frozen=True, slots=True)
class AttributeStored:
    """`self.name = value` on an instance of a class of the program, `layer.requires_grad = value` on any module."""

    owner: Ref
    name: str
    value: Value
    node: cst.CSTNode


@dataclass(frozen=True, slots=True)
class Blurred:
    """Which of two layers or objects it is hangs on a branch: one thing stands for both."""

    made: Ref
    parts: tuple[Value, Value]


@dataclass(frozen=True, slots=True)
class Owned:
    """A layer of the framework owns this from now on."""

    value: Value


@dataclass(frozen=True, slots=True)
class Kept:
    """Stored under a key."""

    value: Value


@dataclass(frozen=True, slots=True)
class Replaced:
    """A module or a parameter takes the place of another."""

    old: Value | None
    new: Value
    node: cst.CSTNode


@dataclass(frozen=True, slots=True)
class Made:
    """An instance of a class of the program has been made, or built its weights."""

    ref: Value
    model: Value | None = None
    """What it was given by this name."""


@dataclass(frozen=True, slots=True)
class Froze:
    """All that this owns stops asking for gradients."""

    owner: Value


@dataclass(frozen=True, slots=True)
class TrainableSet:
    """`layer.trainable = False`, or True."""

    owner: Value
    value: Value
    node: cst.CSTNode


@dataclass(frozen=True, slots=True)
class FlagCleared:
    """`p.requires_grad = False`"""

    ref: Ref
    node: cst.CSTNode


@dataclass(frozen=True, slots=True)
class MayThaw:
    """Something that nobody knows asks for gradients again."""


@dataclass(frozen=True, slots=True)
class Imagined:
    """A call begins that nobody in the program makes: what happened before it is not known."""


@dataclass(frozen=True, slots=True)
class Ended:
    """All of the program has been followed."""


Listener = Callable[["Machine", Any], None]
L = TypeVar("L", bound=Listener)
LISTENERS: dict[type, list[Listener]] = {}


def listens(event: type) -> Callable[[L], L]:
    """Calls a function whenever such an event is announced."""

    def keep(listener: L) -> L:
        LISTENERS.setdefault(event, []).append(listener)
        return listener

    return keep
