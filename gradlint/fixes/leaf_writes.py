"""GL201 mended: leaves are written to where autograd does not look on, or not at all."""

from __future__ import annotations

import libcst as cst

from gradlint.fixes.bench import Bench, fixes
from gradlint.fixes.inplace import out_of_place, statement_of, target_name, without_flag
from gradlint.fixes.patch import Change, Patch
from gradlint.flow.facts import Write
from gradlint.flow.syntax import walk


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


@fixes("GL201")
def on_leaf(bench: Bench) -> Patch | None:
    write, node = bench.draft.about, bench.node
    if not isinstance(write, Write):
        return None
    if write.how == "flag":
        return bench.patch("Do not work in place", "safe", [without_flag(bench, node)])
    found = statement_of(bench, node)
    if found is None:
        return None
    line, _ = found
    name = target_name(bench, node)
    computes = write.how in ("method", "operator") and not _fills(write.name) and not _reads_grad(line)
    if computes and name is not None and _used_later(bench, name, line) and not _is_looped(bench, name, line):
        changes = out_of_place(bench, node)
        if changes is not None:
            return bench.patch("Compute a new tensor", "unsafe", changes)
    certain = _reads_grad(line) or _fills(write.name) or write.how == "item"
    return bench.patch(
        "Change it under torch.no_grad()", "safe" if certain else "unsafe", [no_grad(bench, node)]
    )


def _fills(name: str) -> bool:
    """A method that gives new content without looking at the old: an initialisation."""
    return name in _FILLING


_FILLING = frozenset(
    "zero_ fill_ copy_ uniform_ normal_ random_ bernoulli_ exponential_ cauchy_ log_normal_ geometric_ clamp_ clip_ "
    "clamp_min_ clamp_max_ set_ fill_diagonal_".split()
)


def _is_looped(bench: Bench, name: str, line: cst.CSTNode) -> bool:
    """The variable of a loop around the line: a new value would be gone with the next round."""
    loops = (each for each in bench.text.up(line) if isinstance(each, cst.For))
    return any(
        isinstance(each, cst.Name) and each.value == name for loop in loops for each in walk(loop.target)
    )
