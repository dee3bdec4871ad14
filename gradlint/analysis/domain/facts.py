"""What the interpreter saw: the questions a detector can ask about a program.

Facts are about gradients, never about rules. Each is kept once per place.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Literal

import libcst as cst

from gradlint.analysis.domain.graph import Edge, Node, Pause, Place, Recorder
from gradlint.analysis.domain.misuses import Misuse
from gradlint.analysis.domain.values import Array, Lang, Shape
from gradlint.core.records import dataclass, field


@dataclass(frozen=True, slots=True)
class Write:
    """An in-place change of an array."""

    place: Place
    target: Array
    how: Literal["method", "operator", "item", "flag", "step", "module", "init"]
    name: str
    recording: bool
    base: Array | None
    """The array whose memory this is a view of, if it is one."""
    value_tracked: bool
    stale: bool
    """The view was taken before another view brought a gradient into the same memory."""
    silent: bool
    """Through .data: autograd does not notice."""
    ref: int = 0
    certain: bool = True
    """The program itself runs this; else a caller elsewhere may have switched recording off."""
    projects: bool = False
    """Done a second time it changes nothing: a clamp, a mask, a fixed value."""


@dataclass(frozen=True, slots=True)
class Clobber:
    """A backward pass that needs memory which has been overwritten meanwhile."""

    write: Write
    saver: Node
    what: Literal["input", "result"]
    sink: Sink


@dataclass(frozen=True, slots=True)
class Sink:
    """A place where a gradient is requested."""

    kind: Literal["backward", "autograd.grad", "tape", "jax", "keras", "step", "forward"]
    place: Place
    recorder: Recorder
    targets: tuple[Node, ...]
    array: Array | None
    """The target itself, where it is one known array."""
    asked: tuple[tuple[Node, ...], ...] | None
    """The sources named at the sink, in groups that were named together (the weights of one model);
    None where every leaf behind the target is meant."""
    moment: int = 1 << 60
    """When it was asked, on the clock that numbers the nodes."""
    certain: bool = True
    """False where the program gets ready to ask, and nobody has seen it do so."""
    since: int = 1 << 60
    """From when on every path of the function leads here, on the same clock."""
    pause: Pause | None = None
    """What has switched recording off at that moment."""


@dataclass(frozen=True, slots=True)
class Bound:
    """A name and what it stood for when it was given."""

    name: str
    place: Place
    behind: tuple[Edge, ...]
    """The nodes inside the value, with who followed them then."""
    array: Array | None
    """The value itself, where it is one known array."""


@dataclass(slots=True)
class Witness:
    """All that was computed and named while a program was followed, for whoever asks about one line of it."""

    made: list[Node] = field(default_factory=list)
    bound: list[Bound] = field(default_factory=list)
    requests: list[Sink] = field(default_factory=list)
    """Requests that are no sinks of the flow, because something else is wrong with them."""


@dataclass(frozen=True, slots=True)
class HostCall:
    """A NumPy, SciPy or Python-number function applied to a framework array."""

    place: Place
    name: str
    array: Array
    lang: Lang
    how: Literal["numpy", "conversion", "scalar", "format", "buffer", "index"]
    requires_grad: bool
    traced: bool
    """Inside a jax transform the array is a tracer."""
    abstract: bool
    """... of a transform that knows no values (jit, vmap, scan)."""
    symbolic: bool
    """Inside a tf.function the tensor has no value."""
    guarded: bool = False
    """The exception that this raises is caught: it becomes a silent branch."""
    certain: bool = True
    """The program itself runs this; else a caller elsewhere may have switched recording off."""

    @property
    def needs_value(self) -> bool:
        """A Python number is asked of a tracer that has none to give; one of jax.grad knows its value."""
        known = not self.abstract and self.name in (".item()", "int()", "bool()")
        return self.how == "scalar" and self.traced and not known


@dataclass(frozen=True, slots=True)
class GradRead:
    place: Place
    array: Array
    name: str
    checked: bool = False
    """Only compared with None."""
    certain: bool = True


@dataclass(frozen=True, slots=True)
class FlagSet:
    """requires_grad set on an existing tensor."""

    place: Place
    array: Array
    value: bool | None
    attribute: str


@dataclass(frozen=True, slots=True)
class IntegerSource:
    """Something that cannot carry a gradient is made to ask for one."""

    place: Place
    lang: Lang
    how: Literal["requires_grad", "parameter", "variable", "argument", "watch"]
    what: str


@dataclass(frozen=True, slots=True)
class OptimizerParam:
    place: Place
    array: Array
    name: str


@dataclass(frozen=True, slots=True)
class PlainInput:
    """A gradient requested with respect to a tensor that does not require one."""

    place: Place
    array: Array


@dataclass(frozen=True, slots=True)
class MissingMethod:
    place: Place
    name: str


@dataclass(frozen=True, slots=True)
class OutArgument:
    place: Place
    function: str
    array: Array
    certain: bool = True


@dataclass(frozen=True, slots=True)
class ItemWrite:
    """`x[i] = v` on an array that cannot be changed."""

    place: Place
    array: Array


@dataclass(frozen=True, slots=True)
class TapeUse:
    place: Place
    how: Literal["consumed", "watch-before-with", "never-entered"]
    tape: Recorder
    first: Place | None = None


@dataclass(frozen=True, slots=True)
class BadSource:
    """A source that the tape does not follow."""

    place: Place
    tape: Recorder
    array: Array
    reason: Literal["unwatched", "nontrainable", "autowatch", "ndarray", "number", "integer"]
    name: str


@dataclass(frozen=True, slots=True)
class ShapeClash:
    place: Place
    lang: Lang
    operation: str
    left: Shape
    right: Shape


@dataclass(frozen=True, slots=True)
class NonScalar:
    place: Place
    lang: Lang
    shape: Shape | None
    why: str


Mistake = Literal[
    "count",
    "first-order",
    "ignored",
    "instance-call",
    "instance-made",
    "integer-step",
    "kept",
    "list",
    "no-rule",
    "not-a-pair",
    "not-a-tuple",
    "one-sided",
    "partly-ignored",
    "rule-parameters",
    "same-point",
    "small-step",
    "swapped-arguments",
    "swapped-pair",
    "unmarked-write",
    "unrestored",
    "unused-tangent",
    "upstream-count",
    "variables",
    "withheld",
]
"""Mistakes in gradients that are written by hand."""


@dataclass(frozen=True, slots=True)
class Handwritten:
    """Something about a hand-written gradient that cannot be right; `kind` says what."""

    place: Place
    kind: Mistake
    lang: Lang
    name: str
    """The function or class whose gradient it is."""
    detail: str = ""
    """What it is about: a variable, a method, a kind of rule."""
    expected: int = 0
    found: int = 0
    related: Place | None = None
    certain: bool = True
    names: tuple[str, ...] = ()
    """The arguments that it is about."""


@dataclass(frozen=True, slots=True)
class Rebinding:
    """A name that held a source now holds something computed from it."""

    place: Place
    name: str
    before: Array
    after: Array


@dataclass(slots=True)
class Flow:
    """All facts about one program."""

    writes: list[Write] = field(default_factory=list)
    clobbers: list[Clobber] = field(default_factory=list)
    sinks: list[Sink] = field(default_factory=list)
    host_calls: list[HostCall] = field(default_factory=list)
    grad_reads: list[GradRead] = field(default_factory=list)
    flags: list[FlagSet] = field(default_factory=list)
    integer_sources: list[IntegerSource] = field(default_factory=list)
    optimizer_params: list[OptimizerParam] = field(default_factory=list)
    plain_inputs: list[PlainInput] = field(default_factory=list)
    missing_methods: list[MissingMethod] = field(default_factory=list)
    out_arguments: list[OutArgument] = field(default_factory=list)
    item_writes: list[ItemWrite] = field(default_factory=list)
    tape_uses: list[TapeUse] = field(default_factory=list)
    bad_sources: list[BadSource] = field(default_factory=list)
    shape_clashes: list[ShapeClash] = field(default_factory=list)
    nonscalars: list[NonScalar] = field(default_factory=list)
    rebindings: list[Rebinding] = field(default_factory=list)
    typos: list[FlagSet] = field(default_factory=list)
    misuses: list[Misuse] = field(default_factory=list)
    zeroed_sinks: list[Place] = field(default_factory=list)
    """Gradients requested with zeros in place of None."""
    handwritten: list[Handwritten] = field(default_factory=list)
    optimised: set[Node] = field(default_factory=set)
    """Sources given to an optimizer."""
    unfollowed: set[Node] = field(default_factory=set)
    """Weights that were given to a function of the program which was not looked into: it may train them."""
    decays: list[tuple[Place, frozenset[Node]]] = field(default_factory=list)
    """Optimizers of JAX that decay weights whatever their gradient is, and which."""
    assembled: dict[Node, frozenset[Node]] = field(default_factory=dict)
    """The weights of functional Keras models, and the layers and models behind their outputs."""
    filled: set[Node] = field(default_factory=set)
    """Sources that were, or may have been, given other values than zeros after they were made."""
    grads_by_hand: set[Node] = field(default_factory=set)
    """Tensors whose .grad the program sets itself, so that no backward pass has to."""
    steps: list[tuple[int, frozenset[Node]]] = field(default_factory=list)
    """When an optimizer moved which sources, on the clock that numbers the nodes."""
    aliases: list[tuple[str, Place, frozenset[Node]]] = field(default_factory=list)
    """Second names of modules, where they were given, and the weights behind them."""
    stepped: set[Node] = field(default_factory=set)
    """Whatever is held by an optimizer that takes a step anywhere, whether it has a gradient or not."""
    starved: list[tuple[Sink, frozenset[Node]]] = field(default_factory=list)
    """Backward passes from which the step that follows them should have got a gradient, and for what."""
    followed: set[cst.CSTNode] = field(default_factory=set)
    """Functions of other modules that were followed while gradients were recorded."""
    followed_in_part: set[cst.CSTNode] = field(default_factory=set)
    """Those of which a branch was left out, because of what they were given."""
    hosted: set[cst.CSTNode] = field(default_factory=set)
    """Methods that a library calls, such as the steps of Lightning: nobody in the program has to."""
    traced: dict[int, Recorder] = field(default_factory=dict)
    """The innermost transformation of JAX around a misuse, by the identity of its syntax node."""
    programs: tuple[frozenset[cst.CSTNode], ...] = ()
    """What may be chosen from outside: for each further program the classes and functions that it uses."""
    looked_up: frozenset[cst.CSTNode] = frozenset()
    """Those of them that are chosen by a name: nobody says which of them this program is ever run with."""
    again: dict[cst.CSTNode, list[cst.CSTNode]] = field(default_factory=dict)
    """By the pass that frees a graph those that go through it after that."""
    partial: bool = False
    """The budget ran out before the whole program had been followed."""

    def inside(self, weights: Iterable[Node]) -> set[Node]:
        """These weights, and those of whatever the functional models among them are made of."""
        found, stack = set(weights), list(weights)
        while stack:
            fresh = self.assembled.get(stack.pop(), frozenset()) - found
            found |= fresh
            stack.extend(fresh)
        return found
