"""Statements that go somewhere else: up, down, or into a block."""

from __future__ import annotations

import libcst as cst

from gradlint.analysis.project.syntax import walk
from gradlint.rules.shared.bench import Bench
from gradlint.rules.shared.patch import Change
from gradlint.rules.shared.text import Statement


def relocated(bench: Bench, lines: list[Statement], at: int, indent: str) -> list[Change | None]:
    """The statements at another place, in their order, with the indentation that is due there."""
    moved = "".join(_reindented(bench, line, indent) for line in lines)
    if not bench.text.all[:at].endswith(("\n", "\r")) and at > 0:
        moved = "\n" + moved.rstrip("\r\n")
    if any(_spans_strings(line) for line in lines):
        return [None]
    return [*(bench.remove(line) for line in lines), Change(at, at, moved)]


def _spans_strings(statement: cst.CSTNode) -> bool:
    """A string over several lines would get the new indentation, too."""
    return any(
        isinstance(each, (cst.SimpleString, cst.FormattedStringText)) and "\n" in each.value
        for each in walk(statement)
    )


def _reindented(bench: Bench, statement: cst.CSTNode, indent: str) -> str:
    start, end = bench.text.lines(statement)
    old = bench.text.indent(statement)
    lines = bench.text.all[start:end].splitlines(keepends=True)
    made = "".join(indent + line.removeprefix(old) if line.strip() else line for line in lines)
    return made if made.endswith(("\n", "\r")) else f"{made}\n"


def above(bench: Bench, lines: list[Statement], other: cst.CSTNode) -> list[Change | None]:
    return relocated(bench, lines, bench.text.lines(other)[0], bench.text.indent(other))


def below(bench: Bench, lines: list[Statement], other: cst.CSTNode) -> list[Change | None]:
    return relocated(bench, lines, bench.text.lines(other)[1], bench.text.indent(other))


def first_of(block: cst.With) -> cst.CSTNode | None:
    return block.body.body[0] if isinstance(block.body, cst.IndentedBlock) else None


def last_of(block: cst.With) -> cst.CSTNode | None:
    return block.body.body[-1] if isinstance(block.body, cst.IndentedBlock) else None


def with_block(bench: Bench, tape: cst.CSTNode) -> cst.With | None:
    """The block in which a tape records, from the call that makes the tape."""
    for each in bench.text.up(tape):
        if isinstance(each, cst.With) and any(item.item is tape for item in each.items):
            return each
        if isinstance(each, cst.Assign):
            target = each.targets[0].target
            return next(
                (
                    node
                    for node in walk(bench.text.function(tape))
                    if isinstance(node, cst.With)
                    and any(item.item.deep_equals(target) for item in node.items)
                ),
                None,
            )
    return None


def name_of_tape(bench: Bench, tape: cst.CSTNode) -> str | None:
    """What the program calls the tape."""
    for each in bench.text.up(tape):
        if isinstance(each, cst.With):
            for item in each.items:
                if item.item is tape and item.asname is not None:
                    return bench.code(item.asname.name)
        if isinstance(each, cst.Assign):
            return bench.code(each.targets[0].target)
    return None


def level(bench: Bench, node: cst.CSTNode, block: cst.CSTNode | None) -> Statement | None:
    """The statement of this block that the node is in."""
    for each in (node, *bench.text.up(node)):
        if bench.text.parent(each) is block and isinstance(
            each, (cst.SimpleStatementLine, cst.BaseCompoundStatement)
        ):
            return each
    return None
