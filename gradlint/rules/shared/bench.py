"""What a fix is made with: the draft, the flow it came from, and the tools to change its text."""

from __future__ import annotations

from collections.abc import Callable, Iterable

import libcst as cst

from gradlint.analysis.project.canonical_names import canonical, dotted
from gradlint.analysis.project.syntax import walk
from gradlint.core.model import Applicability
from gradlint.rules.shared.draft import Draft, Program
from gradlint.rules.shared.imports import Imports
from gradlint.rules.shared.patch import Change, Patch
from gradlint.rules.shared.text import Text

Fixer = Callable[["Bench"], Patch | None]
FixerOf = Callable[[str], Fixer | None]

_LOOSE = (
    cst.BinaryOperation,
    cst.UnaryOperation,
    cst.BooleanOperation,
    cst.Comparison,
    cst.IfExp,
    cst.Lambda,
    cst.NamedExpr,
    cst.Await,
    cst.Yield,
    cst.GeneratorExp,
    cst.Tuple,
)
_TIGHT = (cst.BinaryOperation, cst.UnaryOperation, cst.BooleanOperation, cst.Comparison, cst.Await, cst.IfExp)


class Bench:
    """One draft on the table. `patch` also brings the imports that were requested by `name`."""

    def __init__(self, draft: Draft, program: Program, text: Text, imports: Imports, fixer: FixerOf) -> None:
        self.draft = draft
        self.program = program
        self.text = text
        self.imports = imports
        self.fixer = fixer
        """The fix of any rule: what is found here may only show what another rule reports."""
        self._added: list[str] = []

    @property
    def node(self) -> cst.CSTNode:
        return self.draft.node

    def code(self, node: cst.CSTNode) -> str:
        return self.text.code(node)

    # -- names ------------------------------------------------------------------------

    def name(self, full: str) -> str | None:
        """How this file calls a library function; the import comes with the patch where it is missing."""
        found = self.imports.spelling(full)
        if found is None:
            return None
        if found.statement and found.statement not in self._added:
            self._added.append(found.statement)
        return found.text

    def called(self, node: cst.BaseExpression) -> str:
        """The canonical name of a library function as it is written here; empty for anything else."""
        name = dotted(node)
        if name is None:
            return ""
        first, dot, rest = name.partition(".")
        origin = self.imports.names.get(first)
        return canonical(origin + dot + rest) if origin is not None else ""

    def patch(
        self, message: str, applicability: Applicability, changes: Iterable[Change | None]
    ) -> Patch | None:
        made = list(changes)
        if not made or any(change is None for change in made):
            return None
        wanted = [change for change in made if change is not None]
        return Patch(message, applicability, (*self._import(), *wanted))

    def _import(self) -> Iterable[Change]:
        if not self._added:
            return
        last, body = self.imports.last(), self.text.module.body
        # Above the first statement there may be what tells the encoding of the file.
        at = self.text.lines(last)[1] if last is not None else self.text.lines(body[0])[0] if body else 0
        broken = last is None or self.text.all[:at].endswith(("\n", "\r"))
        lines = "".join(f"{statement}\n" for statement in self._added)
        yield Change(at, at, lines if broken else f"\n{lines[:-1]}")

    # -- expressions ------------------------------------------------------------------

    def replace(self, node: cst.CSTNode, content: str) -> Change:
        """New text for a node; parentheses around it stay."""
        return Change(*self.text.inner(node), content)

    def bare(self, node: cst.BaseExpression) -> str:
        """The expression without parentheses of its own."""
        start, end = self.text.inner(node)
        return self.text.all[start:end]

    def argument(self, node: cst.BaseExpression) -> str:
        """The expression as it can stand between the parentheses of a call."""
        code = self.bare(node)
        return (
            f"({code})" if isinstance(node, (cst.Tuple, cst.GeneratorExp, cst.NamedExpr, cst.Yield)) else code
        )

    def written(self, arg: cst.Arg) -> str:
        """An argument with its keyword and star, without its comma."""
        start = self.text.span(arg)[0]
        return self.text.all[start : self.text.span(arg.value)[1]]

    def operand(self, node: cst.BaseExpression) -> str:
        """The expression as it can stand before a dot or beside an operator."""
        return f"({self.bare(node)})" if isinstance(node, _LOOSE) else self.code(node)

    def become(self, whole: cst.BaseExpression, part: cst.BaseExpression) -> list[Change]:
        """`whole` is replaced by a part of it, in parentheses where its place asks for them.

        Only what is around the part is changed, so that the part can be changed as well.
        """
        place = self.text.parent(whole)
        loose = isinstance(part, _LOOSE) and not part.lpar
        tight = isinstance(place, _TIGHT) or (
            isinstance(place, (cst.Attribute, cst.Subscript)) and place.value is whole
        ) or (isinstance(place, cst.Call) and place.func is whole)  # fmt: skip
        spread = isinstance(part, (cst.GeneratorExp, cst.Tuple)) and not part.lpar
        left, right = ("(", ")") if ((loose and tight) or spread) and not whole.lpar else ("", "")
        (start, end), (first, last) = self.text.inner(whole), self.text.span(part)
        return [Change(start, first, left), Change(last, end, right)]

    def call(self, whole: cst.Call, function: str, receiver: cst.BaseExpression, rest: str) -> list[Change]:
        """`receiver.method(...)` as `function(receiver, rest)`; the receiver itself stays untouched."""
        (start, end), (first, last) = self.text.inner(whole), self.text.span(receiver)
        if receiver.lpar:
            first, last = self.text.inner(receiver)
        return [Change(start, first, f"{function}("), Change(last, end, f", {rest})" if rest else ")")]

    def chop(self, call: cst.BaseExpression, receiver: cst.BaseExpression) -> Change:
        """`x.detach()` without `.detach()`: what is before it stays as it is, with its comments."""
        return Change(self.text.span(receiver)[1], self.text.inner(call)[1], "")

    # -- statements -------------------------------------------------------------------

    def before(self, statement: cst.CSTNode, *lines: str) -> Change | None:
        """New lines above a statement, with its indentation."""
        if self.text.block(statement) is None:
            return None
        indent = self.text.indent(statement)
        at = self.text.lines(statement)[0]
        return Change(at, at, "".join(f"{indent}{line}".rstrip() + "\n" for line in lines))

    def after(self, statement: cst.CSTNode, *lines: str) -> Change | None:
        if self.text.block(statement) is None:
            return None
        indent = self.text.indent(statement)
        at = self.text.lines(statement)[1]
        written = "".join(f"{indent}{line}".rstrip() + "\n" for line in lines)
        if not self.text.all[:at].endswith(("\n", "\r")):
            written = f"\n{written[:-1]}"
        return Change(at, at, written)

    def remove(self, statement: cst.CSTNode) -> Change | None:
        """Take a statement out; the only one of its block becomes `pass`."""
        block = self.text.block(statement)
        if block is None:
            return None
        if isinstance(block, cst.IndentedBlock) and len(block.body) == 1:
            return self.replace(statement, "pass")
        return Change(*self.text.lines(statement), "")

    def indented(self, statement: cst.CSTNode, extra: str) -> str:
        """The lines of a statement, moved to the right."""
        start, end = self.text.lines(statement)
        lines = self.text.all[start:end].splitlines(keepends=True)
        moved = "".join(extra + line if line.strip() else line for line in lines)
        return moved if moved.endswith(("\n", "\r")) else moved + "\n"

    def wrap(self, statement: cst.CSTNode, head: str) -> Change | None:
        """Put a statement under `with ...:`. A string over several lines would change: then not at all."""
        if self.text.block(statement) is None or "\n" in _strings(statement):
            return None
        start, end = self.text.lines(statement)
        moved = self.indented(statement, self.text.step)
        if not self.text.all[start:end].endswith(("\n", "\r")):
            moved = moved[:-1]
        return Change(start, end, f"{self.text.indent(statement)}{head}\n{moved}")

    # -- calls ------------------------------------------------------------------------

    def add_argument(self, call: cst.Call, written: str) -> Change:
        """One more argument at the end of a call."""
        if not call.args:
            at = self.text.inner(call)[1] - 1
            return Change(at, at, written)
        at = self.text.span(call.args[-1].value)[1]
        return Change(at, at, f", {written}")

    def set_argument(self, call: cst.Call, name: str, value: str) -> Change:
        """An argument by keyword, with another value or added."""
        given = keyword(call, name)
        return (
            self.replace(given.value, value)
            if given is not None
            else self.add_argument(call, f"{name}={value}")
        )

    def drop_argument(self, call: cst.Call, arg: cst.Arg) -> Change:
        """One argument less, together with the comma that goes with it."""
        number = list(call.args).index(arg)
        start, end = self.text.span(arg)
        if number + 1 < len(call.args):
            return Change(start, self.text.span(call.args[number + 1])[0], "")
        if number > 0:
            return Change(self.text.span(call.args[number - 1].value)[1], self._value_end(arg), "")
        return Change(start, end, "")

    def _value_end(self, arg: cst.Arg) -> int:
        return self.text.span(arg.value)[1]


def _strings(statement: cst.CSTNode) -> str:
    return "".join(
        each.value
        for each in walk(statement)
        if isinstance(each, (cst.SimpleString, cst.FormattedStringText))
    )


def calls_in(node: cst.CSTNode) -> list[cst.Call]:
    """Every call below a node, the outermost first."""
    return [each for each in walk(node) if isinstance(each, cst.Call)]


def keyword(call: cst.Call, name: str) -> cst.Arg | None:
    """The argument that was given by this keyword."""
    return next((arg for arg in call.args if arg.keyword is not None and arg.keyword.value == name), None)


def positional(call: cst.Call, number: int) -> cst.BaseExpression | None:
    """The argument at this position, if no star stands before it."""
    plain = [arg for arg in call.args if arg.keyword is None]
    if any(arg.star for arg in call.args[: number + 1]) or number >= len(plain):
        return None
    return plain[number].value


def method(node: cst.CSTNode) -> tuple[cst.BaseExpression, str] | None:
    """Receiver and name of `x.name(...)`."""
    if isinstance(node, cst.Call) and isinstance(node.func, cst.Attribute):
        return node.func.value, node.func.attr.value
    return None


def receiver_and_rest(bench: Bench, call: cst.Call) -> tuple[cst.BaseExpression | None, list[str]]:
    """`x.softmax(dim=1)` and `softmax(x, dim=1)` alike: x, and `dim=1`."""
    found = method(call)
    if found is not None and not bench.called(call.func):
        return found[0], [bench.written(arg) for arg in call.args]
    return positional(call, 0), [bench.written(arg) for arg in call.args[1:]]


def divided(bench: Bench, node: cst.BinaryOperation) -> Patch | None:
    if not isinstance(node.operator, cst.FloorDivide):
        return None
    written = f"{bench.code(node.left)} / {bench.code(node.right)}"
    return bench.patch("Divide without rounding", "display", [bench.replace(node, written)])
