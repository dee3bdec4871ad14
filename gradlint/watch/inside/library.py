"""Puts probes into functions of a framework, into their code and not around them.

The function stays the same object, so names that were imported before lead to it as well, and a traceback through it
has the same lines as ever.
"""

from __future__ import annotations

import ast
import inspect
import textwrap
import types
from collections.abc import Callable
from typing import Any

from .probe import EveryTime
from .rewrite import Probes, compiled

Taker = Callable[[Any, int], object]


class Spliced:
    """A function with probes in it, which can be taken out and put back."""

    def __init__(self, function: types.FunctionType, code: types.CodeType) -> None:
        self._function = function
        self._codes = function.__code__, code
        self.put(True)

    def put(self, probed: bool) -> None:
        self._function.__code__ = self._codes[probed]


def splice(
    function: Any,
    enter: Taker | None = None,
    leave: Taker | None = None,
    inner: str | None = None,
    names: tuple[str, ...] | None = None,
) -> Spliced | None:
    """`enter` gets a dictionary of the arguments, `leave` the same and the result under "return".

    With `names`, which costs less, `enter` gets a tuple of these arguments, and `leave` the result alone.

    `inner` names a function inside the function, which is watched instead. None where the source is not as expected.
    """
    plain = inspect.unwrap(function)
    plain = getattr(plain, "__func__", plain)
    try:
        lines, first = inspect.getsourcelines(plain)
        tree = ast.parse(textwrap.dedent("".join(lines)))
    except (OSError, TypeError, SyntaxError):
        return None
    ast.increment_lineno(tree, first - 1)
    definition = tree.body[0]
    if not isinstance(definition, ast.FunctionDef):
        return None
    target = definition if inner is None else _inner(definition, inner)
    if target is None:
        return None
    probes = Probes()
    leaving = _leaving(leave) if names is None else _entering(leave)
    _Splicing(target, probes, _entering(enter), leaving, names).splice()
    definition.decorator_list = []
    code = _code(definition, plain, probes)
    if code is None or code.co_freevars != plain.__code__.co_freevars:
        return None
    return Spliced(plain, code)


def _entering(taker: Taker | None) -> EveryTime | None:
    return None if taker is None else EveryTime(taker)


def _leaving(taker: Taker | None) -> EveryTime | None:
    return None if taker is None else EveryTime(lambda given, count: taker(_named(given), count))


def _inner(definition: ast.FunctionDef, name: str) -> ast.FunctionDef | None:
    found = (each for each in ast.walk(definition) if isinstance(each, ast.FunctionDef) and each.name == name)
    return next(found, None)


def _code(definition: ast.FunctionDef, plain: Any, probes: Probes) -> types.CodeType | None:
    free = plain.__code__.co_freevars
    body: list[ast.stmt] = [definition]
    names = [name for name in free if name != "__class__"]
    if "__class__" in free:
        body = [ast.ClassDef("_", [], [], body, [])]
        if hasattr(ast, "TypeVar"):
            body[0].type_params = []  # type: ignore[attr-defined]
    if names:
        outer = ast.parse(f"def _({', '.join(names)}):\n pass").body[0]
        assert isinstance(outer, ast.FunctionDef)
        outer.body = body
        body = [outer]
    module = ast.fix_missing_locations(ast.Module(body, []))
    whole = probes.linked(compiled(module, plain.__code__.co_filename))
    found = _find(whole, plain.__code__.co_name, plain.__code__.co_firstlineno)
    if found is not None and hasattr(found, "co_qualname"):
        found = found.replace(co_qualname=plain.__code__.co_qualname)
    return found


def _find(code: types.CodeType, name: str, first: int) -> types.CodeType | None:
    for constant in code.co_consts:
        if isinstance(constant, types.CodeType):
            if constant.co_name == name:
                # A decorator counted as the first line.
                return constant.replace(co_firstlineno=first)
            if (deeper := _find(constant, name, first)) is not None:
                return deeper
    return None


class _Splicing(ast.NodeTransformer):
    def __init__(
        self,
        target: ast.FunctionDef,
        probes: Probes,
        enter: EveryTime | None,
        leave: EveryTime | None,
        names: tuple[str, ...] | None,
    ) -> None:
        self._target = target
        self._probes = probes
        self._enter = enter
        self._leave = leave
        self._names = names

    def splice(self) -> None:
        target = self._target
        at = 1 if ast.get_docstring(target, clean=False) is not None else 0
        first = target.body[min(at, len(target.body) - 1)]
        last = target.body[-1]
        if self._leave is not None:
            target.body = [self.visit(each) for each in target.body]
            if not isinstance(last, ast.Return):
                target.body.append(ast.copy_location(ast.Expr(self._left(ast.Constant(None), last)), last))
        if self._enter is not None:
            entering = self._probes.call(self._enter, first, self._given())
            target.body.insert(at, ast.copy_location(ast.Expr(entering), first))
        ast.fix_missing_locations(target)

    def _given(self) -> ast.expr:
        if self._names is None:
            return _locals()
        return ast.Tuple([ast.Name(name, ast.Load()) for name in self._names], ast.Load())

    def visit_FunctionDef(self, node: ast.FunctionDef) -> ast.AST:
        return node

    def visit_Lambda(self, node: ast.Lambda) -> ast.AST:
        return node

    def visit_Return(self, node: ast.Return) -> ast.AST:
        value = node.value or ast.Constant(None)
        pair = self._left(value, node)
        if self._names is not None:
            node.value = pair
            return node
        # `PROBE((locals(), value))[1]`: the result passes through.
        node.value = ast.copy_location(ast.Subscript(pair, ast.Constant(1), ast.Load()), node)
        return node

    def _left(self, value: ast.expr, at: ast.stmt) -> ast.expr:
        assert self._leave is not None
        if self._names is not None:
            return ast.copy_location(self._probes.call(self._leave, at, value), at)
        pair = ast.copy_location(ast.Tuple([_locals(), value], ast.Load()), at)
        return ast.copy_location(self._probes.call(self._leave, at, pair), at)


def _locals() -> ast.expr:
    return ast.Call(ast.Name("locals", ast.Load()), [], [])


def _named(given: tuple[dict[str, Any], Any]) -> dict[str, Any]:
    return {**given[0], "return": given[1]}
