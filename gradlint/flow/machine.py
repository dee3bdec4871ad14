"""The abstract machine: variables, heap, recorders, and the one way to compute a new value.

Everything that follows a program (statements, expressions, library functions) works through
these primitives; none of them knows which framework it serves.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from collections.abc import Sequence as Seq
from contextlib import contextmanager
from functools import cached_property
from typing import TYPE_CHECKING, Any

import libcst as cst

from gradlint.flow.facts import Flow, Misuse, Write
from gradlint.flow.graph import (
    NOBODY,
    TORCH,
    CutKind,
    Edge,
    EdgeRole,
    Node,
    Pause,
    Place,
    Recorder,
    Recorders,
    Source,
    SourceKind,
)
from gradlint.flow.journal import Heap, Journal
from gradlint.flow.uses import CALLS_KEPT, Called, Store, Use
from gradlint.flow.values import (
    Array,
    Class,
    Const,
    Dictionary,
    Dtype,
    Func,
    HeapObject,
    Instance,
    Lang,
    Layer,
    Method,
    Object,
    Params,
    Partial,
    Ref,
    Scope,
    Sequence,
    Shape,
    Tape,
    Transform,
    Unknown,
    Value,
    View,
    ViewKind,
)
from gradlint.records import dataclass, field, replace

if TYPE_CHECKING:
    from gradlint.flow.calls import Arguments
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


_DEATHS = {"continue": 0, "break": 1, "return": 2}
"""Where all paths end, the program goes on where the nearest of them leads."""

Invoke = Callable[["Machine", Value, "Arguments", cst.CSTNode], Value]


class Machine:
    def __init__(self, invoke: Invoke) -> None:
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
        self.foreign_names: dict[str, Value | None] = {}
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
        self._invoke = invoke
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
        self.heap[ref.id] = thing

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

    # -- calling -------------------------------------------------------------------------

    def invoke(self, func: Value, arguments: Arguments, node: cst.CSTNode) -> Value:
        return self._invoke(self, func, arguments, node)

    def run_around(self, generator: Partial, block: Callable[[Value], None], node: cst.CSTNode) -> None:
        """Run a generator function with this block in the place of its first yield."""
        outer = (self.scope, self.frame, self.stack, self.calls)
        waiting = len(self.blocks)

        def inside(value: Value) -> None:
            inner = (self.scope, self.frame, self.stack, self.calls)
            self.scope, self.frame, self.stack, self.calls = outer
            try:
                block(value)
            finally:
                self.scope, self.frame, self.stack, self.calls = inner

        self.blocks.append((len(self.calls), inside))
        self.invoke_plain(generator, node)
        if len(self.blocks) > waiting:  # it never came to its yield, or we did not see it
            self.blocks.pop()
            block(self.data(node))

    def at_yield(self, value: Value) -> None:
        """A generator hands something out; if a block waits for it, the block runs now."""
        if self.blocks and len(self.calls) > self.blocks[-1][0]:
            self.blocks.pop()[1](value)

    def invoke_plain(self, func: Value, node: cst.CSTNode, *args: Value) -> Value:
        from gradlint.flow.calls import Arguments

        return self.invoke(func, Arguments(tuple(args)), node)

    def invoke_method(self, receiver: Value, name: str, args: tuple[Value, ...], node: cst.CSTNode) -> Value:
        from gradlint.flow.calls import Arguments
        from gradlint.flow.expressions import attribute

        return self.invoke(attribute(self, receiver, name, node), Arguments(args), node)

    def is_foreign(self, func: Func) -> bool:
        """Whether a function belongs to another module of the project."""
        if not self.foreign_scopes:
            return False
        scope = func.scope
        while scope.parent is not None:
            scope = scope.parent
        return scope in self.foreign_scopes.values()

    def was_followed(self, func: Func) -> bool:
        """Whether a function need not be followed for its own sake any more."""
        return func.node in self.runs and func.node not in self.in_part

    def leave_out(self, branch: cst.CSTNode | None) -> None:
        """A branch is not taken this time."""
        if branch is not None and self.context.imagined and len(self.calls) > 1:
            self.in_part.add(self.calls[-1])

    def is_program_function(self, value: Value) -> bool:
        while isinstance(value, (Transform, Partial)):
            value = value.func
        return isinstance(value, (Func, Method))

    def note_use(self, owner: Class | Transform, how: str, arguments: Arguments, node: cst.CSTNode) -> None:
        given = tuple(self.array(value) or value for value in arguments.pos)
        self.uses.append(
            Use(owner, how, given, dict(arguments.kw), arguments.open, self.place(node), self.certain)
        )

    def note_store(self, array: Array, value: Value, node: cst.CSTNode) -> None:
        thing = value if isinstance(value, Const) else self.array(value)
        if isinstance(thing, Const) and not isinstance(thing.value, float):
            return
        if thing is not None and (isinstance(thing, Const) or thing.dtype == "float"):
            self.stores.append(Store(node, array, thing, self.calls[-1] if self.calls else None))

    def note_call(self, func: Func, names: dict[str, Value], node: cst.CSTNode) -> Called | None:
        """Remember with what a function of the program was called; None once enough is known of it."""
        kept = self.called_with.setdefault(func.node, [])
        known: dict[str, Array | Const] = {}
        for name, value in names.items():
            thing = value if isinstance(value, Const) else self.array(value)
            if thing is not None:
                known[name] = thing
        if not known or len(kept) >= CALLS_KEPT:
            return None
        made = Called(known, self.place(node))
        kept.append(made)
        return made

    def shapes_of(self, value: Value) -> tuple[Shape | None, ...]:
        """The shapes of the one or several arrays that a function returned."""
        thing = self.load(value)
        items = thing.items or () if isinstance(thing, Sequence) else (value,)
        arrays = [self.array(each) for each in items]
        return tuple(each.shape if each is not None else None for each in arrays)

    def applied(self, transform: Transform) -> None:
        """A transformed function has been called: its own call need not be imagined at the end."""
        self.called.add(id(transform.place))

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

    def tracked_now(self, array: Array) -> Recorders:
        """The recorders that follow this array if it is used at this moment."""
        active = self.context.active
        found = array.tracked & active
        if array.variable and array.trainable:
            found |= frozenset(each for each in active if each.kind == "tape" and each.autowatch)
        return found

    def edges(self, value: Value, role: EdgeRole = "value") -> list[Edge]:
        """The graph nodes inside a value, with the recorders that follow them now."""
        found: list[Edge] = []
        self._collect(value, role, found)
        return found

    def _collect(self, value: Value, role: EdgeRole, found: list[Edge]) -> None:
        if len(found) >= FLATTEN_LIMIT:
            return
        if isinstance(value, Unknown):
            active = self.context.active
            tracked = active if value.node.source is not None else value.node.tracked & active
            found.append(Edge(value.node, role, tracked))
            return
        if isinstance(value, Partial):
            for each in (*value.args, *(item for _, item in value.kwargs)):
                self._collect(each, role, found)
            return
        thing = self.load(value)
        if isinstance(thing, Array):
            wants = thing.lang != "torch" or bool(thing.tracked)
            found.append(Edge(thing.node, role, self.tracked_now(thing), wants))
        elif isinstance(thing, Sequence):
            for each in thing.items or ():
                self._collect(each, role, found)
            if thing.rest is not None:
                self._collect(thing.rest, role, found)
        elif isinstance(thing, Dictionary):
            for each in thing.items.values():
                self._collect(each, role, found)
            if thing.rest is not None:
                self._collect(thing.rest, role, found)
        elif isinstance(thing, Params):
            for ref in thing.arrays:
                self._collect(ref, role, found)
        elif isinstance(thing, Object) and thing.name.startswith(DISTRIBUTION):
            for each in thing.args:
                self._collect(each, role, found)
        elif isinstance(thing, Layer):
            if thing.params is not None:
                self._collect(thing.params, role, found)
            for each in thing.children:
                self._collect(each, role, found)
        elif isinstance(thing, Instance):
            for ref in self.parameters_of(value):
                self._collect(ref, role, found)
            found.append(Edge(thing.node, role, self.context.active))

    def parameters_of(self, value: Value) -> list[Ref]:
        """The parameter arrays of a module, layer, or container of them, each once."""
        found: dict[Ref, None] = {}
        seen: set[int] = set()
        stack: list[Value] = [value]
        while stack:
            here = stack.pop()
            if not isinstance(here, Ref) or here.id in seen:
                continue
            seen.add(here.id)
            thing = self.heap.get(here.id)
            inside: list[Value] = []
            if isinstance(thing, Array):
                if thing.parameter or thing.variable:
                    found[here] = None
            elif isinstance(thing, Layer):
                inside = [*((thing.params,) if thing.params else ()), *thing.children]
            elif isinstance(thing, Instance):
                inside = list(thing.attrs.values())
            elif isinstance(thing, Sequence):
                inside = self.members(thing)
            elif isinstance(thing, Dictionary):
                inside = list(thing.items.values())
            elif isinstance(thing, Params):
                inside = list(thing.arrays)
            stack.extend(reversed(inside))
        return list(found)

    def added_losses(self, value: Value) -> list[Value]:
        """What a Keras model and the layers inside it have given to add_loss."""
        found: dict[Value, None] = {}
        for _, thing in self._with_layers(value):
            added = self.load(thing.attrs.get(ADDED_LOSSES))
            found.update(dict.fromkeys(self.members(added) if isinstance(added, Sequence) else ()))
        return list(found)

    def clear_losses(self, value: Value) -> None:
        """A Keras model that is called from outside forgets what its last call gave to add_loss."""
        for ref, thing in list(self._with_layers(value)):
            if ADDED_LOSSES in thing.attrs:
                kept = {key: each for key, each in thing.attrs.items() if key != ADDED_LOSSES}
                self.update(ref, replace(thing, attrs=kept))

    def _with_layers(self, value: Value) -> Iterator[tuple[Ref, Instance]]:
        """A model and every layer of the program's own inside it."""
        seen: set[Value] = set()
        stack: list[Value] = [value]
        while stack:
            here = stack.pop()
            thing = self.load(here)
            if here in seen:
                continue
            seen.add(here)
            if isinstance(thing, Layer):
                stack.extend(thing.children)
            elif isinstance(thing, Sequence):
                stack.extend(self.members(thing))
            elif isinstance(thing, Instance) and isinstance(here, Ref):
                yield here, thing
                stack.extend(
                    each for key, each in thing.attrs.items() if key != ADDED_LOSSES and isinstance(each, Ref)
                )

    def node(
        self,
        op: str,
        place: Place,
        inputs: Iterable[tuple[Value, EdgeRole]] = (),
        *,
        cut: CutKind | None = None,
        source: Source | None = None,
        opaque: bool = False,
    ) -> Node:
        edges: dict[Node, Edge] = {}
        operands: list[Node | None] = []
        constants: list[object] = []
        known_shapes: list[Shape | None] = []
        for value, role in inputs:
            operand: Node | None = None
            constant: object = None
            shape: Shape | None = None
            if isinstance(value, Const):
                constant, shape = value.value, ()
            else:
                if isinstance(value, Unknown):
                    operand = value.node
                elif isinstance(thing := self.load(value), Array):
                    operand, shape = thing.node, thing.shape
                found: list[Edge] = []
                self._collect(value, role, found)
                for edge in found:
                    known = edges.get(edge.node)
                    if known is None or (known.role == "index" and role != "index"):
                        edges[edge.node] = edge
            operands.append(operand)
            constants.append(constant)
            known_shapes.append(shape)
        context = self.context
        self._next += 1
        return Node(
            self._next,
            op,
            place,
            tuple(edges.values()),
            cut,
            context.active,
            context.pause,
            source,
            operands=tuple(operands),
            constants=tuple(constants),
            shapes=tuple(known_shapes),
            paused=context.paused_tapes,
            opaque=opaque,
        )

    def compute(
        self,
        lang: Lang,
        op: str,
        node: cst.CSTNode,
        inputs: Seq[tuple[Value, EdgeRole]],
        *,
        dtype: Dtype | None = None,
        shape: Shape | None = None,
        cut: CutKind | None = None,
        opaque: bool = False,
    ) -> Ref:
        """A new array made by an operation."""
        made = self.node(op, self.place(node), inputs, cut=cut, opaque=opaque)
        if lang in ("tensorflow", "jax"):
            self._note_frozen(made, lang)
        tracked = made.tracked
        return self.alloc(
            Array(
                lang,
                made,
                dtype,
                shape,
                tracked,
                self._seen_by(inputs, made) if lang == "jax" and self.context.traces else NOBODY,
                maybe=bool(tracked) and not any(self._surely_tracked(value) for value, _ in inputs),
                storage=self.fresh(),
                inference=self.context.pause is not None and self.context.pause.inference,
            )
        )

    def _seen_by(self, inputs: Seq[tuple[Value, EdgeRole]], made: Node) -> Recorders:
        """A value made from a tracer is a tracer, whatever becomes of its gradient."""
        found: Recorders = NOBODY
        for edge in made.edges:
            found |= edge.tracked
        for value, _ in inputs:
            array = self.array(value)
            if array is not None:
                found |= array.seen_by
        return found & self.context.active

    def is_abstract(self, value: Value | None) -> bool:
        """A tracer without a value: of jit, vmap, scan or checkpoint."""
        array = self.array(value)
        if array is None or array.lang != "jax" or array.maybe:
            return False
        seen = (array.seen_by | array.tracked) & self.context.active
        return any(each.kind == "jit" for each in seen)

    def _note_frozen(self, made: Node, lang: Lang) -> None:
        """A number that Python made while tracing is the same in every call, and so is what NumPy makes of it."""
        stack = [each for each in made.operands if each is not None]
        seen: set[Node] = set()
        while stack and len(seen) < FLATTEN_LIMIT:
            each = stack.pop()
            if each.op.startswith(FROZEN):
                self.flow.misuses.append(Misuse(each.place, "frozen", lang, each.op.removeprefix(FROZEN)))
            elif each.op.startswith("numpy.") and self.tracing and each not in seen:
                seen.add(each)
                stack.extend(one for one in each.operands if one is not None)

    @property
    def tracing(self) -> bool:
        """Inside a function that is traced once and then replayed."""
        return self.context.graph_mode or any(each.kind == "jit" for each in self.context.traces)

    def name_inputs(self, result: Value, keys: Iterable[str]) -> None:
        """Remember by which keywords the last inputs of an operation were given."""
        made = self.node_of(result)
        if made is not None:
            made.keys = tuple(keys)

    def number_part(self, result: Value, part: int) -> None:
        """Remember which of several results of an operation this is."""
        made = self.node_of(result)
        if made is not None:
            made.part = part

    def node_of(self, value: Value) -> Node | None:
        """The graph node that a value stands for, if it is one."""
        if isinstance(value, Unknown):
            return value.node
        array = self.array(value)
        return array.node if array is not None else None

    def misuse(
        self, node: cst.CSTNode, kind: str, lang: Lang, detail: str = "", related: Place | None = None
    ) -> None:
        self.flow.misuses.append(Misuse(self.place(node), kind, lang, detail, related, self.certain))

    def _surely_tracked(self, value: Value) -> bool:
        thing = self.load(value)
        if isinstance(thing, Array):
            return bool(self.tracked_now(thing)) and not thing.maybe
        if isinstance(thing, Sequence):
            return any(self._surely_tracked(each) for each in thing.items or ())
        if isinstance(thing, Layer):
            return thing.params is not None and self._surely_tracked(thing.params)
        if isinstance(value, Unknown) and value.node.source is not None:
            return value.node.source.kind == "argument"
        return False

    def source(
        self,
        lang: Lang,
        kind: SourceKind,
        node: cst.CSTNode,
        *,
        op: str = "",
        inputs: Iterable[tuple[Value, EdgeRole]] = (),
        tracked: Recorders = NOBODY,
        seen_by: Recorders = NOBODY,
        dtype: Dtype | None = None,
        shape: Shape | None = None,
        cut: CutKind | None = None,
        leaf: bool = True,
        variable: bool = False,
        trainable: bool = True,
        parameter: bool = False,
    ) -> Ref:
        """A new array in which a gradient may enter."""
        made = self.node(op or kind, self.place(node), inputs, cut=cut, source=Source(kind))
        return self.alloc(
            Array(
                lang,
                made,
                dtype,
                shape,
                tracked,
                seen_by,
                leaf=leaf,
                storage=self.fresh(),
                variable=variable,
                trainable=trainable,
                parameter=parameter,
            )
        )

    def unknown(
        self, node: cst.CSTNode, inputs: Iterable[tuple[Value, EdgeRole]] = (), op: str = ""
    ) -> Unknown:
        """The result of something not understood: it may carry anything."""
        made = self.node(op or "unknown", self.place(node), inputs, source=Source("unknown"), opaque=True)
        return Unknown(made)

    def attribute_of(self, owner: Node, name: str, node: cst.CSTNode) -> Unknown:
        """The same unknown attribute is the same unknown each time it is read."""
        key = (owner, name)
        if key not in self._attributes:
            made = Node(
                self.fresh(),
                name,
                self.place(node),
                (Edge(owner, "value", self.context.active),),
                None,
                self.context.active,
                self.context.pause,
                Source("unknown", name),
                opaque=True,
            )
            self._attributes[key] = Unknown(made)
        return self._attributes[key]

    def global_unknown(self, name: str, node: cst.CSTNode) -> Unknown:
        """A name that is bound nowhere we can see: the same unknown each time."""
        return self.attribute_of(self._globals, name, node)

    @property
    def lang(self) -> Lang | None:
        """The framework that an unknown tensor belongs to, if the program uses only one."""
        return next(iter(self.langs)) if len(self.langs) == 1 else None

    def number(self, node: cst.CSTNode, op: str = "number") -> Ref:
        """A Python number about which only its type is known."""
        made = Node(self.fresh(), op, self.place(node))
        return self.alloc(Array("python", made, None, ()))

    def data(self, node: cst.CSTNode, origin: Seq[Value] = ()) -> Unknown:
        """Something read from outside the program: it carries no gradient."""
        return Unknown(Node(self.fresh(), DATA, self.place(node)))

    def make_view(self, ref: Ref, base: Ref, kind: ViewKind) -> Ref:
        """Let one array show the memory of another."""
        array, under = self.array(ref), self.array(base)
        if array is not None and under is not None:
            written = len(self.writes.get(under.storage, ()))
            view = View(base.id, kind, written, TORCH not in under.tracked)
            inference = array.inference or under.inference
            self.update(ref, replace(array, storage=under.storage, view=view, inference=inference))
        return ref

    # -- paths ---------------------------------------------------------------------------

    def begin(self) -> Snapshot:
        """Open a branch. What it does is remembered until `end` takes it back."""
        for journal in self._journals():
            journal.begin()
        return Snapshot(dict(self.scope.names), {}, {}, {}, {}, {}, self.context, self.frame.dead)

    def so_far(self) -> Snapshot:
        """The open branch as it stands."""
        return Snapshot(
            dict(self.scope.names),
            self.heap.changes(),
            self.writes.changes(),
            self.grads.changes(),
            self.freed.changes(),
            self.asked_once.changes(),
            self.context,
            self.frame.dead,
        )

    def end(self, before: Snapshot) -> Snapshot:
        """Close the branch: tell what it did, and be back where it began."""
        path = self.so_far()
        for journal in self._journals():
            journal.undo()
        self._restore(before)
        return path

    def _restore(self, snapshot: Snapshot) -> None:
        self.scope.names.clear()
        self.scope.names.update(snapshot.names)
        self.context = snapshot.context
        self.frame.dead = snapshot.dead

    def merge(self, paths: Seq[Snapshot], node: cst.CSTNode) -> None:
        """Continue with what holds after any of these paths."""
        alive = [path for path in paths if not path.dead] or [min(paths, key=lambda path: _DEATHS[path.dead])]
        self._merge_heaps([path.heap for path in alive], node)
        self._merge_writes([path.writes for path in alive])
        self._merge_training(alive)
        for path in paths:
            if path.dead:  # what it returned must stay reachable
                for key, thing in path.heap.items():
                    if key not in self.heap:
                        self.heap[key] = thing
        self._restore(alive[0])
        for path in alive[1:]:
            names = self.scope.names
            for name, value in path.names.items():
                mine = names.get(name)
                if mine is not value:
                    names[name] = value if mine is None else self._join_names(mine, value, node)

    def _join_names(self, mine: Value, value: Value, node: cst.CSTNode) -> Value:
        """What a variable holds after either path; after a loop that is no free choice."""
        clock = self._next
        joined = self.join(mine, value, node)
        made = self.node_of(joined) if isinstance(node, cst.For) else None
        if made is not None and made.op == "either" and made.id > clock:
            made.last = True
        return joined

    def _merge_heaps(self, heaps: Seq[dict[int, HeapObject]], node: cst.CSTNode) -> None:
        changed: dict[int, list[HeapObject]] = {}
        for heap in heaps:
            for key, thing in heap.items():
                changed.setdefault(key, []).append(thing)
        # What a path made comes first: what it changed may refer to it.
        for key in sorted(changed, key=lambda each: each in self.heap):
            found = changed[key]
            before = self.heap.get(key)
            if before is not None and len(found) < len(heaps):
                found = [heap.get(key, before) for heap in heaps]
            result = found[0]
            for thing in found[1:]:
                if thing is not result:
                    result = self._join_things(result, thing, node)
            self.heap[key] = result

    def _merge_writes(self, changed: Seq[dict[int, tuple[Write, ...]]]) -> None:
        for storage in {key: None for each in changed for key in each}:
            before = self.writes.get(storage, ())
            result: tuple[Write, ...] = ()
            for written in (each.get(storage, before) for each in changed):
                result += tuple(one for one in written if one not in result)
            self.writes[storage] = result

    def _journals(self) -> tuple[Journal[Any], ...]:
        return (self.heap, self.writes, self.grads, self.freed, self.asked_once)

    def _merge_training(self, alive: Seq[Snapshot]) -> None:
        from gradlint.flow.training import ABSENT, merged

        for key in {key: None for path in alive for key in path.grads}:
            before = self.grads.get(key, ABSENT)
            states = [path.grads.get(key, before) for path in alive]
            result = states[0]
            for state in states[1:]:
                result = merged(result, state)
            self.grads[key] = result
        everywhere = all(path.freed.keys() == alive[0].freed.keys() for path in alive[1:])
        for path in alive:
            if everywhere:
                for key, place in path.freed.items():
                    self.freed[key] = place
            for key, place in path.asked_once.items():
                self.asked_once[key] = place

    def join(self, left: Value, right: Value, node: cst.CSTNode) -> Value:
        """One value that stands for either."""
        if left is right or (type(left) is type(right) and left == right):
            return left
        if isinstance(left, Const) and left.value is None:
            return right
        if isinstance(right, Const) and right.value is None:
            return left
        one, two = self.load(left), self.load(right)
        if isinstance(one, Array) and isinstance(two, Array):
            return self.alloc(self._join_arrays(one, two, node))
        if isinstance(one, Array) and isinstance(right, Const):
            return left
        if isinstance(two, Array) and isinstance(left, Const):
            return right
        if isinstance(one, Sequence) and isinstance(two, Sequence):
            return self.alloc(self._join_sequences(one, two, node))
        if isinstance(left, Const) and isinstance(right, Const):
            if isinstance(left.value, (int, float)) and isinstance(right.value, (int, float)):
                return self.number(node, VARYING)
            return Unknown(self.node("either", self.place(node)))
        if one is not None and two is not None and type(one) is type(two) and not isinstance(one, Dictionary):
            return left
        if self._carries_nothing(left) and self._carries_nothing(right):
            return self.data(node)
        return Unknown(
            self.node(
                "either", self.place(node), ((left, "value"), (right, "value")), source=Source("unknown")
            )
        )

    def _carries_nothing(self, value: Value) -> bool:
        """A literal, something read from outside, or a Python number that was computed from such."""
        if isinstance(value, Const):
            return True
        made, array = self.node_of(value), self.array(value)
        if made is None or (array is not None and array.lang != "python"):
            return False
        stack, seen = [made], {made}
        while stack and len(seen) < 40:
            here = stack.pop()
            if here.source is not None:
                return False
            inner = [edge.node for edge in here.edges if edge.node not in seen]
            seen.update(inner)
            stack.extend(inner)
        return not stack

    def _join_things(self, one: HeapObject, two: HeapObject, node: cst.CSTNode) -> HeapObject:
        if isinstance(one, Array) and isinstance(two, Array):
            return one if one == two else self._join_arrays(one, two, node)
        if isinstance(one, Sequence) and isinstance(two, Sequence):
            return one if one == two else self._join_sequences(one, two, node)
        if isinstance(one, Instance) and isinstance(two, Instance):
            attrs = dict(one.attrs)
            for name, value in two.attrs.items():
                attrs[name] = self.join(attrs[name], value, node) if name in attrs else value
            return replace(one, attrs=attrs)
        if isinstance(one, Dictionary) and isinstance(two, Dictionary):
            items = dict(one.items)
            for key, value in two.items.items():
                items[key] = self.join(items[key], value, node) if key in items else value
            return Dictionary(items, one.rest or two.rest)
        if isinstance(one, Tape) and isinstance(two, Tape):
            return replace(
                one,
                entered=one.entered if one.entered == two.entered else None,
                consumed=one.consumed if one.consumed == two.consumed else None,
            )
        return one

    def _join_arrays(self, one: Array, two: Array, node: cst.CSTNode) -> Array:
        if one.node is two.node:
            made = one.node
        else:
            edges = tuple(
                Edge(each.node, "value", each.tracked | self.tracked_now(each)) for each in (one, two)
            )
            made = Node(
                self.fresh(),
                "either",
                self.place(node),
                edges,
                None,
                self.context.active | one.tracked | two.tracked,
            )
        shape = one.shape if one.shape == two.shape else None
        return replace(
            one,
            node=made,
            dtype=one.dtype if one.dtype == two.dtype else None,
            shape=shape,
            tracked=one.tracked | two.tracked,
            maybe=one.maybe or two.maybe or one.tracked != two.tracked or one.lang != two.lang,
            leaf=one.leaf and two.leaf,
            variable=one.variable and two.variable,
            trainable=one.trainable or two.trainable,
            retains=one.retains or two.retains,
            view=one.view if one.view == two.view else None,
            storage=one.storage if one.storage == two.storage else self.fresh(),
            inference=one.inference and two.inference,
        )

    def _join_sequences(self, one: Sequence, two: Sequence, node: cst.CSTNode) -> Sequence:
        if one.items is not None and two.items is not None and len(one.items) == len(two.items):
            pairs = zip(one.items, two.items)
            return Sequence(one.kind, tuple(self.join(a, b, node) for a, b in pairs), one.rest or two.rest)
        return Sequence(one.kind, None, self.any_of([*self.members(one), *self.members(two)], node))

    def members(self, sequence: Sequence) -> list[Value]:
        return [*(sequence.items or ()), *((sequence.rest,) if sequence.rest is not None else ())]

    def any_of(self, values: Seq[Value], node: cst.CSTNode) -> Value | None:
        """One value standing for any of these; None for none."""
        if not values:
            return None
        result = values[0]
        for each in values[1:FLATTEN_LIMIT]:
            result = self.join(result, each, node)
        return result
