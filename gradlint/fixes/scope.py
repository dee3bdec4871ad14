"""GL501 to GL504, GL509 and GL510 mended: what the tape sees, and shapes that agree."""

from __future__ import annotations

import libcst as cst

from gradlint.fixes import moves
from gradlint.fixes.bench import Bench, fixes, method, positional
from gradlint.fixes.patch import Change, Patch
from gradlint.fixes.text import Statement
from gradlint.flow.facts import NonScalar, ShapeClash, TapeUse
from gradlint.flow.graph import Node
from gradlint.flow.losses import Break
from gradlint.flow.syntax import integer, names_in, walk
from gradlint.flow.values import Shape


@fixes("GL501", cuts=("outside",))
def outside_tape(bench: Bench) -> Patch | None:
    """The statement, and what depends on it between there and the tape, goes into the block."""
    broken = bench.draft.about
    if not isinstance(broken, Break) or broken.sink.recorder.place is None:
        return None
    block = moves.with_block(bench, broken.sink.recorder.place.node)
    home = bench.text.block(block) if block is not None else None
    line = moves.level(bench, bench.node, home)
    if block is None or home is None or line is None or line is block:
        return None
    first, last = moves.first_of(block), moves.last_of(block)
    body = list(home.body)
    here, there = body.index(line), body.index(block)
    if first is None or last is None:
        return None
    if here < there:
        moving = _dependents(line, body[here + 1 : there])
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
        changes = moves.below(bench, moving, last)
    return bench.patch("Move it into the tape", "safe" if len(moving) == 1 else "unsafe", changes)


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


@fixes("GL502")
def consumed(bench: Bench) -> Patch | None:
    use = bench.draft.about
    if not isinstance(use, TapeUse) or use.how != "consumed" or use.tape.place is None:
        return None
    tape = use.tape.place.node
    if not isinstance(tape, cst.Call):
        return None
    change = bench.set_argument(tape, "persistent", "True")
    return bench.patch("Make the tape persistent", "safe", [change])


@fixes("GL503")
def inner_gradient(bench: Bench) -> Patch | None:
    """The call goes to the end of the outer block, behind the inner one."""
    line = bench.text.alone(bench.node)
    call = next((each for each in walk(bench.node) if isinstance(each, cst.Call) and method(each)), None)
    receiver = method(call)[0] if call is not None else None  # type: ignore[index]
    if line is None or receiver is None:
        return None
    for block in walk(bench.text.function(line)):
        if not isinstance(block, cst.With) or not any(
            item.asname is not None and item.asname.name.deep_equals(receiver) for item in block.items
        ):
            continue
        outer = next((each for each in bench.text.up(block) if isinstance(each, cst.With)), None)
        last = moves.last_of(outer) if outer is not None else None
        if last is not None:
            changes = moves.below(bench, [line], last)
            return bench.patch("Take it inside the outer tape", "safe", changes)
    return None


@fixes("GL504")
def nonscalar(bench: Bench) -> Patch | None:
    about, call = bench.draft.about, bench.node
    if not isinstance(about, NonScalar) or not isinstance(call, cst.Call):
        return None
    found = method(call)
    if about.lang == "torch" and found is not None and found[1] == "backward":
        end = bench.text.span(found[0])[1]
        return bench.patch("Take the mean first", "unsafe", [Change(end, end, ".mean()")])
    if about.why == "softmax" and found is not None and isinstance(call.func, cst.Attribute):
        return bench.patch("Ask for the Jacobian", "display", [bench.replace(call.func.attr, "jacobian")])
    if about.lang != "jax":
        return None
    made = call.func if isinstance(call.func, cst.Call) else call
    func, mean = positional(made, 0), bench.name("jax.numpy.mean")
    if func is None or mean is None or isinstance(func, cst.Lambda):
        return None
    written = f"lambda *args: {mean}({bench.code(func)}(*args))"
    return bench.patch("Take the mean first", "unsafe", [bench.replace(func, written)])


# -- shapes -------------------------------------------------------------------------------


@fixes("GL509")
def shape_mismatch(bench: Bench) -> Patch | None:
    clash, node = bench.draft.about, bench.node
    if not isinstance(clash, ShapeClash):
        return None
    if clash.operation in ("reshape", "view"):
        return _inferred(bench, clash, node)
    if _transposes(clash.left, clash.right):
        return _transposed(bench, node)
    return None


def _transposes(left: Shape, right: Shape) -> bool:
    """Both have two axes, and the last ones agree."""
    return len(left) == 2 and len(right) == 2 and left[1] is not None and left[1] == right[1]


def _transposed(bench: Bench, node: cst.CSTNode) -> Patch | None:
    operand: cst.BaseExpression | None = None
    if isinstance(node, cst.BinaryOperation):
        operand = node.right
    elif isinstance(node, cst.Call):
        operand = positional(node, 1)
        if bench.called(node.func) in ("tf.matmul", "tf.linalg.matmul"):
            return bench.patch("Transpose it", "display", [bench.add_argument(node, "transpose_b=True")])
    if operand is None:
        return None
    if bench.draft.framework == "tensorflow":
        name = bench.name("tf.transpose")
        written = f"{name}({bench.argument(operand)})"
        return bench.patch("Transpose it", "display", [bench.replace(operand, written)]) if name else None
    if not isinstance(operand, (cst.Name, cst.Attribute, cst.Subscript, cst.Call)):
        return None
    end = bench.text.span(operand)[1]
    return bench.patch("Transpose it", "display", [Change(end, end, ".T")])


def _inferred(bench: Bench, clash: ShapeClash, node: cst.CSTNode) -> Patch | None:
    """One size is left to be worked out: the first whose neighbours divide the number of elements."""
    from math import prod

    if None in clash.left or not isinstance(node, cst.Call):
        return None
    have = prod(each for each in clash.left if each is not None)
    sizes = [each for each in walk(node) if isinstance(each, cst.Integer)]
    want = [integer(each) for each in sizes]
    wanted = [each for each in clash.right if each is not None]
    if want[-len(wanted) :] != wanted or not wanted:
        return None
    for number, size in enumerate(sizes[-len(wanted) :]):
        others = prod(each for at, each in enumerate(wanted) if at != number)
        if others and have % others == 0:
            return bench.patch("Let one size be inferred", "display", [bench.replace(size, "-1")])
    return bench.patch("Let the size be inferred", "display", _flattened(bench, sizes[-len(wanted) :]))


def _flattened(bench: Bench, sizes: list[cst.Integer]) -> list[Change | None]:
    """No size fits: a single row."""
    first, last = bench.text.span(sizes[0])[0], bench.text.span(sizes[-1])[1]
    return [Change(first, last, "-1")]


@fixes("GL510")
def silent_broadcast(bench: Bench) -> Patch | None:
    about, node = bench.draft.about, bench.node
    if not isinstance(about, Node):
        return None
    operands: list[cst.BaseExpression] = []
    if isinstance(node, cst.BinaryOperation):
        operands = [node.left, node.right]
    elif isinstance(node, cst.Call):
        operands = [arg.value for arg in node.args if arg.keyword is None][:2]
    columns = [at for at, shape in enumerate(about.shapes[:2]) if shape is not None and len(shape) == 2]
    if len(operands) != 2 or len(columns) != 1:
        return None
    column = operands[columns[0]]
    if bench.draft.framework == "tensorflow":
        name = bench.name("tf.squeeze")
        start, end = bench.text.span(column)
        change = Change(start, end, f"{name}({bench.argument(column)}, axis=-1)")
        return bench.patch("Drop the last axis", "safe", [change]) if name is not None else None
    written = f"{bench.operand(column)}.squeeze(-1)"
    return bench.patch("Drop the last axis", "safe", [Change(*bench.text.span(column), written)])
