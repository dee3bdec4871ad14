"""Weights that only ever choose: an index has no gradient, so whatever decides it by itself is never trained."""

from __future__ import annotations

from collections.abc import Iterator

from gradlint.analysis.domain.facts import Flow, Sink
from gradlint.analysis.domain.faults import Fault, fault
from gradlint.analysis.domain.graph import TORCH, LostPath, Node, Recorder, Trace, reachable
from gradlint.analysis.lost_gradients.asked_sources import narrowed
from gradlint.analysis.lost_gradients.attached_targets import LANGS, lang_of
from gradlint.analysis.lost_gradients.path_queries import is_nothing
from gradlint.knowledge.names.losses import LOSSES_OF_A_PAIR
from gradlint.knowledge.names.operations import BOOLEAN, DRAWS, SIGNED_SUMS, Op

TABLES = frozenset({"Embedding", "embedding"})
LOOKUPS = TABLES | {"getitem", "index_select"}
PEELED = SIGNED_SUMS | {"mul", "div"}


def untrained(
    flow: Flow, traces: list[tuple[Sink, Trace]], live: set[Node], known: set[Node]
) -> Iterator[Fault]:
    """An optimizer holds weights that reach no loss but through a choice, or a gradient is requested for them."""
    seen: set[object] = set()
    elsewhere = {edge.node for node in live for edge in node.edges}
    for sink, each in traces:
        if sink.kind not in (*LANGS, "backward") or not each.live:
            continue
        asked = {node for group in sink.asked or () for node in group}
        held = flow.optimised & (flow.stepped or flow.optimised) if sink.kind == "backward" else asked
        for loss in each.lost_paths:
            named = sink.kind != "backward"
            if named and (loss.cut in known or not _is_left(each, loss, elsewhere)):
                continue
            if _only_chooses(loss, held, live) and loss.cut.place.node not in seen:
                user = _where(each, loss)
                if user is None:
                    continue
                place = loss.cut.place if _is_drawn(loss.cut) else user.place
                if place.node not in seen and not (_is_drawn(loss.cut) and loss.cut in known):
                    seen |= {place.node, loss.cut.place.node}
                    yield fault(place, "untrained-choice", lang_of(each), loss.cut.op, loss.cut.place)


def _is_drawn(cut: Node) -> bool:
    """What is drawn is to be drawn in another way; what is looked up is to be used in another way."""
    return cut.cut == "sample" or cut.op.rpartition(".")[2] in DRAWS


def _only_chooses(loss: LostPath, held: set[Node], live: set[Node]) -> bool:
    source = loss.source.source
    kinds = source is not None and source.kind in ("module", "parameter", "variable", "argument")
    missed = loss.source in held and loss.source not in live
    return loss.cut.cut in ("integer", "sample", "zero") and missed and kinds and loss.weak


def _is_left(each: Trace, loss: LostPath, elsewhere: set[Node]) -> bool:
    """Nothing holds the weights constant, or trains them elsewhere: of a tree each call makes new arguments."""
    made = {edge.node for edge in loss.source.edges}
    only = all(other.cut.cut in ("integer", "sample", "zero") for other in each.lost(loss.source))
    whole = loss.source.source is not None and loss.source.source.kind != "argument"
    return only and (whole or (bool(made) and not made & elsewhere))


def _where(each: Trace, loss: LostPath) -> Node | None:
    """The first use of the choice in something that is trained; of a codebook, what is made of its entry."""
    user = _first_live_user(each, loss.cut)
    if user is None or (loss.cut.cut == "sample" and user.op not in TABLES):
        return None  # a log-probability of what was sampled is what trains a policy
    if user.op in LOOKUPS:
        table = {edge.node for edge in user.edges if edge.node.source is not None}
        if table & reachable([loss.cut], each.recorder):
            users = [node for node, edge in each.consumers.get(user, ()) if node.op not in LOSSES_OF_A_PAIR]
            return users[-1] if users else user
    return user


def _first_live_user(each: Trace, cut: Node) -> Node | None:
    """What is trained and used together with the choice; where plain data is looked up on the way, that."""
    stack: list[tuple[Node, Node | None]] = [(cut, None)]
    seen = {cut}
    while stack:
        here, looked_up = stack.pop(0)
        for user, edge in each.consumers.get(here, ()):
            if each.flows.get(user):
                return looked_up or user
            if user not in seen:
                seen.add(user)
                stack.append((user, looked_up or (user if edge.role == "index" else None)))
    return None


def dead_terms(traces: list[tuple[Sink, Trace]], known: set[Node]) -> Iterator[Fault]:
    """A term of the loss that is made of choices alone, beside terms that have a gradient."""
    seen: set[object] = set()
    for sink, each in traces:
        if sink.kind not in (*LANGS, "backward", "step") or not each.live:
            continue
        if each.target.source is not None:
            continue  # the loss was made into a leaf: all of it is dead
        trained, each = {node for group in sink.asked or () for node in group}, narrowed(each, sink)
        for term in _summands(each.target, 0):
            if not each.flows.get(term) and term.place.node not in seen:
                if _is_count(term, known, sink.recorder, trained) and not _gates(each, term):
                    seen.add(term.place.node)
                    yield fault(term.place, "dead-term", lang_of(each), "", sink.place)


def _summands(node: Node, depth: int) -> Iterator[Node]:
    operands = [each for each in node.operands if each is not None]
    if is_nothing(node):
        return
    if node.op in SIGNED_SUMS and depth < 8 and operands:
        for each in operands:
            yield from _summands(each, depth + 1)
    elif node.op in (Op.MUL, Op.DIV) and len(operands) == 1 and depth < 8:
        yield from _summands(operands[0], depth + 1)
    elif depth:
        yield node


def _gates(each: Trace, term: Node) -> bool:
    """The comparisons that are counted switch something on and off that lives: the count is what that comes to."""
    behind = reachable([term], each.recorder)
    stack = [
        node for node in behind if node.cut == "integer" and (node.op == Op.COMPARISON or node.op in BOOLEAN)
    ]
    seen = set(stack)
    while stack:
        for user, edge in each.consumers.get(stack.pop(), ()):
            if each.flows.get(user) and user.op in (Op.MUL, Op.MULTIPLY):
                return True
            if edge.role == "value" and user not in seen and not each.flows.get(user):
                seen.add(user)
                stack.append(user)
    return False


def _is_count(term: Node, known: set[Node], recorder: Recorder, asked: set[Node]) -> bool:
    """Float arithmetic on what was chosen with weights that are trained."""
    if term.cut is not None:
        return False
    behind = reachable([term], recorder)
    cuts = [
        node
        for node in behind
        if node.cut == "integer" and any(recorder in edge.tracked for edge in node.edges)
    ]
    others = [
        node
        for node in behind
        if node.cut in ("stop", "data", "copy", "scalar", "numpy", "conversion")
        and (node.source is None or node not in asked)
    ]
    paused = any(
        recorder not in node.active and any(recorder in edge.tracked for edge in node.edges)
        for node in behind
    )
    weights = any(node.source is not None and node.source.kind in ("module", "parameter") for node in behind)
    trained = bool(asked & behind) if asked else weights and recorder is TORCH
    return bool(cuts) and trained and not others and not paused and not known.intersection(behind)
