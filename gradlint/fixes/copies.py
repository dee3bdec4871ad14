"""GL105 and GL106 mended: the tensor itself in place of a copy without a past."""

from __future__ import annotations

import libcst as cst

from gradlint.fixes.bench import Bench, fixes, keyword, method, positional
from gradlint.fixes.chain import mending_the_cut
from gradlint.fixes.patch import Change, Patch
from gradlint.flow.facts import Sink
from gradlint.flow.losses import Break
from gradlint.flow.syntax import elements
from gradlint.model import Applicability


@fixes("GL105", cuts=("copy",))
def tensor_copy(bench: Bench) -> Patch | None:
    about, call = bench.draft.about, bench.node
    if not isinstance(about, Break) or not isinstance(call, cst.Call):
        return None
    inside = positional(call, 0)
    if inside is None:
        return None
    if bench.draft.framework == "tensorflow":
        return _recorded_copy(bench, about, call)
    return _kept_graph(bench, about, call, inside)


def _recorded_copy(bench: Bench, broken: Break, call: cst.Call) -> Patch | None:
    variable = broken.cut.op.endswith("Variable")
    function = bench.name("tf.identity" if variable else "tf.convert_to_tensor")
    if function is None:
        return None
    changes: list[Change] = [bench.replace(call.func, function)]
    for arg in call.args[1:] if variable else ():
        if arg.keyword is None or arg.keyword.value not in ("name", "trainable", "dtype"):
            return None
        if arg.keyword.value != "name":
            changes.append(bench.drop_argument(call, arg))
    safe: Applicability = "unsafe" if variable else "safe"
    return bench.patch(f"Use {function}, which is recorded", safe, changes)


def _kept_graph(bench: Bench, broken: Break, call: cst.Call, inside: cst.BaseExpression) -> Patch | None:
    # The old constructors are there for lists of numbers.
    several = isinstance(inside, (cst.List, cst.ListComp)) or len(broken.cut.edges) > 1
    several = several or bench.called(call.func).endswith("Tensor")
    dtype = keyword(call, "dtype")
    if not several:
        if dtype is not None:
            kept = f"{bench.operand(inside)}.to({bench.code(dtype.value)})"
            return bench.patch("Use the tensor itself", "unsafe", [bench.replace(call, kept)])
        return bench.patch("Use the tensor itself", "unsafe", bench.become(call, inside))
    stack = bench.name("torch.stack")
    joined = _stacked(bench, inside, stack) if stack is not None else None
    if joined is None:
        return None
    if dtype is not None:
        joined = f"{joined}.to({bench.code(dtype.value)})"
    return bench.patch("Join the tensors with torch.stack", "unsafe", [bench.replace(call, joined)])


def _stacked(bench: Bench, values: cst.BaseExpression, stack: str) -> str | None:
    """`[[a, b], [c, d]]` as stacks of stacks."""
    parts = elements(values)
    if parts is None or not any(isinstance(part, (cst.List, cst.Tuple)) for part in parts):
        return f"{stack}({bench.argument(values)})"
    inner = [_stacked(bench, part, stack) for part in parts]
    written = [each for each in inner if each is not None]
    return f"{stack}([{', '.join(written)}])" if len(written) == len(parts) else None


@fixes("GL106")
def rewrapped(bench: Bench) -> Patch | None:
    """Only where the graph was lost in the very statement that makes the new leaf."""
    about = bench.draft.about
    line = bench.text.alone(bench.node)
    if not isinstance(about, Sink) or line is None:
        return None
    lost = [loss.cut.place.node for each in bench.program.losses.trace_of(about) for loss in each.losses]
    statement = line.body[0]
    if not lost or any(bench.text.statement(node) is not line for node in lost):
        return _mended_before(bench, about, line) if _is_flag(statement) else None
    if isinstance(statement, cst.Assign) and len(statement.targets) == 1:
        target = statement.targets[0].target
        inside = _innermost(statement.value)
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


def _mended_before(bench: Bench, sink: Sink, line: cst.SimpleStatementLine) -> Patch | None:
    """The flag goes, and the place where the graph was lost is mended."""
    for broken in bench.program.losses.breaks:
        if broken.sink is sink and (mended := mending_the_cut(bench, broken)) is not None:
            return bench.patch("Mend the loss", "display", [bench.remove(line), *mended.changes])
    return None


def _innermost(node: cst.BaseExpression) -> cst.BaseExpression | None:
    """The loss inside `torch.tensor(loss.item(), requires_grad=True)`."""
    while True:
        found = method(node)
        if isinstance(node, cst.Attribute) and node.attr.value == "data":
            node = node.value
        elif found is not None and found[1] in ("item", "detach", "clone", "requires_grad_", "cpu", "numpy"):
            node = found[0]
        elif isinstance(node, cst.Call) and positional(node, 0) is not None:
            inside = positional(node, 0)
            assert inside is not None
            node = inside
        else:
            return node if isinstance(node, (cst.Name, cst.Attribute)) else None
