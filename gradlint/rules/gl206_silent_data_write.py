"""GL206: A write that autograd does not see, to something it will use."""

from __future__ import annotations

from collections.abc import Iterator

import libcst as cst

from gradlint.analysis.domain.facts import Clobber
from gradlint.core.model import Severity
from gradlint.knowledge.names.checked import names
from gradlint.rules.shared.bench import Bench, method, positional
from gradlint.rules.shared.draft import Draft, DraftLabel, Program
from gradlint.rules.shared.evidence import between, may_pass
from gradlint.rules.shared.out_of_place import bound_to, plain_name, target_name
from gradlint.rules.shared.patch import Change, Patch


def detect(program: Program) -> Iterator[Draft]:
    for clobber in program.flow.clobbers:
        if clobber.write.silent and clobber.write.certain and clobber.sink.kind != "forward":
            if _masks(clobber):
                continue
            yield Draft(
                clobber.write.place.node,
                "write through .data between forward and backward(): "
                f"{clobber.saver.op.removesuffix('_')} uses the new value, and the gradient is silently "
                "wrong",
                "write after backward(), or under torch.no_grad(), where autograd notices",
                "torch",
                Severity.WARNING,
                (DraftLabel("asked", "backward() uses the new value here", clobber.sink.place.node),),
                "overwrites a value that backward() needs, without an error",
                about=clobber,
            )


_FLAT_AT_ZERO = names("torch", "exp sigmoid relu")
"""What computes its derivative from its result, and finds zero where that is zero."""


def _masks(clobber: Clobber) -> bool:
    """`weights.data.masked_fill_(mask, 0)` after exp(): what is zero now gets no gradient, as it should."""
    call, op = clobber.write.place.node, clobber.saver.op.removesuffix("_")
    if clobber.what != "result" or op not in _FLAT_AT_ZERO or not isinstance(call, cst.Call):
        return False
    found = method(call)
    given = positional(call, 1) if found is not None and found[1] == "masked_fill_" else None
    return isinstance(given, (cst.Integer, cst.Float)) and given.evaluated_value == 0


def fix(bench: Bench) -> Patch | None:
    clobber, node = bench.draft.about, bench.node
    line = bench.text.alone(node)
    if not isinstance(clobber, Clobber) or line is None:
        return None
    statement = line.body[0]
    if clobber.write.how == "item":
        return _own_memory(bench)
    named = method(statement.value) if isinstance(statement, cst.Expr) else None
    data = named[0] if named is not None else None
    if isinstance(statement, cst.AugAssign):
        data = statement.target
    root = data.value.value if isinstance(data, cst.Attribute) and isinstance(data.value, cst.Name) else ""
    operands = [each for each in clobber.saver.operands if each is not None and each.source is not None]
    leaf = any(each.source is not None and each.source.name == root for each in operands)
    if not leaf and isinstance(data, cst.Attribute) and data.attr.value == "data" and named is not None:
        if isinstance(data.value, cst.Name) and isinstance(node, cst.Call):
            plain = plain_name(named[1])
            assert isinstance(node.func, cst.Attribute)
            start = bench.text.span(node)[0]
            changes = [
                Change(start, start, f"{data.value.value} = "),
                bench.chop(data, data.value),
                bench.replace(node.func.attr, plain or ""),
            ]
            return bench.patch("Compute a new tensor", "unsafe", changes) if plain else None
    return _behind_backward(bench, line, clobber)


def _own_memory(bench: Bench) -> Patch | None:
    """memory = w.detach().numpy() with a .copy() behind it."""
    name = target_name(bench, bench.node)
    made = bound_to(bench, name) if name is not None else None
    if made is None or method(made) is None:
        return None
    end = bench.text.span(made)[1]
    return bench.patch("Write to a copy", "unsafe", [Change(end, end, ".copy()")])


def _behind_backward(bench: Bench, line: cst.CSTNode, clobber: Clobber) -> Patch | None:
    """The statement, or the loop that it is in, goes behind backward()."""
    sink = bench.text.statement(clobber.sink.place.node)
    block = bench.text.block(sink) if sink is not None else None
    moving = next((each for each in (line, *bench.text.up(line)) if bench.text.parent(each) is block), None)
    if block is None or sink is None or moving is None or bench.text.block(moving) is None:
        return None
    if bench.text.function(line) is not bench.text.function(sink):
        return None  # it is a whole function or class that would go there
    passed = between(bench, moving, sink)
    if passed is None or not may_pass(moving, passed, seen=True):
        return None
    (start, end), target = bench.text.lines(moving), bench.text.lines(sink)[1]
    if target < end:
        return None
    moved = bench.text.all[start:end]
    if not bench.text.all[:target].endswith(("\n", "\r")):
        moved = "\n" + moved.rstrip("\r\n")
    changes = [Change(start, end, ""), Change(target, target, moved)]
    return bench.patch("Write after backward()", "unsafe", changes)
