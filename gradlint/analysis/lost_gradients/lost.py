"""Broken gradients: for every sink, which source that is requested does not get its gradient, and why.

A total loss leaves a source with no gradient at all. A partial loss leaves it with a wrong one:
a live path remains, but a term or factor that depends on the source has become a constant.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterable, Iterator
from functools import cached_property

import libcst as cst

from gradlint.analysis.domain.facts import Flow, Sink
from gradlint.analysis.domain.graph import ESCAPES, LostPath, Node, Trace, trace
from gradlint.analysis.domain.handed_out import is_out_of_nothing
from gradlint.analysis.lost_gradients.asked_sources import AskedAlone, ended, narrowed
from gradlint.analysis.lost_gradients.constant_terms import is_constant_term
from gradlint.analysis.lost_gradients.judged_draws import judged
from gradlint.analysis.lost_gradients.layer_weights import starved_layers
from gradlint.analysis.lost_gradients.masked_branches import masked_failures
from gradlint.analysis.lost_gradients.new_leaves import hidden_behind
from gradlint.analysis.lost_gradients.path_queries import (
    Reason,
    carriers,
    dead_ways,
    is_dead_term,
    is_first_value,
    is_frozen,
    joins_live_path,
    leads_to_target,
    lies_apart,
    meets_a_branch,
    on_every_way,
    only_in_gradient,
    reason_of,
    roots,
)
from gradlint.analysis.lost_gradients.suspicions import suspicion
from gradlint.analysis.lost_gradients.unstepped_terms import terms_of_others
from gradlint.core.records import dataclass
from gradlint.knowledge.names.operations import Op

MOST_SINKS = 400
"""Of more places where a gradient is requested the rest is not looked at."""


LIFTED_CUTS = frozenset({"stop", "copy", "scalar", "state", "data"})
"""Cuts that are gone once somebody has read the finding: what lies on both sides stays as it is."""
SECOND = frozenset({"stop", "copy", "scalar", "data"})
GATHERING = frozenset({"gather", "gather_for_metrics", Op.ALL_GATHER})
"""What collects from all processes: with one alone it is not called, or gives back what it is given."""


@dataclass(frozen=True, slots=True)
class Break:
    """One source, one sink, and the step between them that loses the gradient."""

    sink: Sink
    source: Node
    cut: Node
    through: Node
    reason: Reason
    total: bool
    raises: bool
    """Nothing at all arrives: asking for the gradient is an error."""


def _plainest(breaks: tuple[Break, ...]) -> Iterator[Break]:
    """Where a cut leaves one source without any gradient, that others lose a part says less."""
    whole = {(id(each.sink), each.cut) for each in breaks if each.total}
    return (each for each in breaks if each.total or (id(each.sink), each.cut) not in whole)


@dataclass(frozen=True, slots=True)
class Passage:
    """A gradient on its way: the sink that requested it and the sources that it reaches."""

    sink: Sink
    trace: Trace
    sources: frozenset[Node]


class LostGradients:
    """All broken gradients of a program, worked out once."""

    def __init__(self, flow: Flow) -> None:
        self.flow = flow
        self.traces: list[tuple[Sink, Trace]] = [
            (sink, trace(target, sink.recorder, sink.moment))
            for sink in flow.sinks[:MOST_SINKS]
            for target in sink.targets
        ]
        self.live: set[Node] = {
            node for sink, each in self.traces if sink.kind != "forward" for node in each.live
        } | flow.unfollowed
        self.read: set[Node] = {
            read.array.node for read in flow.grad_reads if not (read.checked and flow.optimised)
        }
        self._asked = AskedAlone()
        first = tuple(self._all())
        self.without_cuts: list[tuple[Sink, Trace]] = list(self._as_if_fixed(first))
        """Ways that are cut off, as they would be without the cuts that are reported."""
        self.breaks: tuple[Break, ...] = tuple(_plainest((*first, *self._second())))

    def _all(self) -> Iterator[Break]:
        for sink, each in self.traces:
            if sink.kind == "forward":
                yield from self._returned(sink, each)
            elif sink.asked is None:
                yield from self._implicit(sink, each)
            else:
                for group in sink.asked:
                    yield from self._explicit(sink, each, group)
                for paths in starved_layers(sink, each, self.live) if sink.kind == "jax" else ():
                    yield from self._total(sink, each, paths, raises=False)

    def _as_if_fixed(self, breaks: Iterable[Break]) -> Iterator[tuple[Sink, Trace]]:
        cuts: dict[int, set[Node]] = {}
        pauses: dict[int, set[int]] = {}
        for each in breaks:
            if each.total and each.cut.cut in LIFTED_CUTS:
                cuts.setdefault(id(each.sink), set()).add(each.cut)
            elif each.total and each.reason == "paused":
                pauses.setdefault(id(each.sink), set()).add(id(each.cut.pause))
        for sink, made in self.traces if cuts or pauses else ():
            lifted = cuts.get(id(sink), set()) & made.flows.keys()
            if off := pauses.get(id(sink)):
                lifted = lifted | {node for node in made.flows if node.cut is None and id(node.pause) in off}
            if lifted:
                yield sink, trace(made.target, sink.recorder, sink.moment, frozenset(lifted))

    def _second(self) -> Iterator[Break]:
        """What would be cut once more, if the first cut were lifted: a finding must not hide another one."""
        for sink, each in self.without_cuts:
            for path in self._unstepped(sink, each) if sink.asked is None else ():
                yield self._break(sink, path, False, False)
            wanted = None if sink.asked is None else {node for group in sink.asked for node in group}
            for path in each.lost_paths:
                kept = path.source in each.live or (wanted is not None and path.source not in wanted)
                if kept or path.weak or path.replaced or path.through not in each.revived:
                    continue
                if path.cut.cut in SECOND and not _is_meant(each, path) and lies_apart(each, path):
                    yield self._break(sink, path, True, False)

    def _explicit(self, sink: Sink, each: Trace, group: tuple[Node, ...]) -> Iterator[Break]:
        """The sources are named: they lose if none of the group gets anything."""
        wanted = set(group)
        if sink.kind == "autograd.grad" and all(_is_unknown(node) for node in group):
            return
        paths = [path for path in each.lost_paths if path.source in wanted and not path.replaced]
        paths = [path for path in paths if not _is_meant(each, path)]
        if wanted & each.live:
            missed: dict[Node, list[LostPath]] = {}
            for path in paths:
                if path.source in each.live:
                    yield from self._partial(sink, each, [path])
                elif reason_of(path, sink.recorder, sink.moment) in ESCAPES and not path.weak:
                    yield self._break(sink, path, True, False)
                elif path.source not in self.live and not path.weak and not path.source.opaque:
                    if only_in_gradient(each, path.source) or is_frozen(path):
                        continue
                    missed.setdefault(path.source, []).append(path)
            for lost in missed.values():
                yield from self._total(sink, each, lost, raises=False)
        elif sink.kind == "tape" and all(map(_is_unknown, group)) and (gone := ended(each, group)):
            yield from self._total(sink, each, gone, raises=True)  # whatever these are
        else:
            yield from self._total(sink, each, paths, raises=sink.kind == "autograd.grad" and not each.live)

    def _implicit(self, sink: Sink, each: Trace) -> Iterator[Break]:
        """backward(): every leaf is meant, but only what somebody wants can be missed."""
        paths = [path for path in each.lost_paths if path.source.source is not None and not path.replaced]
        paths = [path for path in paths if not _comes_with_graph(path) and not _is_meant(each, path)]
        if not each.live:
            yield from self._total(sink, each, self._missed(sink, paths), raises=True)
            return
        yield from self._total(sink, each, hidden_behind(self.flow, self.read, each), raises=False)
        dead = dead_ways(sink, each)
        branches: dict[Node, list[LostPath]] = {}
        missed: dict[Node, list[LostPath]] = {}
        for path in paths:
            gathered = path.cut.op in GATHERING and path.source in each.live
            if path.cut in dead and path.cut.cut in SECOND and not path.weak:
                branches.setdefault(path.cut, []).append(path)
            elif gathered and path.cut.cut == "stop" and meets_a_branch(each, path.cut):
                missed.setdefault(path.source, []).append(path)  # with several processes that branch is taken
            elif path.source in each.live:
                yield from self._partial(sink, each, [path])
            elif self._starves(path, sink) or (path.source not in self.live and self._wanted(path, sink)):
                missed.setdefault(path.source, []).append(path)
        for group in missed.values():
            yield from self._total(sink, each, group, raises=False)
        for path in self._unstepped(sink, each):
            yield self._break(sink, path, False, False)
        for group in branches.values():
            yield self._break(sink, min(group, key=lambda path: _is_unknown(path.source)), True, False)

    def _missed(self, sink: Sink, paths: list[LostPath]) -> list[LostPath]:
        """What the step after this sink is for; else what an optimizer holds: a reference model is missed by nobody."""
        held = [path for path in paths if path.source in self.flow.optimised]
        return [path for path in held if self._starves(path, sink)] or held or paths

    def _unstepped(self, sink: Sink, each: Trace) -> Iterator[LostPath]:
        hungry = (starved for other, starved in self.flow.starved if other is sink)
        paths = terms_of_others(each, self._moved_after(sink).union(*hungry))
        return (path for path in paths if not _is_meant(each, path))

    def _returned(self, sink: Sink, each: Trace) -> Iterator[Break]:
        """forward() of a module nobody calls here: a parameter that only ever enters through a leak.

        A module may return its output and, beside it, a scale or a statistic that is no part of the graph.
        """
        live = frozenset[Node]().union(*(other.live for other in self.trace_of(sink)))
        for path in each.lost_paths:
            source = path.source.source
            kind = source.kind if source is not None else "unknown"
            reason = reason_of(path, sink.recorder, sink.moment)
            leaks = reason == "data" or (reason == "copy" and path.cut.source is not None)
            leaks = leaks and not is_first_value(path)
            trained = path.source in self.live  # the module asks for gradients by itself, and returns numbers
            leaks = leaks and not path.weak and not trained
            if kind in ("parameter", "module") and leaks and path.source not in live:
                yield self._break(sink, path, True, False)

    def _starves(self, path: LostPath, sink: Sink) -> bool:
        """The step right after this sink is for the source, which gets its gradient elsewhere and not here."""
        return any(each is sink and path.source in starved for each, starved in self.flow.starved)

    def _wanted(self, path: LostPath, sink: Sink) -> bool:
        """Did anybody ask for this source in particular?"""
        reason = reason_of(path, sink.recorder, sink.moment)
        node = path.source
        if self._belongs_elsewhere(node, sink):
            return False
        if reason == "stop" and path.through is node:
            return node in self.flow.optimised  # x.detach() of a leaf hands on its numbers, on purpose
        if node in self.read or reason == "late":
            return True
        if node.op == Op.DEEPCOPY and reason == "paused":
            return False  # a copy that follows its original: the target of BYOL or of Q-learning
        if reason == "copy" and path.cut.source is not None:
            # The leaf inside torch.ones(3, requires_grad=True).reshape(-1, 1) has no name to be asked by.
            anonymous = node.source is not None and node.source.kind == "leaf" and not node.source.name
            return node.source is not None and node.source.kind != "unknown" and not anonymous
        return node in self.flow.optimised and not path.weak and self._is_stepped(node)

    def _belongs_elsewhere(self, node: Node, sink: Sink) -> bool:
        """The step after this sink is for others, and another sink starves the source that is to be trained there.

        So in the turn of the discriminator the images are detached on purpose.
        """
        if not any(each is not sink and node in starved for each, starved in self.flow.starved):
            return False
        moved = self._moved_after(sink)
        return bool(moved) and node not in moved

    def _moved_after(self, sink: Sink) -> frozenset[Node]:
        """What is stepped before anything else is differentiated."""
        since = _time(sink)
        until = min((when for each, _ in self.traces if (when := _time(each)) > since), default=1 << 60)
        steps = [sources for when, sources in self.flow.steps if since < when < until]
        return frozenset[Node]().union(*steps)

    def _is_stepped(self, node: Node) -> bool:
        """Some optimizer that takes a step may hold it; one that never does trains nothing here."""
        return not self.flow.stepped or node in self.flow.stepped

    def _total(self, sink: Sink, each: Trace, paths: list[LostPath], raises: bool) -> Iterator[Break]:
        strong = [path for path in paths if not path.weak] or paths
        # What is taken away again as a whole is lost there, whatever happened to its parts.
        strong = [path for path in strong if path.cut.op == Op.SUB and path.cut.cut == "zero"] or strong
        # Next to a step that has no gradient, a detach was meant; not where that step lies behind the detach.
        strong = _last_stops(each, strong) or [path for path in strong if path.cut.cut != "stop"] or strong
        # What an earlier step left in a metric or a buffer would not have come through that either.
        strong = [
            path for path in strong if path.cut.cut or leads_to_target(each, path.cut, _passes)
        ] or strong
        for path in on_every_way(each, strong):
            yield self._break(sink, path, True, raises)

    def _partial(self, sink: Sink, each: Trace, paths: list[LostPath]) -> Iterator[Break]:
        seen: set[Node] = set()
        for path in paths:
            if path.cut in seen or path.cut.source is not None:
                continue
            passed_by = path.cut.cut == "sample" and judged(each, path, self._moved_after(sink))
            if path.weak and not passed_by:
                continue
            if path.source.source is not None and path.source.source.kind == "unknown":
                continue  # perhaps no tensor at all
            reason = reason_of(path, sink.recorder, sink.moment)
            if path.cut.op in (Op.INT, Op.BOOL):
                continue  # piecewise constant, as floor is: meant to count
            if self._has_moved(path, each.target) or self._is_of_an_earlier_round(path, sink, each.target):
                continue  # a number of the step before, as a weight that is adapted: nothing could flow there
            how = suspicion(each, path, reason)
            near = narrowed(each, sink) if reason == "integer" else each
            dead = reason in ("integer", "stop") and is_dead_term(near, path)
            asked = self._asked.of(sink, each)
            dead = dead or is_constant_term(asked, path, reason)
            if dead or passed_by or (how is not None and joins_live_path(asked, path, how)):
                seen.add(path.cut)
                yield self._break(sink, path, False, False)

    def _has_moved(self, path: LostPath, target: Node) -> bool:
        """An optimizer changed the source after the number was computed and before the loss was there."""
        return _between(self._moves.get(path.source, []), path, target)

    def _is_of_an_earlier_round(self, path: LostPath, sink: Sink, target: Node) -> bool:
        """The same line asked for a gradient since the number was computed: that graph has been gone through."""
        return _between(self._requests.get(sink.place.node, []), path, target)

    @cached_property
    def _requests(self) -> dict[cst.CSTNode, list[int]]:
        """When each line asked for a gradient, in order."""
        found: dict[cst.CSTNode, list[int]] = {}
        for sink in self.flow.sinks:
            found.setdefault(sink.place.node, []).append(sink.moment)
        return {node: sorted(moments) for node, moments in found.items()}

    @cached_property
    def _moves(self) -> dict[Node, list[int]]:
        """When each source was changed by an optimizer, in order."""
        found: dict[Node, list[int]] = {}
        for when, moved in self.flow.steps:
            for source in moved:
                found.setdefault(source, []).append(when)
        return found

    def _break(self, sink: Sink, path: LostPath, total: bool, raises: bool) -> Break:
        reason = reason_of(path, sink.recorder, sink.moment)
        return Break(sink, path.source, path.cut, path.through, reason, total, raises)

    def disconnected(self) -> Iterator[Sink]:
        """Tape sinks whose source, a computed tensor, has nothing to do with the target."""
        for sink, each in self.traces:
            for group in sink.asked or ():
                alone = len(group) == 1 and group[0].source is not None and group[0].source.kind == "data"
                if sink.kind != "tape" or not alone or group[0] in each.flows or len(sink.targets) != 1:
                    continue
                behind = {root for edge in group[0].edges for root in roots(each, edge.node)}
                used = roots(each, each.target)
                if group[0].op != Op.EITHER and not behind & used and not any(map(_may_hide, used)):
                    yield sink

    def foreign(self) -> Iterator[Sink]:
        """Tape sinks that ask for the weights of one model where the target is made with those of another."""
        zeroed = {place.node for place in self.flow.zeroed_sinks}
        for sink, each in self.traces:
            asked = [node for group in sink.asked or () for node in group]
            # Of a model alone, without a weight of its own, nothing is known.
            if sink.kind != "tape" or all(node.opaque for node in asked) or sink.place.node in zeroed:
                continue
            if len(sink.targets) != 1 or not each.live or any(map(_may_hide, each.flows)):
                continue
            used = self.flow.inside(each.flows)
            if all(_is_weight(node) and node not in used for node in asked):
                yield sink

    @cached_property
    def carrying(self) -> dict[Node, Passage]:
        """Every value through which a gradient that is requested is carried back, and where it is asked."""
        found: dict[Node, Passage] = {}
        for sink, each in (*self.traces, *self.without_cuts):
            wanted = None if sink.asked is None else frozenset(node for group in sink.asked for node in group)
            for node in carriers(each, sink.moment, wanted):
                if node not in found:
                    sources = each.flows[node] if wanted is None else each.flows[node] & wanted
                    if not all(map(is_out_of_nothing, sources)):
                        found[node] = Passage(sink, each, sources)
        return found

    @cached_property
    def masked(self) -> dict[Node, list[Node]]:
        """For every `where`, the operations in a branch that fail just where the other branch is taken."""
        found: dict[Node, list[Node]] = {}
        for node, passage in self.carrying.items():
            recorder = passage.sink.recorder
            failing = list(masked_failures(node, self.carrying, recorder.kind == "torch" or recorder.torch))
            if failing:
                found[node] = failing
        return found

    def trace_of(self, sink: Sink) -> list[Trace]:
        return [each for other, each in self.traces if other is sink]


def _time(sink: Sink) -> int:
    """When the last of what is differentiated was there."""
    return max((target.id for target in sink.targets), default=0)


def _between(moments: list[int], path: LostPath, target: Node) -> bool:
    """One of the moments lies after the number was computed and before the loss was there."""
    since = path.cut.id if path.through is path.source else path.through.id
    later = bisect_right(moments, since)
    return later < len(moments) and moments[later] < target.id


def _is_meant(each: Trace, path: LostPath) -> bool:
    """A stop that the program can switch off, or `stop(a - b) + b`: the value of a, with the gradient of b."""
    cut = path.cut
    if cut.cut is None and cut.pause is not None and cut.pause.evaluating:
        return True
    if cut.cut != "stop":
        return False
    kept = {path.through}
    if path.through.op == Op.SUB and len(path.through.operands) > 1 and path.through.operands[1] is not None:
        kept.add(path.through.operands[1])
    users = each.consumers.get(cut, [])
    return bool(users) and all(
        user.op in (Op.EITHER, Op.ADD) and any(edge.node in kept for edge in user.edges) for user, _ in users
    )


def _last_stops(each: Trace, paths: list[LostPath]) -> list[LostPath]:
    """The stops behind which nothing else is cut, if every path that is lost elsewhere would end there as well."""
    last = [path for path in paths if leads_to_target(each, path.cut, _passes)]
    return last if all(path.cut.cut == "stop" for path in last) else []


def _comes_with_graph(path: LostPath) -> bool:
    """Something unknown that the rule of a Function finds on its ctx: it may bring a graph made elsewhere."""
    pause = path.cut.pause
    return pause is not None and pause.style == "rule" and _is_unknown(path.source)


def _is_unknown(node: Node) -> bool:
    return node.source is None or node.source.kind == "unknown"


def _may_hide(node: Node) -> bool:
    """Weights may go in here unseen: something unknown, or a function that brings its own gradient."""
    if node.source is not None:
        return node.source.kind == "unknown"
    weights = any(_is_weight(edge.node) for edge in node.edges)
    return node.opaque and (node.op == Op.CUSTOM_GRADIENT or not weights)


def _is_weight(node: Node) -> bool:
    return node.source is not None and node.source.kind in ("variable", "module")


def _passes(node: Node, _: Node) -> bool:
    return node.cut is None
