"""What the abstract machine remembers: variables, heap, what is recorded now, what has happened so far."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from collections.abc import Sequence as Seq
from contextlib import contextmanager
from functools import cached_property
from typing import Any, Literal, TypeVar

import libcst as cst

from gradlint.analysis.domain.cycles import without_itself
from gradlint.analysis.domain.facts import Flow, Witness, Write
from gradlint.analysis.domain.graph import TORCH, Node, Pause, Place, Recorder, Recorders
from gradlint.analysis.domain.journal import (
    Branches,
    Changes,
    Heap,
    Journal,
    OuterNames,
    joined_tuples,
)
from gradlint.analysis.domain.values import (
    Array,
    Class,
    HeapObject,
    Lang,
    Object,
    Ref,
    Scope,
    Sequence,
    Transform,
    Unknown,
    Value,
)
from gradlint.analysis.project.outline import Outline
from gradlint.core.records import dataclass, field, replace

M = TypeVar("M")

STEP_LIMIT = 60_000
"""Statements and calls per program; beyond it every call is unknown and the file is only partly analysed."""
DEPTH_LIMIT = 16
DEEP, RUN_LIMIT = 8, 400
"""How often a function is followed this deep: helpers that call helpers twice double the work each time."""
RECORDED = frozenset({"forward", "call", "training_step", "train_step"})
"""Methods that frameworks call in order to differentiate them."""
FLATTEN_LIMIT = 40
FROZEN = "frozen:"
"""Prefix of the operation behind a random number or a time taken while tracing."""
VARYING = "varying"
"""The operation behind a number that is not the same on every path."""
GENERATOR = "generator"
"""The name of the object behind a context made by @contextmanager."""
EXIT_STACK = "exit stack"
"""The name of the object behind contextlib.ExitStack."""
SCALING_OPTIMIZER = "keras_optimizer:LossScaleOptimizer"
DISTRIBUTION = "dist:"
"""How the names of probability distributions begin."""
OUTPUT = "output:"
"""How the names of objects begin that a model of a library hands out: a record of several tensors."""
SCOPE = "scope:"
"""How the names of contexts begin that change nothing in what is recorded: accumulate(), no_sync(), autocast()."""
ADDED_LOSSES = "(losses)"
"""The attribute that holds what a Keras layer has given to add_loss."""
FIELD = "field"
"""The name of the object behind a dataclass field that is described by dataclasses.field."""
DATA = "data"
"""The operation behind whatever was read from outside of the program."""


@dataclass(frozen=True)
class Context:
    """What is being recorded right now."""

    pause: Pause | None = None
    tapes: tuple[Recorder, ...] = ()
    paused_tapes: frozenset[Recorder] = frozenset()
    traces: tuple[Recorder, ...] = ()
    graph_mode: bool = False
    graph_since: int = 0
    """The clock when the tf.function was entered that is being traced: what was made since then has no value."""
    graph_given: frozenset[Node] = frozenset()
    """The arguments of that function, which have none either."""
    guarded: bool = False
    """Inside a try block that catches what a tracer raises."""
    imagined: bool = False
    """Nobody in the program makes this call: what its callers record is not known."""
    since: int = 0
    """The clock when the imagined call began: how old what it finds will be then is not known either."""
    paused_outside: bool = False
    """Inside a transformation of torch.func that began under no_grad: it records, and autograd does not."""

    def inside(self, recorder: Recorder) -> Context:
        """What is recorded in a function that is traced; a try block around all of it is none of its branches."""
        inner = replace(self, traces=(*self.traces, recorder), guarded=False)
        return replace(inner, pause=None, paused_outside=True) if recorder.torch and self.pause else inner

    @cached_property
    def active(self) -> Recorders:
        running = {each for each in self.tapes if each not in self.paused_tapes}
        running.update(each for each in self.traces if self.pause is None or not each.torch)
        if self.pause is None and not self.paused_outside:
            running.add(TORCH)
        return frozenset(running)


@dataclass(slots=True)
class Snapshot:
    """One path: the variables at its end, and what it changed in the journals."""

    names: dict[str, Value]
    changes: Changes
    context: Context
    dead: str


@dataclass(slots=True)
class Frame:
    """One running call."""

    returned: list[Value] = field(default_factory=list)
    dead: str = ""
    """Why the rest of this block is never reached: "return", "break" or "continue"."""
    outer: dict[str, Scope] = field(default_factory=dict)
    """Names that `global` or `nonlocal` send to another scope."""
    yields: list[tuple[cst.Yield, Value]] = field(default_factory=list)
    left_paused: Pause | None = None
    """A switch to no_grad that a return leaves behind."""
    owner: Class | None = None
    """The class whose body this is."""
    loops: int = 0
    """How many loops were running when it began."""
    left_early: int = 0
    """When the paths last met without one that had ended, on the clock that numbers the nodes."""


Repeats = Literal["often", "some", "once"]
"""How often a loop comes by a place: again and again, as often as its text says, or in one pass at most."""


@dataclass(slots=True)
class Loops:
    """The loops that we are in."""

    depth: int = 0
    """How many loops we are in."""
    began: list[int] = field(default_factory=list)
    """The clock at the beginning of this pass of each loop, the innermost last."""
    repeats: list[Repeats] = field(default_factory=list)
    """How often each of these loops comes by here."""
    bodies: list[cst.CSTNode] = field(default_factory=list)
    """What each of these loops runs."""
    once_more: bool = False
    """A loop around this runs on its own results: whatever is inside has been run before."""
    found_none: bool = False
    """In this pass of a loop a branch was decided because something is still None."""
    entered: list[int] = field(default_factory=list)
    """The clock before the first pass of each loop of unknown length, the innermost last."""
    took_over: bool = False
    """A backward pass went through what the pass before this one has made: that is gone for the next."""
    modulo: int = 0
    """How many `if i % k == 0:` we are in."""
    statements: list[cst.For] = field(default_factory=list)
    """The for loops that we are in, the innermost last."""

    @contextmanager
    def one_pass(self, clock: int, body: cst.CSTNode, repeats: Repeats = "often") -> Iterator[None]:
        """What runs in here is the body of a loop."""
        self.began.append(clock)
        self.repeats.append(repeats)
        self.bodies.append(body)
        self.depth += 1
        yield
        self.depth -= 1
        self.bodies.pop()
        self.repeats.pop()
        self.began.pop()

    @property
    def round_began(self) -> int | None:
        """The clock at the beginning of this pass of the innermost loop that comes by here again and again: what is
        younger does not grow. None where all of it happens once."""
        often = [began for began, repeats in zip(self.began, self.repeats) if repeats == "often"]
        return often[-1] if often else None if "once" in self.repeats else self.pass_began

    def is_taken_over(self, node: int) -> bool:
        """Whether a node was made by an earlier pass of the innermost loop."""
        return self.once_more and bool(self.entered) and self.entered[-1] < node < self.pass_began

    @property
    def pass_began(self) -> int:
        """The clock at the beginning of this pass of the innermost loop; 0 outside of loops."""
        return self.began[-1] if self.began else 0

    def pass_of(self, node: int) -> int:
        """When the pass began in which a node was made, of the innermost loop that holds it; 0 outside of loops."""
        return next((each for each in reversed(self.began) if each <= node), 0)


@dataclass(slots=True)
class Around:
    """What is running around the present statement, besides loops."""

    forwards: int = 0
    """How many forward() or call() of a module are running."""
    compiling: list[int] = field(default_factory=list)
    evaluating: int = 0
    """How many branches are running that a module takes only where it does not train."""
    recomputed: int = 0
    """How many functions are running that will run again in the backward pass."""
    blocks: list[tuple[int, Callable[[Value], None]]] = field(default_factory=list)
    """Blocks of `with` statements that a generator will run, and how deep they stand."""
    scopes: list[Object] = field(default_factory=list)
    """Contexts of libraries that we are in, the innermost last."""


@dataclass(slots=True)
class ModuleContents:
    """What the present module has defined so far."""

    defined: list[Value] = field(default_factory=list)
    """Functions in the order of their definition."""
    classes: list[Class] = field(default_factory=list)
    pending: list[Transform] = field(default_factory=list)
    """Transformed functions that nobody has called yet."""
    star_imports: list[str] = field(default_factory=list)


@dataclass(slots=True)
class Work:
    """What has been followed, and how much work that was."""

    steps: int = 0
    runs: dict[cst.CSTNode, int] = field(default_factory=dict)
    """How often each function has been followed."""
    abroad: int = 0
    """Calls into other modules so far."""
    fruitless: set[tuple[object, ...]] = field(default_factory=set)
    """Calls into modules without a framework that gave nothing anybody knows anything about: once is enough."""
    called: set[int] = field(default_factory=set)
    in_part: set[cst.CSTNode] = field(default_factory=set)
    """Functions of which an imagined call has left out a branch, because of what it was given."""


@dataclass(slots=True)
class About:
    """What is known of the program as a whole."""

    asks: bool = True
    """The program itself may ask for a gradient."""
    langs: set[Lang] = field(default_factory=set)
    """Frameworks imported so far."""
    coarse: bool = False
    """Something in the program is in half precision."""


UNDONE_BY_HAND = {
    "scope": "its names are saved and restored with the branch",
    "context": "saved and restored with the branch",
    "frame": "why a block is dead is saved and restored; returned and yielded values are those of all paths",
}
"""What a branch restores without a journal."""

_BALANCED = "set when something begins and set back when it ends, within one path"
_WORK = "what is left to follow, or was followed: it does not matter on which path, and work that was done was done"
_CACHE = "depends on the text and not on the path"
_SETTING = "said once, of the whole program"
NEVER_UNDONE = {
    "flow": "what was seen on some path was seen",
    **dict.fromkeys(("branches", "journals", "_owned"), "the journals themselves, and their owners"),
    **dict.fromkeys("stack calls files loops around".split(), _BALANCED),
    **dict.fromkeys("module work".split(), _WORK),
    **dict.fromkeys("_globals _attributes".split(), _CACHE),
    **dict.fromkeys("about _invoke witness".split(), _SETTING),
    **dict.fromkeys("mark _next".split(), "the clock, which only goes forward"),
}
"""What a branch leaves as it is, and why that is right."""


class State:
    """Whatever is learned on a path lies in a journal and is undone with it; see UNDONE_BY_HAND and NEVER_UNDONE."""

    def __init__(self) -> None:
        self.flow = Flow()
        self.branches = Branches()
        self.heap = Heap(self.branches)
        self.outer_names = OuterNames(self.branches)
        """Variables of other scopes that `global` and `nonlocal` reach."""
        self.writes: Journal[int, tuple[Write, ...]] = Journal(self.branches, joined_tuples)
        self.stored: Journal[Node, tuple[tuple[object, Value], ...]] = Journal(self.branches, joined_tuples)
        """The line that made it, and what was put anywhere inside of something unknown, or of a layer in the place of
        its weights."""
        self.scope = Scope({})
        self.context = Context()
        self.frame = Frame()
        self.stack: tuple[cst.CSTNode, ...] = ()
        self.calls: tuple[cst.CSTNode, ...] = ()
        self.files: tuple[Outline | None, ...] = (None,)
        """The module of each call on the stack and, last, of what runs now; None for the file that is linted."""
        self.module = ModuleContents()
        self.loops = Loops()
        self.around = Around()
        self.work = Work()
        self.about = About()
        self.mark = 0
        """The clock at the beginning of the present statement."""
        self.witness: Witness | None = None
        """Whoever wants to know all that is computed; linting does not."""
        self._next = 0
        self._globals = Node(0, "globals", Place(cst.Pass()))
        self._attributes: dict[tuple[Node, str], Unknown] = {}
        self._owned: dict[Callable[[Branches], Any], Any] = {}
        self.journals: dict[int, Journal[Any, Any]] = {}
        """All journals by their numbers, those of monitors included."""
        self._adopt(self)

    # -- what belongs to others ----------------------------------------------------------

    def own(self, kind: Callable[[Branches], M]) -> M:
        """What a monitor or a library remembers of this program; made when it is first requested."""
        found: M | None = self._owned.get(kind)
        if found is None:
            found = self._owned[kind] = kind(self.branches)
            self._adopt(found)
        return found

    def _adopt(self, owner: object) -> None:
        self.journals.update(
            (each.number, each) for each in vars(owner).values() if isinstance(each, Journal)
        )

    # -- identity and memory -------------------------------------------------------------

    def fresh(self) -> int:
        self._next += 1
        return self._next

    def alloc(self, thing: HeapObject) -> Ref:
        ref = Ref(self.fresh())
        self.heap[ref.id] = thing
        return ref

    def load(self, value: Value | None) -> HeapObject | None:
        return self.heap.get(value.id) if type(value) is Ref else None

    def array(self, value: Value | None) -> Array | None:
        if type(value) is Ref:
            thing = self.heap.get(value.id)
            if type(thing) is Array:
                return thing
        return None

    def update(self, ref: Ref, thing: HeapObject) -> None:
        self.heap[ref.id] = thing if isinstance(thing, Array) else without_itself(self.heap, ref, thing)

    def place(self, node: cst.CSTNode) -> Place:
        return Place(node, self.stack, self.files)

    def tick(self, cost: int = 1) -> bool:
        """Count work; False once the budget is spent."""
        self.work.steps += cost
        if self.work.steps > STEP_LIMIT:
            self.flow.partial = True
            return False
        return True

    # -- variables -----------------------------------------------------------------------

    def bind(self, name: str, value: Value) -> None:
        scope = self.frame.outer.get(name)
        if scope is None or scope is self.scope:
            self.scope.names[name] = value
        else:
            self.outer_names[scope, name] = value

    def declare_outer(self, names: Seq[str], top: bool) -> None:
        for name in names:
            scope = self.scope.parent
            while scope is not None and scope.parent is not None and (top or name not in scope.names):
                scope = scope.parent
            if scope is not None:
                self.frame.outer[name] = scope

    def members(self, sequence: Sequence) -> list[Value]:
        return [*(sequence.items or ()), *((sequence.rest,) if sequence.rest is not None else ())]

    # -- recording -----------------------------------------------------------------------

    @contextmanager
    def within(self, context: Context) -> Iterator[None]:
        before = self.context
        self.context = context
        try:
            yield
        finally:
            self.context = before

    @property
    def certain(self) -> bool:
        """Whether this runs with the recording state that it seems to have."""
        if not self.context.imagined:
            return True
        func = self.calls[-1] if self.calls else None
        return isinstance(func, cst.FunctionDef) and func.name.value in RECORDED

    @property
    def recording(self) -> bool:
        return self.context.pause is None and not self.context.paused_outside
