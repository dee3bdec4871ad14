"""GL201: An in-place change of a leaf that requires grad, or of a view of one."""

from __future__ import annotations

from collections.abc import Iterator

import libcst as cst

from gradlint.analysis.domain.facts import Write
from gradlint.analysis.domain.values import Array
from gradlint.analysis.project.syntax import walk
from gradlint.core.model import Severity
from gradlint.knowledge.names.operations import Op
from gradlint.knowledge.names.torch import ALLOWED_ON_LEAF, FILLING
from gradlint.rules.shared.aliases import is_lost
from gradlint.rules.shared.bench import Bench
from gradlint.rules.shared.draft import Draft, Program, story
from gradlint.rules.shared.out_of_place import not_in_place, out_of_place, statement_of, target_name
from gradlint.rules.shared.patch import Change, Patch
from gradlint.rules.shared.writes import requires_grad


def detect(program: Program) -> Iterator[Draft]:
    for write in program.flow.writes:
        if not write.recording or write.name in ALLOWED_ON_LEAF or write.silent:
            continue
        target, base = write.target, write.base
        if not write.certain and (base or target).node.source is not None and _made_by_module(base or target):
            continue
        if target.leaf and requires_grad(target):
            what, source = "a leaf that requires grad", target
            text = "a leaf Variable that requires grad is being used in an in-place operation"
            if write.how == "item":
                text = "a view of " + text
        elif base is not None and base.leaf and requires_grad(base) and _surely_view(write):
            what, source = "a view of a leaf that requires grad", base
            text = "a view of a leaf Variable that requires grad is being used in an in-place operation"
        else:
            continue
        yield Draft(
            write.place.node,
            f"in-place write to {what} raises RuntimeError: {text}",
            "for an update, write inside `with torch.no_grad():`; otherwise compute a new tensor",
            "torch",
            Severity.ERROR
            if target.leaf or (target.view and target.view.kind == "view")
            else Severity.WARNING,
            story(source.node, None, write.place.node),
            "overwrites the leaf",
            about=write,
        )


def _made_by_module(array: Array) -> bool:
    """A parameter: functions that fill or convert parameters are called under no_grad."""
    return array.node.source is not None and array.node.source.kind in ("module", "parameter")


def _surely_view(write: Write) -> bool:
    """One of several views, and one from under no_grad, fail for that reason: that is for GL204 to say."""
    view = write.target.view
    return view is not None and view.kind in ("view", "maybe") and not view.paused and not _moved(write)


def _moved(write: Write) -> bool:
    """.to(), .cuda(), .contiguous(): nobody knows whether that is a copy."""
    return write.target.node.op in (Op.TO, Op.CUDA, Op.CPU, Op.CONTIGUOUS, Op.TYPE, Op.FLOAT, Op.DOUBLE)


def no_grad(bench: Bench, node: cst.CSTNode) -> Change | None:
    line = bench.text.alone(node)
    name = bench.name("torch.no_grad")
    return bench.wrap(line, f"with {name}():") if line is not None and name is not None else None


def _used_later(bench: Bench, name: str, node: cst.CSTNode) -> bool:
    end = bench.text.span(node)[1]
    return any(
        bench.text.span(each)[0] >= end for each in bench.text.names(bench.text.function(node)).get(name, ())
    )


def _reads_grad(node: cst.CSTNode) -> bool:
    return any(isinstance(each, cst.Attribute) and each.attr.value == "grad" for each in walk(node))


def fix(bench: Bench) -> Patch | None:
    write, node = bench.draft.about, bench.node
    if not isinstance(write, Write):
        return None
    if write.how == "flag":
        return not_in_place(bench, node)
    found = statement_of(bench, node)
    if found is None:
        return None
    line, _ = found
    name = target_name(bench, node)
    computes = write.how in ("method", "operator") and not _fills(write.name) and not _reads_grad(line)
    if computes and name is not None and _used_later(bench, name, line) and not is_lost(bench, name, line):
        changes = out_of_place(bench, node)
        if changes is not None:
            return bench.patch("Compute a new tensor", "unsafe", changes)
    if any(each.write is write for each in bench.program.flow.clobbers):
        return None  # somebody has saved the numbers, and misses them then
    # What is written would lose its gradient, where it has one: then a number must be meant.
    certain = not write.value_tracked and (_reads_grad(line) or _fills(write.name) or write.how == "item")
    return bench.patch("Write under torch.no_grad()", "safe" if certain else "unsafe", [no_grad(bench, node)])


def _fills(name: str) -> bool:
    """A method that gives new content without looking at the old: an initialisation."""
    return name in FILLING
