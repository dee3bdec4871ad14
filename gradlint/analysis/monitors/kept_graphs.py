"""Graphs kept alive: what holds on to a graph after its backward pass, or although nobody differentiates it."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from dataclasses import dataclass
from typing import ClassVar

import libcst as cst

from gradlint.analysis.domain.expression_events import LastReplaced
from gradlint.analysis.domain.graph import TORCH, Node, Place, reachable
from gradlint.analysis.domain.journal import Branches, Journal, unless_settled
from gradlint.analysis.domain.misuses import BackwardTwice, GradientsKeepGraph, KeptGraph
from gradlint.analysis.domain.values import Array, Const, Dictionary, Params, Ref, Sequence, Value
from gradlint.analysis.interpreter.events import (
    Added,
    Backward,
    Collected,
    Ended,
    GradientSet,
    HandedAway,
    LetGo,
    Rebound,
    Zeroed,
    listens,
)
from gradlint.analysis.interpreter.machine import Machine
from gradlint.analysis.monitors.freed_graph import was_gone_through, was_part
from gradlint.analysis.monitors.held_parameters import arrays_of, sources_behind
from gradlint.analysis.monitors.weights.hidden import candidates
from gradlint.knowledge.names.operations import JOINING, WEIGHTED_SUMS, Op


@dataclass(frozen=True, slots=True)
class Held:
    """Where a graph is put away: in which container or total, and in how many loops."""

    by: int
    depth: int
    place: Place


class KeptGraphs:
    """Which graphs backward has gone through, and what is stored together with one."""

    NEVER_UNDONE: ClassVar = {
        "stored": "evidence of the whole program, judged when all of it has been followed",
        "held": "as above",
        "let_go": "as above",
        "unclear": "as above",
        "passes": "as above",
        "replaced": "as above",
    }

    def __init__(self, branches: Branches) -> None:
        self.asked_once: Journal[int, Place] = Journal(branches)
        """Values on which backward was called."""
        self.graph_grads: Journal[int, Place] = Journal(branches, unless_settled, outlives=True)
        """Gradients made with create_graph=True that nobody has cleared."""
        self.evaluated: Journal[int, bool] = Journal(branches)
        """Parameters of modules in evaluation mode."""
        self.collected: Journal[int, tuple[int, Held]] = Journal(branches)
        """Values put into a container that outlives this pass of the loop, and when the pass began."""
        self.stored: list[tuple[Node, Held]] = []
        """What an evaluation loop has put away together with its graph."""
        self.passes: dict[cst.CSTNode, int | None] = {}
        """When the pass of the loop began in which something was first put away at a place; None once it is seen to be
        computed from the pass before, as then the newest keeps the graphs of all the others."""
        self.held: list[Held] = []
        """What keeps a graph, unless it lets go of it again."""
        self.cleared: Journal[int, bool] = Journal(branches, outlives=True)
        """Parameters whose gradients an optimizer clears once in a while, so that only the last graph stays."""
        self.unclear: set[int] = set()
        """Sources of such gradients of which nobody knows whose parameters they are."""
        self.let_go: dict[int, int] = {}
        """Containers and totals that start afresh, and in how many loops that happens."""
        self.last: Journal[int, cst.CSTNode] = Journal(branches)
        """Where the last item of each list was appended."""
        self.replaced: set[tuple[int, cst.CSTNode]] = set()
        """What a list was given there does not stay: a value without a graph takes its place."""

    def grows(self, held: Held) -> bool:
        """Whatever lets go of its graphs in the loop that fills it keeps only a few of them."""
        replaced = (held.by, held.place.node) in self.replaced
        return not replaced and self.let_go.get(held.by, -1) < held.depth


def note_mode(machine: Machine, module: Value, evaluating: bool) -> None:
    """model.eval(), model.train()"""
    known = machine.own(KeptGraphs)
    for ref in machine.parameters_of(module):
        array = machine.array(ref)
        if array is not None:
            if evaluating:
                known.evaluated[array.node.id] = True
            else:
                known.evaluated.pop(array.node.id, None)


@listens(Backward)
def note_differentiated(machine: Machine, event: Backward) -> None:
    known = machine.own(KeptGraphs)
    sink, place = event.sink, event.sink.place
    sources = list(sources_behind(sink)) if event.create_graph else []
    named = [each for each in sources if each.source is not None and each.source.kind != "unknown"]
    for source in named or sources:
        known.graph_grads[source.id] = place
    if not named:  # whose gradients these are is not known: they may be those that an optimizer clears
        known.unclear.update(source.id for source in sources)
    for target in sink.targets:
        known.asked_once[target.id] = place
        began, kept = known.collected.get(target.id, (0, None))
        if kept is not None and began == machine.loops.pass_began:
            known.held.append(kept)
        if target.op == Op.SCALED:  # what a GradScaler makes of the loss is as good as the loss
            for edge in target.edges:
                known.asked_once[edge.node.id] = place


@listens(Zeroed)
def note_cleared(machine: Machine, event: Zeroed) -> None:
    known = machine.own(KeptGraphs)
    for array in arrays_of(machine, event.owner, event.node):
        known.graph_grads.pop(array.node.id, None)
        if (
            machine.loops.depth or machine.context.imagined
        ):  # called again, it clears what the call before left
            known.cleared[array.node.id] = True


@listens(HandedAway)
def note_handed(machine: Machine, event: HandedAway) -> None:
    """`make_optimizer(model.parameters())`: whoever steps them will clear them as well."""
    for value in event.values:
        if isinstance(machine.load(value), (Array, Sequence, Params)):
            for array in arrays_of(machine, value, event.node):
                machine.own(KeptGraphs).cleared[array.node.id] = True


@listens(GradientSet)
def note_removed(machine: Machine, event: GradientSet) -> None:
    """`p.grad = None`"""
    kept = machine.own(KeptGraphs).graph_grads
    for each in candidates(event.source) if kept and event.value == Const(None) else ():
        kept.pop(each.id, None)


@listens(Ended)
def note_stored(machine: Machine, event: Ended) -> None:
    """What an evaluation loop has stored with its graph, and nobody differentiates."""
    known = machine.own(KeptGraphs)
    wanted = reachable([target for sink in machine.flow.sinks for target in sink.targets], TORCH)
    unwanted = [
        held
        for node, held in known.stored
        if node not in wanted and known.passes.get(held.place.node) is not None
    ]
    raising = {each.id for each in _raising(machine)} if known.held else set()
    for held in known.held + unwanted:
        if held.by not in raising and known.grows(held):
            machine.flow.misuses.append(KeptGraph(held.place, "torch"))


def _raising(machine: Machine) -> set[Node]:
    """What a second pass through a freed graph is computed from: it raises, and keeps nothing."""
    twice = {each.place.node for each in machine.flow.misuses if isinstance(each, BackwardTwice)}
    sinks = [sink for sink in machine.flow.sinks if sink.place.node in twice]
    return reachable([target for sink in sinks for target in sink.targets], TORCH)


@listens(Ended)
def note_graph_gradients(machine: Machine, event: Ended) -> None:
    """Gradients that hold on to the graph they were made with."""
    known = machine.own(KeptGraphs)
    settled = {*known.cleared, *(known.unclear if known.cleared else ())}
    kept = {source: place for source, place in known.graph_grads.items() if source not in settled}
    for place in {place.node: place for place in kept.values()}.values():
        machine.flow.misuses.append(GradientsKeepGraph(place, "torch"))


@listens(Added)
def note_accumulated(machine: Machine, event: Added) -> None:
    """`total += loss`: the sum holds on to graphs that backward has already gone through."""
    total, added = machine.array(event.old), machine.array(event.more)
    if total is None or added is None or TORCH not in total.tracked or TORCH not in added.tracked:
        return
    _note_held(machine, total, added.node, event.node)


@listens(Rebound)
def note_sum(machine: Machine, event: Rebound) -> None:
    """`total = total + loss`, the same in two steps, and `mean = 0.9 * mean + 0.1 * loss`."""
    made = machine.array(event.new)
    total = machine.array(event.old) if made is not None else None
    if made is None or total is None or made.node.id < machine.mark or TORCH not in total.tracked:
        return
    if any(total.node in each.operands for each in _sums(made.node)):
        _note_held(machine, total, made.node, event.node)


def _sums(node: Node) -> Iterator[Node]:
    """A sum and its weighted terms, where it is one or one of two values that it may be."""
    for each in (edge.node for edge in node.edges) if node.op == Op.EITHER else (node,):
        if each.op == Op.ADD:
            yield each
            yield from (term for term in each.operands if term is not None and term.op in (Op.MUL, Op.DIV))


def _note_held(machine: Machine, total: Array, added: Node, node: cst.CSTNode) -> None:
    known, began = machine.own(KeptGraphs), machine.loops.round_began
    if began is None or (began and _is_new(total.node, began)):
        return
    if _is_of_one_pass(machine, total.node, added):
        return
    stack, seen = [total.node], {total.node}
    while stack and len(seen) < 30:
        here = stack.pop()
        if here is not total.node and (here.id in known.asked_once or was_part(machine, here)):
            known.held.append(Held(total.node.id, machine.loops.depth, machine.place(node)))
            return
        if here.op == Op.EITHER and any(_is_new(edge.node, began) for edge in here.edges):
            continue  # it begins anew in each pass, so it lets go of the last one
        if here.op in WEIGHTED_SUMS:
            for edge in here.edges:
                if edge.node not in seen:
                    seen.add(edge.node)
                    stack.append(edge.node)


def _is_of_one_pass(machine: Machine, total: Node, added: Node) -> bool:
    """`for part in parts: part.backward(); total += part`: all parts were made in the same pass of the loop around it,
    and the total begins anew in the next one."""
    asked = machine.own(KeptGraphs).asked_once
    stack, seen, newest = [added], {added, total}, 0
    while stack and len(seen) < 30:
        here = stack.pop()
        if here.op not in WEIGHTED_SUMS or here.id in asked:
            newest = max(newest, here.id if here.edges else 0)
            continue
        more = [edge.node for edge in here.edges if edge.node not in seen]
        seen.update(more)
        stack.extend(more)
    began = machine.loops.pass_of(newest) if newest else 0
    return began > 0 and _is_new(total, began)


def _is_new(node: Node, began: int) -> bool:
    """Computed in the pass of the loop that began then, and not on top of what an earlier one has left."""
    stack, seen = [node], {node}
    while stack and len(seen) < 30:
        here = stack.pop()
        if here.id < began:
            return False
        more = [edge.node for edge in here.edges if here.op in WEIGHTED_SUMS and edge.node not in seen]
        seen.update(more)
        stack.extend(more)
    return True


@listens(Collected)
def note_kept(machine: Machine, event: Collected) -> None:
    """losses.append(loss) after loss.backward(); outputs.append(model(x)) in an evaluation loop"""
    known, began = machine.own(KeptGraphs), machine.loops.round_began
    known.last[event.holder.id] = event.node
    array = machine.array(event.value)
    if array is None or TORCH not in array.tracked or array.leaf:
        return
    if began is None or event.holder.id > began > 0:
        return  # what is made anew in each pass lets go of the last one
    held = Held(event.holder.id, machine.loops.depth, machine.place(event.node))
    if not array.maybe and known.evaluated and machine.loops.depth and not machine.around.forwards:
        behind = {each.id for each in reachable([array.node], TORCH) if each.source is not None}
        if behind and behind <= known.evaluated.keys():
            known.stored.append((array.node, held))
            _note_carried(machine, array.node, held.place.node)
    if array.node.id in known.asked_once or (not array.maybe and was_gone_through(machine, array.node)):
        known.held.append(held)
    elif machine.loops.depth:
        known.collected[array.node.id] = machine.loops.pass_began, held


@listens(Rebound)
def note_joined(machine: Machine, event: Rebound) -> None:
    """`outputs = torch.cat((outputs, model(x)))`: like a list that grows, with the graphs of all that went in."""
    made, total = machine.array(event.new), machine.array(event.old)
    if made is None or total is None or made.node.op not in JOINING or made.node.id < machine.mark:
        return
    edges = made.node.edges
    if not machine.loops.depth or all(edge.node is not total.node for edge in edges):
        return
    known = machine.own(KeptGraphs)
    held = Held(total.node.id, machine.loops.depth, machine.place(event.node))
    for part in (edge.node for edge in edges if edge.node is not total.node and TORCH in edge.tracked):
        if part.id in known.asked_once or was_gone_through(machine, part):
            known.held.append(held)
        elif known.evaluated and not made.maybe and not machine.around.forwards:
            behind = {each.id for each in reachable([part], TORCH) if each.source is not None}
            if behind and behind <= known.evaluated.keys():
                known.stored.append((part, held))
                _note_carried(machine, part, held.place.node)


def _note_carried(machine: Machine, kept: Node, at: cst.CSTNode) -> None:
    """`frame = decoder(frame); frames.append(frame)`"""
    known, began = machine.own(KeptGraphs), machine.loops.pass_began
    first = known.passes.setdefault(at, began)
    if first is not None and first < began:
        if any(first <= each.id < began and each.edges for each in reachable([kept], TORCH)):
            known.passes[at] = None


@listens(LastReplaced)
def note_last_replaced(machine: Machine, event: LastReplaced) -> None:
    """`losses.append(loss); losses[-1] = losses[-1].item()`"""
    known, array = machine.own(KeptGraphs), machine.array(event.value)
    appended = known.last.get(event.holder.id)
    called = appended.func if isinstance(appended, cst.Call) else None
    at_the_end = isinstance(called, cst.Attribute) and called.attr.value == "append"
    if at_the_end and appended is not None and (array is None or TORCH not in array.tracked):
        known.replaced.add((event.holder.id, appended))


@listens(LetGo)
def note_let_go(machine: Machine, event: LetGo) -> None:
    _let_go(machine, event.holder.id, sys.maxsize if event.by_itself else machine.loops.depth)


@listens(Rebound)
def note_replaced(machine: Machine, event: Rebound) -> None:
    """`losses = []`, `total = 0.0` once in a while"""
    old, new = event.old, event.new
    if isinstance(old, Ref) and isinstance(machine.load(old), (Sequence, Dictionary)) and old != new:
        _let_go(machine, old.id, machine.loops.depth)
    total, made = machine.array(old), machine.array(new)
    if total is None or TORCH not in total.tracked:
        return
    summands = _summands(total.node)
    if made is None or not summands & _summands(made.node):
        for each in summands:
            _let_go(machine, each.id, machine.loops.depth)


def _let_go(machine: Machine, held: int, depth: int) -> None:
    known = machine.own(KeptGraphs)
    known.let_go[held] = max(known.let_go.get(held, 0), depth)


def _summands(node: Node) -> set[Node]:
    """A total and what it is the sum of."""
    stack, seen = [node], {node}
    while stack and len(seen) < 30:
        here = stack.pop()
        more = [edge.node for edge in here.edges if here.op in WEIGHTED_SUMS and edge.node not in seen]
        seen.update(more)
        stack.extend(more)
    return seen
