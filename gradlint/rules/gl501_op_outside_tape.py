"""GL501: Computed before the tape opens or after it has closed."""

from __future__ import annotations

from collections.abc import Iterator

import libcst as cst

from gradlint.analysis.lost_gradients.lost import Break
from gradlint.analysis.project.syntax import names_in, walk
from gradlint.knowledge.names.operations import Op
from gradlint.rules.shared import moves
from gradlint.rules.shared.bench import Bench, calls_in, method
from gradlint.rules.shared.broken import broken_draft
from gradlint.rules.shared.draft import Draft, Program
from gradlint.rules.shared.evidence import may_pass
from gradlint.rules.shared.patch import Patch
from gradlint.rules.shared.text import Statement


def detect(program: Program) -> Iterator[Draft]:
    for broken in _one_each([each for each in program.lost.breaks if _is_outside(each)]):
        yield broken_draft(
            broken,
            _seen_from_tape(broken),
            f"{_operation(broken)} is computed outside the tape",
            "cut here: no tape is recording",
            "move this line into the `with tf.GradientTape()` block",
        )


def _is_outside(broken: Break) -> bool:
    if broken.reason != "outside" or broken.sink.recorder.kind != "tape" or broken.cut.op == Op.GRADIENT:
        return False
    if broken.cut.op == Op.ITEM and broken.cut.cut is None:
        return False  # one of something unknown, which may be a list: going through it computes nothing
    # something unknown may well record by itself
    return broken.cut.source is None or broken.cut.source.kind != "unknown"


def _one_each(breaks: list[Break]) -> Iterator[Break]:
    """Of the operations of one expression the first: moving its line into the tape moves them all."""
    nodes = {id(node): node for node in map(_seen_from_tape, breaks)}
    around: dict[int, int] = {}
    for number, node in nodes.items():
        around.update((id(inner), number) for inner in walk(node) if id(inner) in nodes and inner is not node)
    seen: set[tuple[int, int]] = set()
    for broken in sorted(breaks, key=lambda each: each.cut.id):
        number = id(_seen_from_tape(broken))
        while number in around:
            number = around[number]
        if (number, id(broken.sink.recorder)) not in seen:
            seen.add((number, id(broken.sink.recorder)))
            yield broken


def _seen_from_tape(broken: Break) -> cst.CSTNode:
    """An operation inside a helper is the helper's call, seen from where the tape is."""
    tape = broken.sink.recorder.place
    depth = len(tape.stack) if tape is not None else 0
    return broken.cut.place.at_depth(depth)


def _operation(broken: Break) -> str:
    return {"add": "the sum", "sub": "the difference", "mul": "the product", "div": "the quotient"}.get(
        broken.cut.op, broken.cut.op
    )


def fix(bench: Bench) -> Patch | None:
    """The statement, and what depends on it between there and the tape, goes into the block."""
    broken = bench.draft.about
    if not isinstance(broken, Break) or broken.sink.recorder.place is None:
        return None
    block = moves.with_block(bench, broken.sink.recorder.place.node)
    home = bench.text.block(block) if block is not None else None
    line = moves.level(bench, bench.node, home)
    if block is None or home is None or line is None or line is block:
        return None
    if any(each is broken.sink.place.node for each in (line, *walk(line))):
        return None  # what asks for the gradient stays where it is
    first, last = moves.first_of(block), moves.last_of(block)
    body = list(home.body)
    here, there = body.index(line), body.index(block)
    if first is None or last is None:
        return None
    if here < there:
        moving = _dependents(line, body[here + 1 : there])
        passed = [each for each in body[here + 1 : there] if each not in moving]
        watching = _watching(block)
        changes = (
            moves.below(bench, moving, watching)
            if watching is not None
            else moves.above(bench, moving, first)
        )
    else:
        sink = moves.level(bench, broken.sink.place.node, home)
        until = body.index(sink) if sink is not None and sink in body else len(body)
        moving = _dependents(line, body[here + 1 : until])
        passed = [each for each in body[there + 1 : until] if each not in moving]
        changes = moves.below(bench, moving, last)
    certain = len(moving) == 1 and _may_pass(bench, line, passed)
    return bench.patch("Move this line into the tape", "safe" if certain else "unsafe", changes)


_PLAIN = frozenset(
    "print len range float int str zip list dict tuple min max abs sum enumerate isinstance type round sorted".split()
)


def _may_pass(bench: Bench, line: Statement, others: list[Statement]) -> bool:
    """Nothing connects the statement with these: no name, and no draw that would come in another order."""
    calls = (call for each in others for call in calls_in(each))
    return may_pass(line, others) and all(
        (isinstance(call.func, cst.Name) and call.func.value in _PLAIN)
        or ((name := bench.called(call.func)) != "" and "random" not in name)
        for call in calls
    )


def _watching(block: cst.With) -> cst.SimpleStatementLine | None:
    """The last of the statements at the head of a block that only tell the tape what to watch."""
    last = None
    for statement in block.body.body:
        if not isinstance(statement, cst.SimpleStatementLine) or len(statement.body) != 1:
            break
        expression = statement.body[0]
        call = expression.value if isinstance(expression, cst.Expr) else None
        found = method(call) if isinstance(call, cst.Call) else None
        if found is None or found[1] != "watch":
            break
        last = statement
    return last


def _dependents(line: Statement, rest: list[Statement]) -> list[Statement]:
    """The statement and those among the following that use what it binds."""
    moving, bound = [line], _bound(line)
    for each in rest:
        if names_in(each) & bound:
            moving.append(each)
            bound |= _bound(each)
    return moving


def _bound(statement: cst.CSTNode) -> set[str]:
    found: set[str] = set()
    for node in walk(statement):
        if isinstance(node, (cst.AssignTarget, cst.AugAssign, cst.For)):
            found.update(names_in(node.target))
    return found
