"""The gradient graph: what every value was computed from, and who recorded it.

A *recorder* is whatever can later hand out gradients: torch's autograd, one GradientTape, one
application of jax.grad. All three work alike: while active they record an operation if one of
its inputs is tracked by them, and then track its result. A gradient reaches a source exactly
if there is a path of recorded, differentiable operations back to it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Literal, NamedTuple

import libcst as cst

from gradlint.analysis.project.outline import Outline
from gradlint.core.records import dataclass, field

RecorderKind = Literal["torch", "tape", "jax", "jit", "keras"]
EdgeRole = Literal["value", "index", "target", "kept"]
"""value: the number itself; index: only selects; target: a loss's second argument; kept: the
old content behind an in-place write, still there in parts."""

SourceKind = Literal["leaf", "parameter", "module", "variable", "argument", "data", "unknown"]
CutKind = Literal[
    "numpy",  # a NumPy or SciPy call computed on
    "conversion",  # .numpy(), np.array(t), get_weights()
    "buffer",  # stored into an ndarray
    "scalar",  # .item(), float(t), math.f(t)
    "copy",  # torch.tensor(t), tf.Variable(t), tf.constant(v)
    "data",  # t.data
    "stop",  # detach, stop_gradient
    "integer",  # an integer or boolean result, or an op with no gradient
    "zero",  # a gradient that is zero everywhere
    "shuffle",  # elements exchanged by an operation without a gradient
    "sample",  # a draw that is not reparameterised
    "host",  # a callback into Python
    "state",  # assign, metric.result(), predict
]

ESCAPES: frozenset[str] = frozenset({"numpy", "conversion", "buffer", "scalar", "copy", "data", "shuffle"})
"""Cuts that people make without meaning to; the others are announced by their name."""


@dataclass(frozen=True, slots=True)
class Place:
    """A syntax node and the calls that led to it, outermost first."""

    node: cst.CSTNode = field(compare=False)
    stack: tuple[cst.CSTNode, ...] = field(default=(), compare=False)
    files: tuple[Outline | None, ...] = field(default=(), compare=False)
    """The module of each of these calls and, last, of the node itself; None for the file that is linted."""

    @property
    def file(self) -> Outline | None:
        """The other module of the project that this stands in."""
        return self.files[-1] if self.files else None

    def at_depth(self, depth: int) -> cst.CSTNode:
        """The node as seen from a frame `depth` calls deep: there, it is a call."""
        return self.stack[depth] if depth < len(self.stack) else self.node

    def seen_from(self, other: Place) -> Place:
        """This as seen from the call in which another place is, if that one is still running."""
        depth = len(other.stack)
        if any(mine is not others for mine, others in zip(self.stack, other.stack)) or depth > len(
            self.stack
        ):
            return self
        return Place(self.at_depth(depth), self.stack[:depth], self.files[: depth + 1])

    def after(self, other: Place) -> Place:
        """This as seen from the innermost call in which both this and another place are."""
        pairs = enumerate(zip(self.stack, other.stack))
        parted = next((depth for depth, (mine, others) in pairs if mine is not others), None)
        depth = min(len(self.stack), len(other.stack)) if parted is None else parted
        return Place(self.at_depth(depth), self.stack[:depth], self.files[: depth + 1])


@dataclass(eq=False, slots=True)
class Recorder:
    kind: RecorderKind
    place: Place | None = None
    autowatch: bool = True
    persistent: bool = False
    since: int = 0
    """The clock when it began."""
    reverse: bool = True
    """Gradients flow backward (grad, jacrev), not forward (jvp, jacfwd)."""
    by: str = ""
    """The transformation, such as `jax.jit`."""
    made: Place | None = None
    """Where that was applied to its function, be it as a decorator."""
    torch: bool = False
    """A torch.func transformation: it follows torch tensors."""
    resets: list[tuple[int, Place]] = field(default_factory=list)
    """When everything recorded until then was thrown away."""
    pauses: list[tuple[int, Place]] = field(default_factory=list)
    """When it was told not to record for a while."""


TORCH = Recorder("torch")
"""torch's autograd is one global recorder; no_grad makes it inactive."""


@dataclass(frozen=True, slots=True)
class Pause:
    """Why a recorder was off: the block, decorator or call that switched it off."""

    style: Literal["block", "decorator", "call", "stop_recording", "rule", "library"]
    """"rule": autograd itself runs forward and backward of a Function with recording off; "library": so does
    a function of a library, such as generate()."""
    place: Place
    inference: bool = False
    evaluating: bool = False
    """Only where a module does not train, and whether it does is not known: who asks for a gradient trains."""


Recorders = frozenset[Recorder]
NOBODY: Recorders = frozenset()


class Edge(NamedTuple):
    node: Node
    role: EdgeRole
    tracked: Recorders
    """The recorders that were following this input when the operation ran."""
    wants: bool = True
    """The input asked for a gradient then; a frozen parameter does not."""


@dataclass(slots=True)
class Source:
    """A place where a gradient can enter."""

    kind: SourceKind
    name: str = ""
    flagged: Place | None = None
    """Where requires_grad or watch was said, if after the value had been made."""
    flagged_at: int = 0
    """When that was, on the clock that numbers the nodes."""
    modules: tuple[str, ...] = ()
    holder: str = ""
    """What the user calls the layer whose weights these are."""


@dataclass(frozen=True, slots=True)
class Saved:
    """Memory that an operation keeps for its backward pass, as it was then."""

    storage: int
    writes: int
    what: Literal["input", "result"]


@dataclass(eq=False, slots=True)
class Node:
    """One computed value. Nodes are numbered in the order of execution."""

    id: int
    op: str
    place: Place
    edges: tuple[Edge, ...] = ()
    cut: CutKind | None = None
    active: Recorders = NOBODY
    pause: Pause | None = None
    source: Source | None = None
    saved: tuple[Saved, ...] = ()
    operands: tuple[Node | None, ...] = ()
    """The inputs by position where the position matters; None for a plain number."""
    optional: bool = False
    """A stop on one arm of a conditional expression whose other arm is what it stops."""
    unimplemented: bool = False
    """The operation runs, its derivative raises."""
    constants: tuple[object, ...] = ()
    """The literal numbers among the inputs, by the same positions; None where it is not one."""
    shapes: tuple[tuple[int | None, ...] | None, ...] = ()
    """What was known about the shapes of the inputs then, by the same positions."""
    keys: tuple[str, ...] = ()
    """The keywords of those inputs that were given by name, for the last positions."""
    sign: str = ""
    """The operator of a comparison."""
    part: int = 0
    """Which of the results this is, for an operation with several; -1 where it stands for any of them."""
    paused: Recorders = NOBODY
    """Tapes that were open but told not to record."""
    opaque: bool = False
    """A module or unknown call: what happens inside is not seen."""
    last: bool = False
    """What a variable holds after a for loop: the value from the last pass, if there was any."""
    buried: tuple[Edge, ...] = ()
    """What an in-place write has replaced as a whole: no gradient arrives there, yet its backward still runs."""
    recalls: bool = False
    """Keras can tell what went into this activation: by a mark of its own, or from the graph of a tf.function."""

    def recorded_by(self, recorder: Recorder, moment: int = 1 << 60) -> bool:
        """Whether the recorder still knows this operation at that moment."""
        return self.cut is None and recorder in self.active and self.dropped_by(recorder, moment) is None

    def dropped_by(self, recorder: Recorder, moment: int = 1 << 60) -> Place | None:
        """The tape.reset() that made the recorder forget this operation."""
        for when, place in recorder.resets:
            if self.id < when < moment:
                return place
        return None

    def paused_by(self, recorder: Recorder) -> Place | None:
        """The stop_recording() block in which this was computed."""
        places = [place for when, place in recorder.pauses if when < self.id]
        return places[-1] if places and recorder in self.paused else None

    @property
    def tracked(self) -> Recorders:
        if self.cut is not None:
            return NOBODY
        found: Recorders = NOBODY
        for edge in self.edges:
            if edge.role != "index" and not edge.tracked <= found:
                found = found | edge.tracked if found else edge.tracked
        return in_common(found, self.active)


def in_common(one: Recorders, other: Recorders) -> Recorders:
    """The recorders in both; every edge has such a set, and nearly all are the same, so no new one is made for them."""
    return one if one <= other else one & other


@dataclass(frozen=True, slots=True)
class LostPath:
    """A source that lost its way at `cut`, the first broken step after it."""

    source: Node
    cut: Node
    through: Node
    replaced: bool
    """Beyond the cut the value only starts a new leaf, as when weights are made from old ones."""
    weak: bool
    """Beyond the cut the value only selects (an index, a mask): it is never a number in the sum."""


@dataclass(frozen=True, slots=True)
class Trace:
    """Everything behind one target, seen by one recorder."""

    target: Node
    recorder: Recorder
    live: frozenset[Node]
    lost_paths: tuple[LostPath, ...]
    flows: dict[Node, frozenset[Node]] = field(repr=False)
    consumers: dict[Node, list[tuple[Node, Edge]]] = field(repr=False)
    revived: frozenset[Node] = frozenset()
    """Values behind cuts that were taken for fixed: the gradient would pass there."""

    def lost(self, source: Node) -> list[LostPath]:
        return [path for path in self.lost_paths if path.source is source]


GRAPH_LIMIT = 200_000
"""Nodes behind one sink; a program of which more is followed has spent its budget long before."""


def reachable(targets: Iterable[Node], recorder: Recorder, roles: frozenset[str] | None = None) -> set[Node]:
    """All nodes behind the targets, optionally only along edges of these roles.

    A gradient that this recorder did not record is where an earlier step ended: what went into it
    has done its work and is not looked at.
    """
    seen: set[Node] = set()
    stack = list(targets)
    while stack and len(seen) < GRAPH_LIMIT:
        node = stack.pop()
        if node in seen:
            continue
        seen.add(node)
        if node.op in (GRADIENT, NO_GRADIENT, SPARSE_GRADIENT) and not node.recorded_by(recorder):
            continue
        stack.extend(edge.node for edge in node.edges if roles is None or edge.role in roles)
    return seen


def is_behind(node: Node, op: str, limit: int = 200) -> bool:
    """Whether a value was computed from the result of this operation, as far as a short look back tells."""
    return leads_back(node, lambda here: here.op == op, limit)


def leads_back(node: Node, to: Callable[[Node], bool], limit: int) -> bool:
    """Whether a value is such a node or was computed from one, as far as a look at so many nodes tells."""
    stack, seen = [node], {node}
    while stack and len(seen) < limit:
        here = stack.pop()
        if to(here):
            return True
        fresh = [edge.node for edge in here.edges if edge.node not in seen]
        seen.update(fresh)
        stack.extend(fresh)
    return False


def recorded(targets: Iterable[Node], recorder: Recorder) -> list[Node]:
    """Whatever a backward pass from these targets goes through."""
    stack = list(targets)
    seen = dict.fromkeys(stack)
    while stack:
        here = stack.pop()
        for edge in here.edges if here.recorded_by(recorder) else ():
            if recorder in edge.tracked and edge.node not in seen:
                seen[edge.node] = None
                stack.append(edge.node)
    return list(seen)


GRADIENT = "gradient"
"""The operation whose result is itself a gradient."""
NO_GRADIENT = "no gradient"
"""The operation behind the None that a tape gives for an unconnected source."""
SPARSE_GRADIENT = "sparse gradient"
"""... and behind the IndexedSlices it gives for a table that was only looked up in."""
_NUMBER_ROLES = frozenset({"value", "kept"})


def _before_new_leaves(target: Node, everything: set[Node]) -> set[Node]:
    """What the target depends on without going behind a leaf that was made from something."""
    seen: set[Node] = set()
    stack = [target]
    while stack:
        node = stack.pop()
        if node in seen or node not in everything:
            continue
        seen.add(node)
        if node.source is None or node.cut is None:
            stack.extend(edge.node for edge in node.edges)
    return seen


def _watched_in_time(node: Node, edge: Edge, recorder: Recorder) -> bool:
    """A tape records an operation for all of its inputs as soon as it follows one of them.

    So watch() may come after a product with a variable, though not after an operation on data alone.
    """
    late = edge.node.source is not None and edge.node.source.flagged is not None
    return late and recorder.kind == "tape" and any(recorder in other.tracked for other in node.edges)


def _number(node: Node) -> int:
    return node.id


def trace(
    target: Node, recorder: Recorder, moment: int = 1 << 60, lifted: frozenset[Node] = frozenset()
) -> Trace:
    """Follow the gradient from every source behind the target until it arrives or is cut.

    Cuts that are taken for fixed let it pass, and so does whatever was computed behind them.
    """
    everything = reachable([target], recorder)
    strong = reachable([target], recorder, _NUMBER_ROLES)
    current = _before_new_leaves(target, everything)
    flows: dict[Node, frozenset[Node]] = {}
    consumers: dict[Node, list[tuple[Node, Edge]]] = {}
    paths: list[LostPath] = []
    revived: set[Node] = set()
    for node in sorted(everything, key=lambda each: each.id):
        arriving: frozenset[Node] = frozenset((node,)) if node.source is not None else frozenset()
        recorded = node.recorded_by(recorder, moment) or node in lifted
        for edge in node.edges:
            consumers.setdefault(edge.node, []).append((node, edge))
            passing = flows.get(edge.node, frozenset())
            if not edge.wants and edge.node.source is not None and edge.node.source.flagged is None:
                passing -= {edge.node}
            follows = recorder in edge.tracked or _watched_in_time(node, edge, recorder)
            follows = follows or (node in lifted and node.pause is not None)
            if recorded and edge.role != "index" and (follows or edge.node in revived):
                arriving |= passing
                if passing and (node in lifted or edge.node in revived):
                    revived.add(node)
            elif edge.role != "index":
                paths.extend(
                    LostPath(each, node, edge.node, node not in current, node not in strong)
                    for each in sorted(passing, key=_number)
                )
        flows[node] = arriving
    return Trace(target, recorder, flows[target], tuple(paths), flows, consumers, frozenset(revived))
