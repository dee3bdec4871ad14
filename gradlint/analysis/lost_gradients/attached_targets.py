"""Values that are constants by the algorithm and carry a gradient here: bootstrapped targets, advantages."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

import libcst as cst

from gradlint.analysis.domain.facts import Sink
from gradlint.analysis.domain.faults import Fault, fault
from gradlint.analysis.domain.graph import Node, Trace
from gradlint.analysis.domain.op_facts import torch_facts
from gradlint.analysis.domain.values import Lang
from gradlint.analysis.lost_gradients.asked_sources import narrowed
from gradlint.analysis.lost_gradients.op_kinds import kind
from gradlint.analysis.project.syntax import walk
from gradlint.knowledge.names.losses import REGRESSIONS
from gradlint.knowledge.names.operations import ON_THE_WAY_TO_A_TARGET, SAME_NUMBERS, Op

DISCOUNTS = ("gamma", "discount")
LANGS: Mapping[str, Lang] = {"tape": "tensorflow", "jax": "jax"}


def attached(traces: Sequence[tuple[Sink, Trace]]) -> Iterator[Fault]:
    # A batch that is handed to jit has been followed as well, and is data all the same.
    asked = [narrowed(each, sink) for sink, each in traces]
    regressed = {node for each in asked for node in _regressed(each)}
    seen: set[object] = set()
    for each in asked:
        for misuse in (*_targets(each), *_advantages(each, regressed)):
            if misuse.place.node not in seen:
                seen.add(misuse.place.node)
                yield misuse


def lang_of(each: Trace) -> Lang:
    return LANGS.get(each.recorder.kind, "torch") if not each.recorder.torch else "torch"


def _live(each: Trace, node: Node | None) -> frozenset[Node]:
    return each.flows.get(node, frozenset()) if node is not None else frozenset()


def _compared(each: Trace) -> Iterator[tuple[Node, Node]]:
    """What is compared with what, as a loss function or as a squared difference."""
    for node in each.flows:
        pair = node.operands[:2] if node.op in REGRESSIONS else ()
        if len(pair) == 2 and pair[0] is not None and pair[1] is not None:
            yield pair[0], pair[1]
        if node.op in (Op.POW, Op.SQUARE, Op.ABS) and node.operands and node.operands[0] is not None:
            for inner in _errors(node.operands[0]):
                one, two = inner.operands[:2]
                if one is not None and two is not None:
                    yield one, two


def _errors(node: Node) -> Iterator[Node]:
    """The differences whose squares are small in the end: of each step, or a discounted sum of several."""
    stack, seen = [node], {node}
    while stack and len(seen) < 24:
        here = stack.pop()
        if here.op == Op.SUB and len(here.operands) > 1:
            yield here
        elif here is node or here.op in (*SAME_NUMBERS, Op.STACK, Op.ADD):
            more = [edge.node for edge in here.edges if edge.role == "value" and edge.node not in seen]
            seen.update(more)
            stack.extend(more)


def _regressed(each: Trace) -> Iterator[Node]:
    """The weights of whatever is trained to predict something."""
    for one, two in _compared(each):
        yield from _live(each, one)
        yield from _live(each, two)


def _targets(each: Trace) -> Iterator[Fault]:
    """`r + gamma * V(s')` compared with V(s), both with a gradient."""
    for one, two in _compared(each):
        for value, target in ((one, two), (two, one)):
            if _live(each, value) and _live(each, target) and _is_bootstrap(each, target, value):
                yield fault(target.place, "attached-target", lang_of(each), "", each.target.place)


def _is_bootstrap(each: Trace, node: Node, predicted: Node) -> bool:
    """A reward, which is data, plus a discounted value, which comes from what is predicted with."""
    while node.op in SAME_NUMBERS and node.edges:
        node = node.edges[0].node
    if node.op != Op.ADD or len(node.operands) != 2:
        return False
    for reward, value in (node.operands, node.operands[::-1]):
        plain = reward is not None and not _live(each, reward)
        if plain and value is not None and _live(each, value) and _is_discounted(value):
            return any(models(each, factor) & models(each, predicted) for factor in _discounted(value))
    return False


def _discounted(node: Node) -> Iterator[Node]:
    """The factors of a product, however often it is nested."""
    stack = [node]
    while stack:
        here = stack.pop()
        if here.op in (Op.MUL, Op.MULTIPLY):
            stack.extend(each for each in here.operands if each is not None)
        else:
            yield here


def models(each: Trace, node: Node) -> set[tuple[int, str]]:
    """The weights a value was computed with, and the models nobody has seen that were called on the way.

    Not what such a model was made from: settings that two of them share make them no less two.
    """
    found: set[tuple[int, str]] = set()
    stack, seen = [node], {node}
    while stack:
        here = stack.pop()
        if here.source is not None and here.source.kind != "unknown":
            made = [edge.node.id for edge in here.edges if each.recorder in edge.tracked]
            # The weights of a layer inside a tree are taken from it at each call.
            found.add((made[0], str(id(here.place.node))) if len(made) == 1 else (here.id, ""))
            continue
        recorded = here.recorded_by(each.recorder)
        edges = [edge.node for edge in here.edges if recorded and each.recorder in edge.tracked]
        if here.op == Op.UNKNOWN and isinstance(here.place.node, cst.Call) and here.edges:
            callee = here.edges[0].node
            name, owner = _member(here.place.node, callee)
            if torch_facts(name) is None:  # a method of tensors goes on with the tensor
                found.add((owner.id, name))
                edges = [other for other in edges if other is not callee]
        fresh = [other for other in edges if other not in seen]
        seen.update(fresh)
        stack.extend(fresh)
    return found


def _member(call: cst.Call, callee: Node) -> tuple[str, Node]:
    """`model.value(...)`: the method, and the object that it belongs to."""
    if isinstance(call.func, cst.Attribute) and callee.op == call.func.attr.value and callee.edges:
        return callee.op, callee.edges[0].node
    return "", callee


def _is_discounted(node: Node) -> bool:
    for _ in range(4):
        if node.op not in (Op.MUL, Op.MULTIPLY):
            return False
        if any(
            isinstance(number, float) and 0.5 <= number < 1 for number in node.constants
        ) or _names_discount(node):
            return True
        products = [each for each in node.operands if each is not None and each.op in (Op.MUL, Op.MULTIPLY)]
        if not products:
            return False
        node = products[0]
    return False


def _names_discount(node: Node) -> bool:
    names = (each.value.lower() for each in walk(node.place.node) if isinstance(each, cst.Name))
    return any(name.startswith(DISCOUNTS) for name in names)


def _advantages(each: Trace, regressed: set[Node]) -> Iterator[Fault]:
    """`log_prob * (returns - values)` where the values, which a loss of their own trains, carry a gradient."""
    for node in each.flows:
        if node.op not in (Op.MUL, Op.MULTIPLY) or len(node.operands) != 2 or None in node.operands:
            continue
        for score, weight in (node.operands, node.operands[::-1]):
            assert score is not None and weight is not None
            critic = _live(each, weight) - _live(each, score)
            if not critic and _are_outputs_of_one_model(each, score, weight):
                critic = _live(each, weight)
            if _takes_away_detached(each, weight):  # what else was not computed here may be data
                critic = frozenset(one for one in critic if one.source and one.source.kind != "unknown")
            if critic & regressed and _live(each, score) and _is_score(score) and _is_advantage(each, weight):
                yield fault(node.place, "attached-advantage", lang_of(each), "", each.target.place)
                break


def _are_outputs_of_one_model(each: Trace, score: Node, weight: Node) -> bool:
    """`probabilities, value = model(states)`: two heads, of whose weights nothing more is known."""
    heads = _outputs(each, weight)
    return any(
        model in heads and not heads[model] & numbers for model, numbers in _outputs(each, score).items()
    )


def _outputs(each: Trace, node: Node) -> dict[Node, set[int]]:
    """Which results of a model a value was made of."""
    found: dict[Node, set[int]] = {}
    stack, seen = [node], {node}
    while stack and len(seen) < 24:
        here = stack.pop()
        whole = here.operands[0] if here.operands else None
        number = here.constants[1] if here.op == Op.GETITEM and len(here.constants) > 1 else None
        if whole is not None and whole.opaque and isinstance(number, int):
            found.setdefault(whole, set()).add(number)
            continue
        more = [other for other in here.operands if other is not None and _live(each, other)]
        fresh = [other for other in more if other not in seen]
        seen.update(fresh)
        stack.extend(fresh)
    return found


def _takes_away_detached(each: Trace, node: Node) -> bool:
    """`returns - values.detach()`: the critic has been taken care of."""
    for _ in range(5):
        operands = [other for other in node.operands if other is not None]
        if node.op == Op.SUB and len(operands) == 2 and operands[1].cut == "stop":
            return True
        behind = [other for other in operands if _live(each, other)]
        if not behind or node.op not in (Op.DIV, Op.SUB, *SAME_NUMBERS):
            return False
        node = behind[0]
    return False


def _is_score(node: Node) -> bool:
    """A log-probability, or a ratio of probabilities made from one."""
    stack, seen = [node], {node}
    while stack and len(seen) < 24:
        here = stack.pop()
        if here.op in (Op.LOG_PROB, Op.LOG_SOFTMAX, Op.LOG_SOFTMAX_LAYER) or _is_log_of_a_chance(here):
            return True
        if here.op in ON_THE_WAY_TO_A_TARGET or here.op == Op.GATHER:
            more = [each for each in here.operands if each is not None and each not in seen]
            seen.update(more)
            stack.extend(more)
    return False


def _is_log_of_a_chance(node: Node) -> bool:
    """The logarithm of what a softmax or sigmoid gave, or of the entry that an action has picked."""
    if kind(node) != "log":
        return False
    stack, seen = [node], {node}
    while stack and len(seen) < 16:
        here = stack.pop()
        picks = here.op == Op.ONE_HOT or any(edge.role == "index" for edge in here.edges)
        if picks or kind(here) in ("softmax", "sigmoid"):
            return True
        if here is node or here.op in (Op.ADD, Op.GATHER, Op.MULTIPLY, *ON_THE_WAY_TO_A_TARGET):
            more = [each for each in here.operands if each is not None and each not in seen]
            seen.update(more)
            stack.extend(more)
    return False


def _is_advantage(each: Trace, node: Node) -> bool:
    """What came out less what was expected; perhaps normalised."""
    for _ in range(5):
        if node.op == Op.SUB and len(node.operands) == 2 and None not in node.operands:
            plain = [other for other in node.operands if not _live(each, other)]
            if plain:
                return True
        behind = [other for other in node.operands if other is not None and _live(each, other)]
        if not behind or node.op not in (Op.DIV, Op.SUB, *SAME_NUMBERS):
            return False
        node = behind[0]
    return False
