"""What the abstract machine remembers: variables, heap, what is recorded now, what has happened so far."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from collections.abc import Sequence as Seq
from contextlib import contextmanager
from functools import cached_property
from typing import TYPE_CHECKING

import libcst as cst

from gradlint.flow.facts import Flow, Misuse, Write
from gradlint.flow.graph import (
    TORCH,
    Node,
    Pause,
    Place,
    Recorder,
    Recorders,
)
from gradlint.flow.holding import without_itself
from gradlint.flow.journal import Heap, Journal
from gradlint.flow.uses import Called, Store, Use
from gradlint.flow.values import (
    Array,
    Class,
    HeapObject,
    Lang,
    Ref,
    Scope,
    Sequence,
    Transform,
    Unknown,
    Value,
)
from gradlint.records import dataclass, field, replace

if TYPE_CHECKING:
    from gradlint.flow.project import Project
    from gradlint.flow.training import Gradient

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
DISTRIBUTION = "dist:"
"""How the names of probability distributions begin."""
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
    guarded: bool = False
    """Inside a try block that catches what a tracer raises."""
    imagined: bool = False
    """Nobody in the program makes this call: what its callers record is not known."""
    since: int = 0
    """The clock when the imagined call began: how old what it finds will be then is not known either."""

    def inside(self, recorder: Recorder) -> Context:
        """What is recorded in a function that is traced; a try block around all of it is none of its branches."""
        return replace(self, traces=(*self.traces, recorder), guarded=False)

    @cached_property
    def active(self) -> Recorders:
        running = {each for each in self.tapes if each not in self.paused_tapes}
        running.update(self.traces)
        if self.pause is None:
            running.add(TORCH)
        return frozenset(running)


@dataclass(slots=True)
class Snapshot:
    """One path: the variables at its end, and what it changed on the heap."""

    names: dict[str, Value]
    heap: dict[int, HeapObject]
    writes: dict[int, tuple[Write, ...]]
    grads: dict[int, Gradient]
    freed: dict[int, Place]
    asked_once: dict[int, Place]
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
    yields: list[Value] = field(default_factory=list)
    left_paused: Pause | None = None
    """A switch to no_grad that a return leaves behind."""


class State:
    def __init__(self) -> None:
        self.flow = Flow()
        self.heap = Heap()
        self.writes: Journal[tuple[Write, ...]] = Journal()
        self.grads: Journal[Gradient] = Journal()
        """What has happened to the gradient of each source."""
        self.freed: Journal[Place] = Journal()
        """Operations that a backward pass has gone through."""
        self.asked_once: Journal[Place] = Journal()
        """Values on which backward was called."""
        self.graph_grads: dict[int, Place] = {}
        """Gradients made with create_graph=True that nobody has cleared."""
        self.empty_steps: dict[int, Place] = {}
        self.empty_places: set[cst.CSTNode] = set()
        """Steps taken while there was no gradient."""
        self.scope = Scope({})
        self.context = Context()
        self.frame = Frame()
        self.stack: tuple[cst.CSTNode, ...] = ()
        self.calls: tuple[cst.CSTNode, ...] = ()
        self.in_part: set[cst.CSTNode] = set()
        """Functions of which an imagined call has left out a branch, because of what it was given."""
        self.star_imports: list[str] = []
        self.defined: list[Value] = []
        """Functions in the order of their definition."""
        self.classes: list[Class] = []
        self.pending: list[Transform] = []
        """Transformed functions that nobody has called yet."""
        self.called: set[int] = set()
        self.keras_losses: list[tuple[Value, bool, Place]] = []
        """Functions given to compile(loss=...), followed once the program has been."""
        self.attribute_places: dict[tuple[int, str], Place] = {}
        """Where an attribute of an instance was set."""
        self.frozen: dict[Ref, None] = {}
        """Parameters that have been told, at some time, to ask for no gradient."""
        self.late: dict[int, Misuse] = {}
        """Layers and variables made while a forward pass runs, unless somebody keeps them."""
        self.optimizers: dict[int, set[Ref]] = {}
        self.optimizer_places: dict[int, Place] = {}
        self.replaced: list[tuple[int, frozenset[Ref], Place]] = []
        """Submodules replaced under an optimizer that holds the old weights."""
        self.captures: dict[tuple[int, str], tuple[Value, Place]] = {}
        """Globals that a compiled function has read."""
        self.compiling: list[int] = []
        self.modulo = 0
        """How many `if i % k == 0:` we are in."""
        self.rare_steps: dict[int, tuple[Place, Place]] = {}
        """Sources whose gradient is summed here and stepped with there only every so often."""
        self.slots: dict[Node, list[tuple[Place, Node]]] = {}
        """Gradients that were added to a TensorFlow variable, and where."""
        self.pieced: set[int] = set()
        """Sources whose gradient was summed over the pieces of one batch."""
        self.rescaled: set[int] = set()
        """Sources whose gradient is divided by hand."""
        self.untracked: list[tuple[Node, Misuse]] = []
        self.unregistered: list[tuple[Value, Misuse]] = []
        self.assigned: set[Node] = set()
        """Variables that the program itself gives new values."""
        """tf.Variables that are attributes of a Keras object."""
        self.evaluated: set[int] = set()
        """Parameters of modules in evaluation mode."""
        self.stored: list[tuple[Node, Place]] = []
        self.found_none = False
        """In this pass of a loop a branch was decided because something is still None."""
        self.loops = 0
        """How many loops we are in."""
        self.once_more = False
        """A loop around this runs on its own results: whatever is inside has been run before."""
        self.runs: dict[cst.CSTNode, int] = {}
        """How often each function has been followed."""
        self.empty_clips: dict[int, Place] = {}
        self.project: Project | None = None
        self.asks = True
        """The program itself may ask for a gradient."""
        self.home: Place | None = None
        """The call that leads into another module: whatever happens there happens here."""
        self.abroad = 0
        """Calls into other modules so far."""
        self.foreign_scopes: dict[str, Scope] = {}
        self.foreign_classes: list[Class] = []
        self.foreign_names: dict[str, Value | None] = {}
        self.runs_eagerly = False
        """TensorFlow has been told to trace no function."""
        self.legacy_graph = False
        """The program builds TensorFlow 1 graphs by hand."""
        self.forwards = 0
        """How many forward() or call() of a module are running."""
        self.keras_models: list[tuple[Value, Place]] = []
        """Models given to compile(): Keras will call them while tracing."""
        self.langs: set[Lang] = set()
        """Frameworks imported so far."""
        self.uses: list[Use] = []
        """What is done with functions and classes that bring their own gradient."""
        self.called_with: dict[cst.CSTNode, list[Called]] = {}
        self.quotients: dict[cst.BinaryOperation, cst.CSTNode | None] = {}
        """Divisions, and the function in which each is written."""
        self.stores: list[Store] = []
        """Numbers with a fraction that were written into integer arrays."""
        self.blocks: list[tuple[int, Callable[[Value], None]]] = []
        """Blocks of `with` statements that a generator will run, and how deep they stand."""
        self.mark = 0
        """The clock at the beginning of the present statement."""
        self.steps = 0
        self._next = 0
        self._globals = Node(0, "globals", Place(cst.Pass()))
        self._attributes: dict[tuple[Node, str], Unknown] = {}

    # -- identity and memory -------------------------------------------------------------

    def fresh(self) -> int:
        self._next += 1
        return self._next

    def alloc(self, thing: HeapObject) -> Ref:
        ref = Ref(self.fresh())
        self.heap[ref.id] = thing
        return ref

    def load(self, value: Value | None) -> HeapObject | None:
        return self.heap.get(value.id) if isinstance(value, Ref) else None

    def array(self, value: Value | None) -> Array | None:
        if isinstance(value, Ref):
            thing = self.heap.get(value.id)
            if isinstance(thing, Array):
                return thing
        return None

    def update(self, ref: Ref, thing: HeapObject) -> None:
        self.heap[ref.id] = thing if isinstance(thing, Array) else without_itself(self.heap, ref, thing)

    def place(self, node: cst.CSTNode) -> Place:
        return self.home or Place(node, self.stack)

    def tick(self, cost: int = 1) -> bool:
        """Count work; False once the budget is spent."""
        self.steps += cost
        if self.steps > STEP_LIMIT:
            self.flow.partial = True
            return False
        return True

    # -- variables -----------------------------------------------------------------------

    def bind(self, name: str, value: Value) -> None:
        self.frame.outer.get(name, self.scope).names[name] = value

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
        return self.context.pause is None
