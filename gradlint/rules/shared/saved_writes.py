"""What is saved for the backward pass is left alone: one fix for a write to it and to a view of it."""

from __future__ import annotations

import libcst as cst

from gradlint.analysis.domain.facts import Clobber, Write
from gradlint.analysis.project.syntax import walk
from gradlint.core.model import Applicability
from gradlint.rules.shared.aliases import is_lost
from gradlint.rules.shared.bench import Bench, keyword, method, positional
from gradlint.rules.shared.evidence import between, may_pass
from gradlint.rules.shared.out_of_place import (
    bound_to,
    certainty,
    is_passed_on,
    not_in_place,
    out_of_place,
    target_name,
    without_flag,
)
from gradlint.rules.shared.patch import Change, Patch


def _module_flag(bench: Bench, node: cst.CSTNode) -> Change | None:
    """The inplace=True with which the called module was made, in this file."""
    if not isinstance(node, cst.Call):
        return None
    found = [
        flag
        for each in walk(bench.text.module)
        if isinstance(each, cst.Assign)
        and isinstance(each.value, cst.Call)
        and each.targets[0].target.deep_equals(node.func)
        and (flag := without_flag(bench, each.value)) is not None
    ]
    return found[0] if len(found) == 1 else None


def fix_saved_write(bench: Bench) -> Patch | None:
    about, node = bench.draft.about, bench.node
    write = about.write if isinstance(about, Clobber) else about
    if not isinstance(write, Write):
        return None
    if isinstance(about, Clobber) and write.how == "step":
        return _stepped_later(bench, about)
    if write.stale and write.how == "method":
        return _through_base(bench)
    if write.how == "flag":
        return not_in_place(bench, node)
    if write.how == "module":
        return _module_out_of_place(bench, about)
    if write.how == "item":
        return _on_a_copy(bench)
    changes = out_of_place(bench, node)
    if changes is None or _is_for_nothing(bench, write):
        return None
    return bench.patch("Compute a new tensor", certainty(bench, node), changes)


def _is_for_nothing(bench: Bench, write: Write) -> bool:
    """To bind the name anew would change nothing, or not be allowed, as for a parameter of a module."""
    name = target_name(bench, bench.node)
    return write.target.parameter or (name is not None and is_lost(bench, name, bench.node))


def _on_a_copy(bench: Bench) -> Patch | None:
    """`h = h.clone()` before `h[0] = ...`: what was saved stays as it is."""
    name, line = target_name(bench, bench.node), bench.text.alone(bench.node)
    if name is None or line is None or is_lost(bench, name, line):
        return None
    copy = bench.before(line, f"{name} = {name}.clone()")
    return bench.patch("Write to a copy", certainty(bench, bench.node), [copy])


def _module_out_of_place(bench: Bench, about: object) -> Patch | None:
    flag = _module_flag(bench, bench.node)
    if flag is not None and isinstance(bench.node, cst.Call):
        function = bench.node.func
        calls = [
            each
            for each in walk(bench.text.module)
            if isinstance(each, cst.Call) and each.func.deep_equals(function)
        ]
        dropped = any(isinstance(bench.text.parent(each), cst.Expr) for each in calls)
        sure: Applicability = "safe" if all(is_passed_on(bench, each) for each in calls) else "unsafe"
        message = "Make the module without inplace=True"
        return None if dropped else bench.patch(message, sure, [flag])
    if not isinstance(bench.node, cst.Call):
        return None
    table = keyword(bench.node, "weight")
    weight = f"{bench.code(bench.node.func)}.weight"
    if keyword(bench.node, "max_norm") is not None:
        given = table.value if table is not None else positional(bench.node, 1)
        weight = bench.code(given) if given is not None else ""
    copies = _copied_elsewhere(bench, about, weight)
    if copies:
        return bench.patch("Use a copy of the weights in the other term", "unsafe", copies)
    given = positional(bench.node, 0)
    if given is None or isinstance(given, (cst.BinaryOperation, cst.UnaryOperation)):
        return None
    end = bench.text.span(given)[1]
    return bench.patch("Hand it a copy", "unsafe", [Change(end, end, ".clone()")])


def _copied_elsewhere(bench: Bench, about: object, weight: str) -> list[Change]:
    """max_norm writes to the table: whoever else keeps it for backward gets a clone."""
    places = {
        id(each): each
        for clobber in bench.program.flow.clobbers
        if isinstance(about, Clobber) and clobber.write.place.node is about.write.place.node
        for each in walk(clobber.saver.place.node)
        if isinstance(each, (cst.Name, cst.Attribute)) and bench.code(each) == weight
    }
    ends = sorted({bench.text.span(each)[1] for each in places.values()})
    return [Change(end, end, ".clone()") for end in ends]


def _stepped_later(bench: Bench, clobber: Clobber) -> Patch | None:
    """The step comes after all backward passes."""
    return moved_behind(
        bench, clobber.write.place.node, clobber.sink.place.node, "Step after all backward passes"
    )


def moved_behind(bench: Bench, node: cst.CSTNode, other: cst.CSTNode, message: str) -> Patch | None:
    """A statement goes behind a later one of the same block."""
    line, last = bench.text.alone(node), bench.text.alone(other)
    passed = between(bench, line, last) if line is not None and last is not None else None
    if line is None or last is None or passed is None or not may_pass(line, passed, seen=True):
        return None
    start, end = bench.text.lines(line)
    target = bench.text.lines(last)[1]
    moved = bench.text.all[start:end]
    if not bench.text.all[:target].endswith(("\n", "\r")):
        moved = "\n" + moved.rstrip("\r\n")
    return bench.patch(message, "unsafe", [Change(start, end, ""), Change(target, target, moved)])


def _through_base(bench: Bench) -> Patch | None:
    """`view.copy_(value)` as `base[...] = value`."""
    call, name = bench.node, target_name(bench, bench.node)
    line = bench.text.alone(call)
    value = positional(call, 0) if isinstance(call, cst.Call) else None
    if name is None or line is None or value is None or method(call) is None or method(call)[1] != "copy_":  # type: ignore[index]
        return None
    view = bound_to(bench, name)
    if not isinstance(view, cst.Subscript):
        return None
    return bench.patch(
        "Write through the base tensor",
        "unsafe",
        [bench.replace(line.body[0], f"{bench.code(view)} = {bench.code(value)}")],
    )
