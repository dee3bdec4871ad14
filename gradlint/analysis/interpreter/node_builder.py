"""New values: every operation becomes a node whose edges say who followed its inputs."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from collections.abc import Sequence as Seq
from typing import Concatenate, ParamSpec

import libcst as cst

from gradlint.analysis.domain.contents import Contents
from gradlint.analysis.domain.facts import Bound
from gradlint.analysis.domain.faults import FaultKind, fault
from gradlint.analysis.domain.graph import (
    NOBODY,
    TORCH,
    CutKind,
    Edge,
    EdgeRole,
    Node,
    Place,
    Recorder,
    Recorders,
    Source,
    SourceKind,
)
from gradlint.analysis.domain.misuses import Misuse
from gradlint.analysis.domain.state import (
    DATA,
    OUTPUT,
    SCOPE,
)
from gradlint.analysis.domain.values import (
    Array,
    Const,
    Dtype,
    Lang,
    Layer,
    Object,
    Ref,
    Sequence,
    Shape,
    Unknown,
    Value,
    View,
    ViewKind,
)
from gradlint.core.records import replace
from gradlint.knowledge.names.operations import Op
from gradlint.knowledge.names.torch import AUTOCAST

P = ParamSpec("P")


class NodeBuilder(Contents):
    """The one way to compute a new value."""

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
                for edge in self.edges(value, role):
                    known = edges.get(edge.node)
                    if known is None or (known.role == "index" and role != "index"):
                        edges[edge.node] = edge
            operands.append(operand)
            constants.append(constant)
            known_shapes.append(shape)
        context = self.context
        self._next += 1
        made = Node(
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
        if self.witness is not None:
            self.witness.made.append(made)
        return made

    def note_bound(self, name: str, value: Value, node: cst.CSTNode) -> None:
        """A name is given to a value."""
        if self.witness is not None:
            behind = tuple(self.edges(value))
            self.witness.bound.append(Bound(name, self.place(node), behind, self.array(value)))

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
            self.compiled(made, lang)
        tracked = made.tracked
        seen = self._seen_by(inputs, made) if lang == "jax" and self.context.traces else NOBODY
        sure = self._surely_tracked if tracked else self._surely_seen
        result = Array(
            lang,
            made,
            dtype,
            shape,
            tracked,
            seen,
            maybe=bool(tracked or seen) and not any(sure(value) for value, _ in inputs),
            storage=self.fresh(),
            inference=self.context.pause is not None and self.context.pause.inference,
        )
        if self.about.coarse and lang == "torch":
            result = replace(result, precision=self._precision(op, inputs))
            self.computed(result, node)
        return self.alloc(result)

    def compiled(self, made: Node, lang: Lang) -> None:
        """Tell whoever listens about an operation that may be part of a trace."""

    def computed(self, result: Array, node: cst.CSTNode) -> None:
        """Tell whoever listens about an operation in half precision."""

    def _precision(self, op: str, inputs: Seq[tuple[Value, EdgeRole]]) -> str:
        """float16 or bfloat16 if all floats that go in are; within autocast, of what it makes coarse."""
        cast = next((each for each in reversed(self.around.scopes) if each.name == f"{SCOPE}autocast"), None)
        if cast is not None and op in AUTOCAST:
            return str(cast.options["dtype"].value) if isinstance(cast.options["dtype"], Const) else ""
        found = {array.precision for value, role in inputs if (array := self._float_in(value)) is not None}
        return found.pop() if len(found) == 1 else ""

    def _float_in(self, value: Value) -> Array | None:
        thing = self.load(value)
        array = self.array(thing.params) if isinstance(thing, Layer) else thing
        return (
            array
            if isinstance(array, Array) and array.dtype not in ("int", "bool") and array.lang == "torch"
            else None
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

    def traced_argument(self, value: Unknown) -> Ref | None:
        """An argument of a traced function on which an array's method is called: it is an array."""
        source = value.node.source
        if value.lang != "jax" or source is None or source.kind != "argument":
            return None
        tracked = self.context.active & frozenset(self.context.traces)
        return self.alloc(Array("jax", value.node, tracked=tracked, seen_by=tracked, storage=self.fresh()))

    @property
    def tracing(self) -> bool:
        """Inside a function that is traced once and then replayed."""
        return self.context.graph_mode or any(each.kind == "jit" for each in self.context.traces)

    def has_no_value(self, array: Array) -> bool:
        """A tensor that a tf.function computes, whatever it is computed from: that is not done while it is traced."""
        made, context = array.node, self.context
        if not context.graph_since or array.variable or made in context.graph_given:
            return not array.maybe
        computed = made.source is None and made.op != Op.EITHER and made.cut != "copy"
        return context.graph_since <= made.id and (computed or not array.maybe)

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

    def misuse(
        self,
        node: cst.CSTNode,
        kind: Callable[Concatenate[Place, Lang, P], Misuse],
        lang: Lang,
        *rest: P.args,
        **named: P.kwargs,
    ) -> None:
        self.flow.misuses.append(kind(self.place(node), lang, *rest, **named))
        if lang == "jax" and (tracing := self._surely_tracing()) is not None:
            self.flow.traced[id(node)] = tracing

    def _surely_tracing(self) -> Recorder | None:
        """The transformation that makes tracers of what is computed now: one that compiles, or the only one."""
        running = [each for each in self.context.traces if each.made is not None]
        compilers = [each for each in running if each.by.endswith("jit")]
        return compilers[-1] if compilers else running[0] if len(running) == 1 else None

    def fault(
        self, node: cst.CSTNode, kind: FaultKind, detail: str = "", related: Place | None = None
    ) -> None:
        self.flow.misuses.append(fault(self.place(node), kind, "torch", detail, related, self.certain))

    def _surely_tracked(self, value: Value) -> bool:
        thing = self.load(value)
        if isinstance(thing, Array):
            return bool(self.tracked_now(thing)) and not thing.maybe
        if isinstance(thing, Sequence):
            return any(self._surely_tracked(each) for each in thing.items or ())
        if isinstance(thing, Layer):
            return thing.params is not None and self._surely_tracked(thing.params)
        if isinstance(thing, Object) and thing.name.startswith(OUTPUT):
            return any(self._surely_tracked(each) for each in thing.args)
        if isinstance(value, Unknown):
            whole = value.node.operands[0] if value.node.op == Op.LAYER_WEIGHTS else value.node
            return whole is not None and whole.source is not None and whole.source.kind == "argument"
        return False

    def _surely_seen(self, value: Value) -> bool:
        """Surely made from a tracer, though no gradient comes through: `jnp.argsort(x) == 0`."""
        thing = self.load(value)
        if isinstance(thing, Sequence):
            return any(self._surely_seen(each) for each in thing.items or ())
        seen = isinstance(thing, Array) and not thing.maybe and bool(thing.seen_by & self.context.active)
        return seen or self._surely_tracked(value)

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

    def make_leaf(self, value: Unknown, node: cst.CSTNode) -> bool:
        """`x.detach().requires_grad_()` of something unknown: a gradient enters here, and what lies behind is left."""
        made = value.node
        if made.cut is None:
            return False
        made.source = Source("leaf", "", self.place(node))
        made.edges, made.cut, made.active = (), None, made.active | {TORCH}
        return True

    def global_unknown(self, name: str, node: cst.CSTNode) -> Unknown:
        """A name that is bound nowhere we can see: the same unknown each time."""
        return self.attribute_of(self._globals, name, node)

    @property
    def lang(self) -> Lang | None:
        """The framework that an unknown tensor belongs to, if the program uses only one."""
        return next(iter(self.about.langs)) if len(self.about.langs) == 1 else None

    def number(self, node: cst.CSTNode, op: str = "number") -> Ref:
        """A Python number about which only its type is known."""
        made = Node(self.fresh(), op, self.place(node))
        return self.alloc(Array("python", made, None, ()))

    def data(self, node: cst.CSTNode) -> Unknown:
        """Something read from outside the program: it carries no gradient."""
        return Unknown(Node(self.fresh(), DATA, self.place(node)))

    def make_view(self, ref: Ref, base: Ref, kind: ViewKind, scattered: bool = False) -> Ref:
        """Let one array show the memory of another."""
        array, under = self.array(ref), self.array(base)
        if array is not None and under is not None:
            written = len(self.writes.get(under.storage, ()))
            before = under.view
            scattered = scattered or (before is not None and before.scattered)
            paused = not self.recording or (before is not None and before.paused)
            view = View(base.id, kind, written, TORCH not in under.tracked, scattered, paused)
            inference = array.inference or under.inference
            self.update(ref, replace(array, storage=under.storage, view=view, inference=inference))
        return ref
