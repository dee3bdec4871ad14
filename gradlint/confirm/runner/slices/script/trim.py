"""Bend statements so that they run alone and soon: short loops, no talk to the world, no compilers."""

from __future__ import annotations

import ast
import copy

from ..locate.names import Function, dotted
from ..locate.needs import is_worldly

_COMPILERS = (
    "jit.script",
    "torch.compile",
    "script",
    "jit.ignore",
    "jit.unused",
    "typechecked",
    "jaxtyped",
    "beartype",
)
_KEPT_DECORATORS = (
    "staticmethod classmethod property cached_property lazy_property no_grad enable_grad inference_mode dataclass "
    "function custom_gradient custom_vjp custom_jvp jit grad value_and_grad vmap overload setter abstractmethod"
).split()


def trimmed(node: ast.stmt, rounds: int | None, undecorated: bool) -> ast.stmt:
    """A copy of a statement that runs alone."""
    done: ast.stmt = _Trimmer(rounds, undecorated).visit(copy.deepcopy(node))
    return done


def needs_taking(nodes: list[ast.stmt]) -> bool:
    return any(
        isinstance(one, ast.Name) and one.id == "first_rounds" for node in nodes for one in ast.walk(node)
    )


class _Trimmer(ast.NodeTransformer):
    def __init__(self, rounds: int | None, undecorated: bool) -> None:
        self.rounds = rounds
        self.undecorated = undecorated

    def visit_Expr(self, node: ast.Expr) -> ast.stmt:
        if is_worldly(node):
            return ast.copy_location(ast.Pass(), node)
        self.generic_visit(node)
        return node

    def visit_Call(self, node: ast.Call) -> ast.expr:
        self.generic_visit(node)
        if dotted(node.func).endswith(".parse_args") and not node.args:
            node.args.append(ast.copy_location(ast.List([], ast.Load()), node))
        return node

    def _function(self, node: ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef) -> ast.stmt:
        self.generic_visit(node)
        node.decorator_list = [one for one in node.decorator_list if self._keeps(one)]
        return node

    visit_FunctionDef = _function
    visit_AsyncFunctionDef = _function
    visit_ClassDef = _function

    def _keeps(self, decorator: ast.expr) -> bool:
        name = dotted(decorator.func if isinstance(decorator, ast.Call) else decorator)
        if any(name == one or name.endswith("." + one) for one in _COMPILERS):
            return False
        return not self.undecorated or name.rpartition(".")[2] in _KEPT_DECORATORS

    def visit_For(self, node: ast.For) -> ast.stmt:
        self.generic_visit(node)
        if self.rounds is not None:
            node.iter = self._taken(node.iter)
        return node

    def visit_While(self, node: ast.While) -> ast.stmt:
        self.generic_visit(node)
        if self.rounds is None or node.orelse:
            return node
        rounds = ast.copy_location(
            ast.Call(ast.Name("range", ast.Load()), [ast.Constant(self.rounds)], []), node
        )
        leave = ast.If(ast.UnaryOp(ast.Not(), node.test), [ast.Break()], [])
        loop = ast.For(
            ast.Name("_round", ast.Store()), rounds, [ast.copy_location(leave, node.test), *node.body], []
        )
        return ast.fix_missing_locations(ast.copy_location(loop, node))

    def _taken(self, iterable: ast.expr) -> ast.expr:
        call = ast.Call(ast.Name("first_rounds", ast.Load()), [iterable, ast.Constant(self.rounds)], [])
        return ast.fix_missing_locations(ast.copy_location(call, iterable))


def is_generator(function: ast.AST) -> bool:
    """Does calling it give values one by one? What nested functions yield is theirs."""
    stack: list[ast.AST] = list(ast.iter_child_nodes(function))
    while stack:
        node = stack.pop()
        if isinstance(node, (ast.Yield, ast.YieldFrom)):
            return True
        if not isinstance(node, (*Function, ast.Lambda)):
            stack.extend(ast.iter_child_nodes(node))
    return False
