"""Small questions about the syntax of one function: what it takes, binds, reads and returns.

Hand-written gradients are judged by their shape, not by their values; everything here looks at
one function only and answers None where the syntax alone does not say.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, field, fields
from functools import cache

import libcst as cst

Function = cst.FunctionDef | cst.Lambda
_PUNCTUATION = frozenset(
    "lpar rpar lbracket rbracket lbrace rbrace comma semicolon equal leading_lines lines_after_decorators "
    "lines_after_colon trailing_whitespace header footer operator indicator asynchronous colon dot "
    "indent".split()
)
_GROWING = frozenset({"append", "extend", "insert", "pop", "remove", "clear"})
"""Methods after which a list is no longer as long as it was written."""
_BLOCKS = (
    cst.BaseSuite,
    cst.BaseCompoundStatement,
    cst.SimpleStatementLine,
    cst.Else,
    cst.ExceptHandler,
    cst.ExceptStarHandler,
    cst.Finally,
    cst.MatchCase,
)
_NO_NODES = (type(None), str, bool, cst.MaybeSentinel)
"""What else stands in the fields of a node; to ask a value whether it is a node takes longer."""
_SCOPES = (cst.FunctionDef, cst.Lambda, cst.ClassDef)


@dataclass(frozen=True, slots=True)
class Parameters:
    names: tuple[str, ...]
    """Positional parameters in order."""
    required: int
    star: str | None
    keywords: frozenset[str]
    open: bool
    """Takes any keyword."""

    def without_first(self) -> Parameters:
        return Parameters(self.names[1:], max(self.required - 1, 0), self.star, self.keywords, self.open)


def parameters(func: Function) -> Parameters:
    """What a caller can give; a class method gets its class from elsewhere."""
    positional = [*func.params.posonly_params, *func.params.params]
    if isinstance(func, cst.FunctionDef) and any(map(_is_classmethod, func.decorators)):
        positional = positional[1:]
    star = func.params.star_arg
    return Parameters(
        tuple(each.name.value for each in positional),
        sum(each.default is None for each in positional),
        star.name.value if isinstance(star, cst.Param) else None,
        frozenset(each.name.value for each in func.params.kwonly_params),
        func.params.star_kwarg is not None,
    )


def _is_classmethod(decorator: cst.Decorator) -> bool:
    return isinstance(decorator.decorator, cst.Name) and decorator.decorator.value == "classmethod"


def children(node: cst.CSTNode) -> list[cst.CSTNode]:
    """The parts of a node that mean something, without whitespace and punctuation.

    libcst's own `children` builds a copy of the node to find them.
    """
    found: list[cst.CSTNode] = []
    for name in _fields(type(node)):
        value = getattr(node, name)
        kind = type(value)
        if kind is list or kind is tuple:
            found.extend(value)
        elif kind not in _NO_NODES and isinstance(value, cst.CSTNode):
            found.append(value)
    return found


@cache
def _fields(kind: type[cst.CSTNode]) -> tuple[str, ...]:
    names = (each.name for each in fields(kind))
    return tuple(name for name in names if name not in _PUNCTUATION and not name.startswith("whitespace"))


def walk(node: cst.CSTNode, *, into_functions: bool = True) -> Iterator[cst.CSTNode]:
    """Everything below a node in the order of the text, the node itself first."""
    stack = [node]
    while stack:
        each = stack.pop()
        yield each
        if each is not node and not into_functions and isinstance(each, _SCOPES):
            continue
        stack.extend(reversed(children(each)))


def names_in(node: cst.CSTNode) -> frozenset[str]:
    """The names read or bound below a node; neither attribute nor keyword names."""
    found: set[str] = set()
    stack = [node]
    while stack:
        each = stack.pop()
        if isinstance(each, cst.Name):
            found.add(each.value)
        elif isinstance(each, (cst.Attribute, cst.Arg)):
            stack.append(each.value)
        else:
            stack.extend(children(each))
    return frozenset(found)


def root(node: cst.BaseExpression) -> str | None:
    """The variable behind `x`, `x.a[0].b`."""
    while isinstance(node, (cst.Attribute, cst.Subscript)):
        node = node.value
    return node.value if isinstance(node, cst.Name) else None


def text(node: cst.CSTNode) -> str:
    """An expression without its whitespace and outer parentheses."""
    code = cst.Module([]).code_for_node(node)
    parens = getattr(node, "lpar", ())
    code = "".join(code.split())
    return code[len(parens) : len(code) - len(parens)] if parens else code


# -- what a function returns --------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Return:
    node: cst.CSTNode
    """The statement, or the body of a lambda."""
    value: cst.BaseExpression | None
    guarded: bool
    """Not reached on every way through the function."""


def returns(func: Function) -> list[Return]:
    if isinstance(func, cst.Lambda):
        return [Return(func.body, func.body, False)]
    return list(_returns(func.body, False))


def _returns(node: cst.CSTNode, guarded: bool) -> Iterator[Return]:
    for child in children(node):
        if isinstance(child, cst.Return):
            yield Return(child, child.value, guarded)
        elif isinstance(child, (cst.If, cst.Try, cst.TryStar, cst.For, cst.While, cst.Match)):
            yield from _returns(child, True)
        elif isinstance(child, _BLOCKS) and not isinstance(child, _SCOPES):
            yield from _returns(child, guarded)


def hands_back(func: Function) -> bool:
    """Whether it returns its first argument and nothing else, without having changed it."""
    first, given = parameters(func).names[:1], [each.value for each in returns(func)]
    if (
        not first
        or not given
        or not all(isinstance(each, cst.Name) and each.value == first[0] for each in given)
    ):
        return False
    targets = (each.target for each in walk(func.body) if isinstance(each, cst.AssignTarget))
    return first[0] not in locals_of(func).names and all(root(each) != first[0] for each in targets)


# -- what its names stand for -------------------------------------------------------------

Held = Callable[[cst.BaseExpression], cst.BaseExpression]
"""Reads through whatever only holds a value."""


@dataclass(frozen=True, slots=True)
class Binding:
    """One assignment to a name. `value` is None where it is not an expression of its own."""

    statement: cst.CSTNode
    value: cst.BaseExpression | None
    position: int | None = None
    """Which element of `value` it is, for `a, b = value`."""


@dataclass(slots=True)
class Locals:
    """The assignments inside one function."""

    func: Function
    held: Held | None = None
    names: dict[str, list[Binding]] = field(default_factory=dict)
    functions: dict[str, cst.FunctionDef] = field(default_factory=dict)

    def only(self, name: str) -> cst.BaseExpression | None:
        """The expression a name stands for, if it was bound once and plainly."""
        found = self.names.get(name, ())
        if len(found) == 1 and found[0].position is None and name not in all_parameters(self.func):
            return found[0].value
        return None


def refuses(signature: cst.Parameters, given: int, named: Iterable[str]) -> bool:
    """Python raises TypeError here: nothing that the body would do with these arguments ever happens."""
    positional = [*signature.posonly_params, *signature.params]
    if given > len(positional) and not isinstance(signature.star_arg, cst.Param):
        return True
    taken = {each.name.value for each in positional[:given]}
    known = {each.name.value for each in [*signature.params, *signature.kwonly_params]}
    return any(name in taken or (name not in known and signature.star_kwarg is None) for name in named)


def is_unwritten(func: Function) -> bool:
    """Nothing but a docstring, `pass` or `...`: somebody is to write the body, and what it will return is not known."""
    body = func.body.body if isinstance(func, cst.FunctionDef) and func.params.params else ()
    if not 0 < len(body) <= 2 or func.name.value.startswith("__"):  # type: ignore[union-attr]
        return False
    return all(
        isinstance(each, cst.SimpleStatementLine)
        and len(each.body) == 1
        and (
            isinstance(each.body[0], cst.Pass)
            or (
                isinstance(each.body[0], cst.Expr)
                and isinstance(each.body[0].value, (cst.BaseString, cst.Ellipsis))
            )
        )
        for each in body
    )


def all_parameters(func: Function) -> frozenset[str]:
    taken = parameters(func)
    more = {taken.star} if taken.star is not None else set()
    if func.params.star_kwarg is not None:
        more.add(func.params.star_kwarg.name.value)
    return frozenset({*taken.names, *taken.keywords, *more})


def locals_of(func: Function, held: Held | None = None) -> Locals:
    """Its assignments, with their values as they are or as `held` reads them."""
    found = Locals(func, held)
    bound: set[cst.CSTNode] = set()
    if isinstance(func, cst.Lambda):
        return found
    for node in walk(func.body, into_functions=False):
        if isinstance(node, cst.FunctionDef):
            found.functions[node.name.value] = node
            _bind(found, node.name, node, None)
        elif isinstance(node, cst.Assign):
            for target in node.targets:
                _bind(found, target.target, node, node.value)
        elif isinstance(node, cst.AnnAssign):
            _bind(found, node.target, node, node.value)
        elif isinstance(node, cst.AugAssign):
            _bind(found, node.target, node, None)
        elif isinstance(node, (cst.For, cst.NamedExpr, cst.CompFor)):
            _bind(found, node.target, node, node.value if isinstance(node, cst.NamedExpr) else None)
        elif isinstance(node, cst.Match) and (pattern := whole_capture(node)) is not None:
            _bind(found, pattern, node, node.subject)
            bound.add(pattern)
        elif isinstance(node, (cst.AsName, cst.MatchAs, cst.MatchStar)):
            if node.name is not None and node.name not in bound:
                _bind(found, node.name, node, None)
        elif (
            isinstance(node, cst.Call)
            and isinstance(node.func, cst.Attribute)
            and node.func.attr.value in _GROWING
        ):
            _bind(found, node.func.value, node, None)
    return found


def whole_capture(node: cst.Match) -> cst.Name | None:
    """`match value: case name: ...`: the name that is bound to all of it, whatever it is."""
    pattern = node.cases[0].pattern if len(node.cases) == 1 and node.cases[0].guard is None else None
    return pattern.name if isinstance(pattern, cst.MatchAs) and pattern.pattern is None else None


def _bind(
    found: Locals,
    target: cst.BaseExpression,
    statement: cst.CSTNode,
    value: cst.BaseExpression | None,
    position: int | None = None,
) -> None:
    if value is not None and found.held is not None:
        value = found.held(value)
    if isinstance(target, cst.Name):
        found.names.setdefault(target.value, []).append(Binding(statement, value, position))
    elif isinstance(target, cst.StarredElement):
        _bind(found, target.value, statement, None)
    elif isinstance(target, (cst.Tuple, cst.List)):
        plain = not any(isinstance(each, cst.StarredElement) for each in target.elements)
        parts = elements(value) if value is not None and position is None else None
        for number, element in enumerate(target.elements):
            if parts is not None and plain and len(parts) == len(target.elements):
                _bind(found, element.value, statement, parts[number])
            elif plain and value is not None and position is None:
                _bind(found, element.value, statement, value, number)
            else:
                _bind(found, element.value, statement, None)


def captured(pattern: cst.MatchPattern) -> Iterator[str]:
    """Names bound by a `case` pattern."""
    if isinstance(pattern, (cst.MatchAs, cst.MatchStar)) and pattern.name is not None:
        yield pattern.name.value
    for child in pattern.children:
        if isinstance(child, cst.MatchPattern):
            yield from captured(child)
        elif isinstance(child, (cst.MatchSequenceElement, cst.MatchKeywordElement, cst.MatchMappingElement)):
            for inner in child.children:
                if isinstance(inner, cst.MatchPattern):
                    yield from captured(inner)


def elements(node: cst.BaseExpression) -> list[cst.BaseExpression] | None:
    """The parts of a tuple or list display without stars."""
    if not isinstance(node, (cst.Tuple, cst.List)):
        return None
    if any(isinstance(each, cst.StarredElement) for each in node.elements):
        return None
    return [each.value for each in node.elements]


def integer(node: cst.BaseExpression) -> int | None:
    if isinstance(node, cst.Integer):
        return int(node.value.replace("_", ""), 0) if not node.value.isdecimal() else int(node.value)
    if isinstance(node, cst.UnaryOperation) and isinstance(node.operator, cst.Minus):
        inner = integer(node.expression)
        return -inner if inner is not None else None
    return None


def number(node: cst.BaseExpression | None) -> float | None:
    """A literal number."""
    if isinstance(node, cst.Float):
        return float(node.value.replace("_", ""))
    if isinstance(node, cst.UnaryOperation) and isinstance(node.operator, cst.Minus):
        inner = number(node.expression)
        return -inner if inner is not None else None
    whole = integer(node) if node is not None else None
    return float(whole) if whole is not None else None


def is_none(node: cst.BaseExpression | None) -> bool:
    return node is None or (isinstance(node, cst.Name) and node.value == "None")


def are_parted(loop: cst.For, one: cst.CSTNode, other: cst.CSTNode) -> bool:
    """Whether an `if` that no pass of the loop decides otherwise sends to one of the two and never to the other."""
    changed = {name for each in walk(loop) for name in _changed(each)}
    for branch in walk(loop.body):
        if not isinstance(branch, cst.If) or branch.orelse is None or not _is_fixed(branch.test, changed):
            continue
        sides = [{id(each) for each in walk(side)} for side in (branch.body, branch.orelse)]
        if any(id(one) in left and id(other) in right for left, right in (sides, sides[::-1])):
            return True
    return False


def _changed(node: cst.CSTNode) -> frozenset[str]:
    """The names that a statement gives another value, and those of which it changes a part."""
    if isinstance(node, (cst.AssignTarget, cst.AugAssign, cst.AnnAssign, cst.For, cst.NamedExpr)):
        return names_in(node.target)
    return frozenset()


def _is_fixed(test: cst.BaseExpression, changed: set[str]) -> bool:
    calls = any(isinstance(each, (cst.Call, cst.Await)) for each in walk(test))
    return not calls and not names_in(test) & changed


def is_another_element(loop: cst.For, write: cst.CSTNode, flagged: cst.CSTNode) -> bool:
    """`xs[i][mask] = 0; xs[i].requires_grad_()`: what a pass writes to is none that an earlier pass has flagged."""
    turns = names_in(loop.target)
    written = any(isinstance(each, cst.Index) and names_in(each) & turns for each in walk(write))
    return written and any(each is flagged for each in walk(loop.body))
