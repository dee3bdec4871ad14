"""GL401: detach, .data, stop_gradient on the only path."""

from __future__ import annotations

from collections.abc import Iterator

import libcst as cst

from gradlint.analysis.lost_gradients.lost import GATHERING, Break
from gradlint.analysis.lost_gradients.path_queries import re_entry
from gradlint.core.model import Applicability, Severity
from gradlint.knowledge.names.operations import Op
from gradlint.rules.shared.bench import Bench, keyword, method, positional
from gradlint.rules.shared.broken import broken_draft, rewrapped
from gradlint.rules.shared.draft import Draft, Program, named, quoted
from gradlint.rules.shared.patch import Patch


def detect(program: Program) -> Iterator[Draft]:
    words = {
        "data": ".data",
        "detach": ".detach()",
        "detach_": ".detach_()",
        "stop_gradient": "stop_gradient",
    }
    for broken in program.lost.breaks:
        if broken.reason not in ("stop", "data") or rewrapped(broken) or _round_trip(program, broken):
            continue
        yield broken_draft(
            broken,
            broken.cut.place.node,
            _message(broken, quoted(broken.cut.place.node, words.get(broken.cut.op, broken.cut.op))),
            "cut here",
            _instead(broken, words.get(broken.cut.op, broken.cut.op)),
            # One process alone is given its own tensor back.
            Severity.WARNING if broken.cut.op in GATHERING else None,
        )


def _instead(broken: Break, name: str) -> str:
    if broken.cut.op == Op.ALL_GATHER:
        return "put the tensor of this process back into its place, or use torch.distributed.nn.functional.all_gather"
    return f"remove {name} here, or detach only what is logged"


def _message(broken: Break, name: str) -> str:
    if broken.reason == "stop" and not broken.total:
        return f"{name} makes a whole term of the loss a constant"
    return f"{name} cuts {'the only path' if broken.total else 'one path'} from {named(broken.source)} to the loss"


def _round_trip(program: Program, broken: Break) -> bool:
    return any(re_entry(each, broken.cut) is not None for each in program.lost.trace_of(broken.sink))


def fix(bench: Bench) -> Patch | None:
    broken, node = bench.draft.about, bench.node
    if not isinstance(broken, Break) or _goes_to_numpy(bench, node):
        return None
    if isinstance(node, cst.Attribute) and node.attr.value == "data":
        sure: Applicability = "safe" if broken.total and broken.raises else "unsafe"
        return bench.patch("Use the tensor itself", sure, [bench.chop(node, node.value)])
    if not isinstance(node, cst.Call):
        return None
    if broken.cut.op == Op.ALL_GATHER:
        return _own_part(bench, node)
    found, line = method(node), bench.text.alone(node)
    statement = line.body[0] if line is not None else None
    if found is not None and found[1] == "detach_":
        if line is not None and isinstance(statement, cst.Expr) and statement.value is node:
            return bench.patch("Do not detach", "unsafe", [bench.remove(line)])
        assert isinstance(node.func, cst.Attribute)
        return bench.patch("Detach a copy", "unsafe", [bench.replace(node.func.attr, "detach")])
    if found is not None and broken.cut.cut == "data" and found[1].endswith("_"):
        view = found[0]
        if not isinstance(view, cst.Attribute) or view.attr.value != "data":
            return None
        return bench.patch("Write into the tensor itself", "unsafe", [bench.chop(view, view.value)])
    inside = found[0] if found is not None and found[1] == "detach" else positional(node, 0)
    if inside is None:
        return None
    if line is not None and isinstance(statement, cst.Assign) and statement.value is node:
        if len(statement.targets) == 1 and statement.targets[0].target.deep_equals(inside):
            return bench.patch("Keep the gradient", "unsafe", [bench.remove(line)])
    chopped = found is not None and inside is found[0]
    changes = [bench.chop(node, inside)] if chopped else bench.become(node, inside)
    return bench.patch("Keep the gradient", "unsafe", changes)


def _own_part(bench: Bench, call: cst.Call) -> Patch | None:
    """`parts[rank] = tensor` after `dist.all_gather(parts, tensor)`: the numbers stay, its gradient comes back."""
    line, parts, tensor = bench.text.alone(call), positional(call, 0), positional(call, 1)
    if bench.called(call.func) != "torch.distributed.all_gather" or line is None or keyword(call, "async_op"):
        return None
    if not isinstance(parts, cst.Name) or not isinstance(tensor, cst.Name) or len(call.args) > 3:
        return None
    statement, rank = line.body[0], bench.name("torch.distributed.get_rank")
    if rank is None or not isinstance(statement, cst.Expr) or statement.value is not call:
        return None
    group = keyword(call, "group")
    of = (
        bench.code(group.value)
        if group is not None
        else bench.code(call.args[2].value)
        if call.args[2:]
        else ""
    )
    change = bench.after(line, f"{parts.value}[{rank}({of})] = {tensor.value}")
    return (
        bench.patch("Put the tensor of this process back", "unsafe", [change]) if change is not None else None
    )


def _goes_to_numpy(bench: Bench, node: cst.CSTNode) -> bool:
    """Whether it is there for NumPy, which takes nothing that requires grad: `p.detach().cpu().numpy()`."""
    while (parent := bench.text.parent(node)) is not None:
        if isinstance(parent, cst.Attribute):
            if parent.attr.value in ("numpy", "__array__"):
                return True
        elif isinstance(parent, cst.Arg):
            call = bench.text.parent(parent)
            return isinstance(call, cst.Call) and bench.called(call.func).startswith("numpy.")
        elif not isinstance(parent, cst.Call):
            return False
        node = parent
    return False
