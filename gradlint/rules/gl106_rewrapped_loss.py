"""GL106: The loss is wrapped into a new leaf so that backward() no longer complains."""

from __future__ import annotations

from collections.abc import Iterator

import libcst as cst

from gradlint.analysis.domain.facts import Sink
from gradlint.analysis.domain.graph import Node
from gradlint.core.model import Severity
from gradlint.knowledge.names.operations import Op
from gradlint.knowledge.names.torch import TENSOR_WRAPPERS
from gradlint.rules.shared.bench import Bench, method, positional
from gradlint.rules.shared.chain import fix_of_the_cut
from gradlint.rules.shared.draft import Draft, DraftLabel, Program, story
from gradlint.rules.shared.patch import Patch


def _leaf_behind(sink: Sink) -> Node | None:
    """The leaf that is differentiated as if it were the loss, by itself or multiplied by a loss scale."""
    array = sink.array
    if array is None or not array.tracked:
        return None
    node = array.node
    if node.op == Op.SCALED and len(node.edges) == 1:
        node = node.edges[0].node
        return node if node.source is not None and node.source.kind == "leaf" else None
    return node if array.leaf else None


def detect(program: Program) -> Iterator[Draft]:
    seen: set[cst.CSTNode] = set()
    for sink in program.flow.sinks:
        leaf = _leaf_behind(sink) if sink.kind in ("backward", "step") else None
        source = leaf.source if leaf is not None else None
        lost = next((path for each in program.lost.trace_of(sink) for path in each.lost_paths), None)
        if leaf is None or source is None or lost is None or lost.source is leaf:
            continue
        node = source.flagged.node if source.flagged is not None else leaf.place.node
        if node in seen:
            continue
        seen.add(node)
        before = (
            (DraftLabel("note", "the loss lost its graph here", lost.cut.place.node),)
            if source.flagged is not None
            else ()
        )
        yield Draft(
            node,
            "the loss becomes a new leaf here: backward() runs, and no parameter gets a gradient",
            "delete this line and fix the place where the loss lost its graph",
            "torch",
            Severity.ERROR,
            (*story(lost.source, sink.place, node), *before),
            "cut here: the graph of the loss is gone",
            about=sink,
        )


def fix(bench: Bench) -> Patch | None:
    """Only where the graph was lost in the very statement that makes the new leaf."""
    about = bench.draft.about
    line = bench.text.alone(bench.node)
    if not isinstance(about, Sink) or line is None:
        return None
    lost = [path.cut.place.node for each in bench.program.lost.trace_of(about) for path in each.lost_paths]
    statement = line.body[0]
    if not lost or any(bench.text.statement(node) is not line for node in lost):
        return _fixed_before(bench, about, line) if _is_flag(statement) else None
    if isinstance(statement, cst.Assign) and len(statement.targets) == 1:
        target = statement.targets[0].target
        inside = _innermost(bench, statement.value)
        if inside is None:
            return None
        if isinstance(target, cst.Name) and isinstance(inside, cst.Name) and target.value == inside.value:
            return bench.patch("Leave the loss as it is", "safe", [bench.remove(line)])
        return bench.patch("Use the loss itself", "unsafe", bench.become(statement.value, inside))
    return None


def _is_flag(statement: cst.BaseSmallStatement) -> bool:
    """`loss.requires_grad_()` or `loss.requires_grad = True`."""
    if isinstance(statement, cst.Assign):
        target = statement.targets[0].target
        return isinstance(target, cst.Attribute) and target.attr.value == "requires_grad"
    found = method(statement.value) if isinstance(statement, cst.Expr) else None
    return found is not None and found[1] == "requires_grad_"


def _fixed_before(bench: Bench, sink: Sink, line: cst.SimpleStatementLine) -> Patch | None:
    """The flag goes, and the place where the graph was lost is fixed."""
    for broken in bench.program.lost.breaks:
        if broken.sink is sink and (restored := fix_of_the_cut(bench, broken)) is not None:
            return bench.patch("Fix the loss", "display", [bench.remove(line), *restored.changes])
    return None


def _innermost(bench: Bench, node: cst.BaseExpression) -> cst.BaseExpression | None:
    """The loss inside `torch.tensor(loss.item(), requires_grad=True)`."""
    while True:
        found = method(node)
        if isinstance(node, cst.Attribute) and node.attr.value == "data":
            node = node.value
        elif found is not None and found[1] in ("item", "detach", "clone", "requires_grad_", "cpu", "numpy"):
            node = found[0]
        elif isinstance(node, cst.Call) and (
            bench.called(node.func).rpartition(".")[2] in TENSOR_WRAPPERS or bench.code(node.func) == "float"
        ):
            inside = positional(node, 0)
            if inside is None:
                return None
            node = inside
        else:
            return node if isinstance(node, (cst.Name, cst.Attribute)) else None
