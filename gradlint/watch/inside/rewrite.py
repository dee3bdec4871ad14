"""Puts probes into the flagged statements of a module. Everything else, and every line number, stays as it is.

A probe is called where an expression stood: `PROBE(expression)`. The text of a module cannot name it, so the syntax
tree gets a marked string in its place, and the compiled code the probe itself among its constants.
"""

from __future__ import annotations

import ast
import copy
import types
import warnings
from collections.abc import Callable, Iterator
from typing import Any, Literal

from .plan import FilePlan, Place, Watched
from .probe import LOOKED, Gate, Probe

Role = Literal["cut", "enters", "note", "asked", "whole", "raised", "before", "entered", "leaves"]
Take = Callable[[Watched, Role, str, "Gate | None"], Probe]
"""Makes the probe for a finding, a role, and the operand that it stands for, behind the gate of its statement."""

_MARK = "\0gradlint:"
_LATER = (ast.Lambda, ast.GeneratorExp, ast.Yield, ast.YieldFrom, ast.Await)
"""What is in these runs at another time than the statement, or only once."""
_SIMPLE = (ast.Assign, ast.AugAssign, ast.AnnAssign, ast.Expr, ast.Return, ast.Assert, ast.Raise, ast.Delete)
Key = tuple[int, int, int, int]


def rewritten(file: FilePlan, data: bytes, filename: str, take: Take) -> types.CodeType:
    """The code of the module with its probes."""
    tree = ast.parse(data, filename)
    probes = Probes()
    placed(tree, file, take, probes)
    return probes.linked(compiled(tree, filename))


def placed(tree: ast.Module, file: FilePlan, take: Take, probes: Probes) -> None:
    """Put marks into the tree."""
    _Placing(tree, file, take, probes).visit(tree)
    if any(one.framework == "torch" and one.shows == "gradient" for one in file.findings):
        from .pytorch import differences

        differences.put(tree, file, take, probes)
    if file.record:
        from . import recording

        recording.put(tree, file, probes)


def compiled(tree: ast.Module, filename: str) -> types.CodeType:
    with warnings.catch_warnings():
        warnings.filterwarnings("ignore", "'str' object is not callable", SyntaxWarning)
        code: types.CodeType = compile(tree, filename, "exec", dont_inherit=True)
    return code


class Probes:
    """The probes of a module, and the marks that stand for them until it is compiled."""

    def __init__(self) -> None:
        self._known: dict[str, Any] = {}

    def call(self, probe: Callable[..., Any], at: ast.AST, *arguments: ast.expr) -> ast.Call:
        return ast.Call(self.name(probe, at), list(arguments), [], **_where(at))

    def name(self, value: Any, at: ast.AST) -> ast.expr:
        """An expression that stands for any object."""
        mark = f"{_MARK}{len(self._known)}"
        self._known[mark] = value
        return ast.Constant(mark, **_where(at))

    def gate(self, gate: Gate, at: ast.AST) -> ast.expr:
        """Whether this pass is looked at."""
        return ast.Compare(self.call(gate.next, at), [ast.In()], [self.name(LOOKED, at)], **_where(at))

    def linked(self, code: types.CodeType) -> types.CodeType:
        return code.replace(co_consts=tuple(map(self._linked, code.co_consts)))

    def _linked(self, constant: Any) -> Any:
        if isinstance(constant, types.CodeType):
            return self.linked(constant)
        return self._known.get(constant, constant) if isinstance(constant, str) else constant


class _Placing(ast.NodeTransformer):
    def __init__(self, tree: ast.Module, file: FilePlan, take: Take, probes: Probes) -> None:
        self._take = take
        self._probes = probes
        self._expressions: dict[int, list[tuple[Watched, Role]]] = {}
        self._statements: dict[int, list[tuple[Watched, Role]]] = {}
        self._gate: Gate | None = None
        """The gate of the statement that is being rewritten."""
        lines = file.text.splitlines()
        nodes = list(_located(tree))
        for finding in file.findings:
            for role, place in _spots(finding):
                self._find(nodes, _key(place, lines), finding, role)

    def _find(self, nodes: list[ast.expr | ast.stmt], key: Key, finding: Watched, role: Role) -> None:
        """The expression at the place, and the statement that holds it."""
        holder: ast.stmt | None = None
        found: ast.expr | None = None
        for node in nodes:
            if isinstance(node, ast.stmt):
                if _covers(node, key) and (holder is None or _covers(holder, _span(node))):
                    holder = node
            elif found is None and _span(node) == key and _is_read(node):
                found = node
        if found is not None:
            self._expressions.setdefault(id(found), []).append((finding, role))
        if holder is not None and isinstance(holder, _SIMPLE):
            self._statements.setdefault(id(holder), []).append((finding, role))

    def visit(self, node: ast.AST) -> Any:
        marks = self._expressions.get(id(node))
        flagged = self._statements.get(id(node))
        if flagged is not None and isinstance(node, ast.stmt):
            return self._guarded(node, flagged)
        result = super().visit(node)
        if marks is not None and isinstance(result, ast.expr):
            return self._seen(result, marks)
        return result

    def _seen(self, node: ast.expr, marks: list[tuple[Watched, Role]]) -> ast.expr:
        for finding, role in marks:
            if role == "cut":
                self._deeper(node, finding)
            if role in ("cut", "note", "asked"):
                self._operands(node, finding, role)
        result: ast.expr = node
        for finding, role in marks:
            result = self._wrapped(result, finding, role, "result")
        return result

    def _deeper(self, node: ast.expr, finding: Watched) -> None:
        """What the operands are themselves computed from: `w` in `np.sin(w.detach().numpy())`."""
        operands = list(ast.iter_child_nodes(node))
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute):
            operands = [*node.args]
        inner = [each for operand in operands for each in _parts_of(operand)]
        for number, (parent, field, name) in enumerate(inner[:_MOST_INNER]):
            setattr(parent, field, self._wrapped(name, finding, "cut", f"in {number}"))

    def _operands(self, node: ast.expr, finding: Watched, role: Role) -> None:
        def seen(part: ast.expr, name: str) -> ast.expr:
            return self._wrapped(part, finding, role, name)

        if isinstance(node, ast.BinOp):
            node.left, node.right = seen(node.left, "left"), seen(node.right, "right")
        elif isinstance(node, ast.Compare):
            node.left = seen(node.left, "left")
        elif isinstance(node, ast.Attribute):
            node.value = seen(node.value, "self")
        elif isinstance(node, ast.Call):
            self._call_operands(node, seen)

    def _call_operands(self, node: ast.Call, seen: Callable[[ast.expr, str], ast.expr]) -> None:
        is_plain = _is_plain(node.func)
        if isinstance(node.func, ast.Attribute) and not _is_super(node.func.value):
            node.func.value = seen(node.func.value, "self")
        # What is called may be a module with weights; a method of a computed value is none.
        if is_plain and not _is_named(node.func, _COMPILER_WORDS):
            node.func = seen(node.func, "func")
        node.args = [
            each if isinstance(each, (ast.Starred, ast.GeneratorExp)) else seen(each, str(number))
            for number, each in enumerate(node.args)
        ]
        for keyword in node.keywords:
            if keyword.arg is not None:
                keyword.value = seen(keyword.value, keyword.arg)

    def _wrapped(self, node: ast.expr, finding: Watched, role: Role, name: str) -> ast.expr:
        if isinstance(node, (ast.Starred, ast.Slice, ast.Constant, ast.Yield, ast.YieldFrom, ast.NamedExpr)):
            return node
        return self._probes.call(self._take(finding, role, name, self._gate), node, node)

    def _guarded(self, node: ast.stmt, flagged: list[tuple[Watched, Role]]) -> ast.stmt:
        """The statement twice, with probes for the passes that are looked at; exceptions are noted on the way up."""
        where = _where(node)
        plain = copy.deepcopy(node) if _runs_at_once(node) else None
        self._gate = gate = None if plain is None else Gate()
        watched = [node, *self._watched(node, flagged)]
        raised: list[ast.stmt] = [
            ast.Expr(self._probes.call(self._take(finding, "raised", role, None), node), **where)
            for finding, role in dict.fromkeys(flagged)
            if role != "enters"
        ]
        self._gate = None
        if gate is not None and plain is not None:
            watched = [ast.If(self._probes.gate(gate, node), watched, [plain], **where)]
        if not raised and len(watched) == 1:
            return watched[0]
        everything = ast.Name("BaseException", ast.Load(), **where)
        handler = ast.ExceptHandler(everything, None, [*raised, ast.Raise(**where)], **where)
        return ast.Try(watched, [handler], [], [], **where)

    def _watched(self, node: ast.stmt, flagged: list[tuple[Watched, Role]]) -> list[ast.stmt]:
        """Put probes into the statement; what is to be seen after it."""
        super().visit(node)
        after: list[ast.stmt] = []
        for finding, role in dict.fromkeys(flagged):
            if role == "cut":
                self._whole(node, finding)
                after += self._targets(node, finding)
        return after

    def _whole(self, node: ast.stmt, finding: Watched) -> None:
        """The value of the statement, in which the flagged one has been used."""
        value = getattr(node, "value", None)
        if isinstance(value, ast.expr) and not isinstance(value, (ast.Yield, ast.YieldFrom, ast.NamedExpr)):
            probe = self._take(finding, "whole", "value", self._gate)
            node.value = self._probes.call(probe, value, value)  # type: ignore[attr-defined]

    def _targets(self, node: ast.stmt, finding: Watched) -> Iterator[ast.stmt]:
        """What the statement has bound or changed, as it is afterwards."""
        if finding.shows not in _ABOUT_TARGETS:
            return
        targets = node.targets if isinstance(node, ast.Assign) else [getattr(node, "target", None)]
        for target in targets:
            if isinstance(target, ast.Attribute) and _is_plain(target.value):
                yield self._noted(target.value, node, finding, "owner")
            if isinstance(target, ast.Subscript) and _is_plain(target.value):
                yield self._noted(target.value, node, finding, "owner")
            elif isinstance(target, ast.expr) and _is_plain(target):
                yield self._noted(target, node, finding, "target")

    def _noted(self, part: ast.expr, at: ast.stmt, finding: Watched, name: str) -> ast.stmt:
        call = self._probes.call(self._take(finding, "whole", name, self._gate), at, _read(part, at))
        return ast.Expr(call, **_where(at))


_MOST_INNER = 4


def _parts_of(node: ast.AST) -> Iterator[tuple[ast.AST, str, ast.expr]]:
    """Names that are read in attributes and calls below an operand, with the field that holds each of them."""
    if isinstance(node, ast.Attribute):
        yield from _receiver(node)
    elif isinstance(node, ast.Call):
        yield from _parts_of(node.func)
        for each in node.args:
            yield from _parts_of(each)


def _receiver(node: ast.Attribute) -> Iterator[tuple[ast.AST, str, ast.expr]]:
    if isinstance(node.value, ast.Name):
        yield node, "value", node.value
    else:
        yield from _parts_of(node.value)


_ABOUT_TARGETS = frozenset("kept-graph unregistered made-anew not-stepped ignored-flag".split())
"""What these show is seen in what the statement leaves behind."""
_COMPILER_WORDS = frozenset("super locals globals vars dir eval exec".split())


def _spots(finding: Watched) -> Iterator[tuple[Role, Place]]:
    yield "cut", finding.cut
    for place in finding.enters:
        yield "enters", place
    for place in finding.asked:
        yield "asked", place
    for place in finding.notes:
        yield "note", place


def _located(tree: ast.Module) -> Iterator[ast.expr | ast.stmt]:
    """Statements and expressions that run; a pattern and an annotation look like expressions and are none."""
    pending: list[ast.AST] = [tree]
    while pending:
        node = pending.pop()
        if isinstance(node, (ast.expr, ast.stmt)):
            yield node
        for name, child in ast.iter_fields(node):
            if name in ("annotation", "returns", "pattern", "format_spec") or isinstance(node, ast.JoinedStr):
                continue
            children = child if isinstance(child, list) else [child]
            pending += [each for each in children if isinstance(each, ast.AST)]


def _key(place: Place, lines: list[str]) -> Key:
    first, column, last, end = place
    return first, _in_bytes(lines, first, column), last, _in_bytes(lines, last, end)


def _in_bytes(lines: list[str], row: int, column: int) -> int:
    line = lines[row - 1] if 0 < row <= len(lines) else ""
    return column if line.isascii() else len(line[:column].encode())


def _span(node: ast.expr | ast.stmt) -> Key:
    return node.lineno, node.col_offset, node.end_lineno or node.lineno, node.end_col_offset or 0


def _covers(node: ast.stmt, key: Key) -> bool:
    first, column, last, end = _span(node)
    return (first, column) <= key[:2] and key[2:] <= (last, end)


def _runs_at_once(node: ast.stmt) -> bool:
    return not any(isinstance(each, _LATER) for each in ast.walk(node))


def _is_read(node: ast.expr) -> bool:
    return not isinstance(getattr(node, "ctx", None), (ast.Store, ast.Del))


def _is_super(node: ast.expr) -> bool:
    return isinstance(node, ast.Call) and _is_named(node.func, _COMPILER_WORDS)


def _is_named(node: ast.expr, names: frozenset[str]) -> bool:
    return isinstance(node, ast.Name) and node.id in names


def _is_plain(node: ast.expr) -> bool:
    """A name or a chain of attributes: reading it once more does nothing."""
    return isinstance(node, ast.Name) or (isinstance(node, ast.Attribute) and _is_plain(node.value))


def _read(node: ast.expr, at: ast.stmt) -> ast.expr:
    where = _where(at)
    if isinstance(node, ast.Attribute):
        return ast.Attribute(_read(node.value, at), node.attr, ast.Load(), **where)
    assert isinstance(node, ast.Name)
    return ast.Name(node.id, ast.Load(), **where)


def _where(at: Any) -> dict[str, Any]:
    return {
        "lineno": at.lineno,
        "col_offset": at.col_offset,
        "end_lineno": at.end_lineno,
        "end_col_offset": at.end_col_offset,
    }
