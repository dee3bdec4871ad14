"""Tries a function of the program on small arrays, by our own arithmetic and without running it.

Only formulas are understood: assignments, arithmetic, NumPy's elementwise functions, reductions and
products, calls of other such functions. Whatever else stands in a function ends the attempt.
"""

from __future__ import annotations

import random
from collections.abc import Sequence as Seq
from typing import Any

import libcst as cst

from gradlint.flow import grids
from gradlint.flow.calculator_expressions import Expressions
from gradlint.flow.calculator_values import Made, Returned, method
from gradlint.flow.grids import Grid, Refused
from gradlint.flow.values import Class, Func

STEP_LIMIT = 1_000_000
DEPTH_LIMIT = 12


class Calculator:
    def __init__(self) -> None:
        self.steps = 0
        self.depth = 0
        self.chance: random.Random | None = None
        """Where random numbers come from while an instance is made; a formula may use none."""

    def call(self, func: Func, args: Seq[Any]) -> Any:
        """The result of a function of the program; Refused if it is not a formula."""
        if self.depth > DEPTH_LIMIT:
            raise Refused
        names = self._bind(func, args)
        self.depth += 1
        try:
            if isinstance(func.node, cst.Lambda):
                return _Frame(self, names, func.scope).value(func.node.body)
            _Frame(self, names, func.scope).block(func.node.body)
        except Returned as result:
            return result.value
        except (ArithmeticError, ValueError, TypeError, IndexError, KeyError, RecursionError) as error:
            raise Refused from error
        finally:
            self.depth -= 1
        return None

    def _bind(self, func: Func, args: Seq[Any]) -> dict[str, Any]:
        params = func.node.params
        if params.star_kwarg is not None or isinstance(params.star_arg, cst.Param) or params.kwonly_params:
            raise Refused
        names: dict[str, Any] = {}
        positional = [*params.posonly_params, *params.params]
        if len(args) > len(positional):
            raise Refused
        for position, each in enumerate(positional):
            if position < len(args):
                names[each.name.value] = args[position]
            elif each.default is not None:
                names[each.name.value] = _Frame(self, {}, func.scope).value(each.default)
            else:
                raise Refused
        return names

    def make(self, cls: Class, args: Seq[Any]) -> Made:
        made = Made(cls)
        init = method(cls, "__init__")
        before, self.chance = self.chance, random.Random(1)
        try:
            if init is not None:
                self.call(init, [made, *args])
            elif args:
                raise Refused
        finally:
            self.chance = before
        return made

    def default(self, func: Func, position: int) -> Any:
        """What a parameter stands for if it is not given."""
        params = [*func.node.params.posonly_params, *func.node.params.params]
        if func.owner is not None:
            params = params[1:]
        written = params[position].default
        if written is None:
            raise Refused
        return _Frame(self, {}, func.scope).value(written)

    def tick(self, cost: int = 1) -> None:
        self.steps += cost
        if self.steps > STEP_LIMIT:
            raise Refused


class _Frame(Expressions):
    """One running call: the statements around the expressions."""

    # -- statements ----------------------------------------------------------------------

    def block(self, body: cst.BaseSuite) -> None:
        for statement in body.body:
            self.calculator.tick()
            if isinstance(statement, cst.SimpleStatementLine):
                for small in statement.body:
                    self.small(small)
            elif isinstance(statement, cst.BaseSmallStatement):
                self.small(statement)
            elif isinstance(statement, cst.If):
                self._if(statement)
            elif isinstance(statement, cst.For) and statement.orelse is None:
                self._for(statement)
            else:
                raise Refused

    def _if(self, node: cst.If) -> None:
        if self.truth(node.test):
            self.block(node.body)
        elif isinstance(node.orelse, cst.If):
            self._if(node.orelse)
        elif node.orelse is not None:
            self.block(node.orelse.body)

    def _for(self, node: cst.For) -> None:
        for element in self.elements(self.value(node.iter)):
            self.assign(node.target, element)
            self.block(node.body)

    def small(self, node: cst.BaseSmallStatement) -> None:
        if isinstance(node, cst.Return):
            raise Returned(self.value(node.value) if node.value is not None else None)
        if isinstance(node, cst.Assign):
            value = self.value(node.value)
            for target in node.targets:
                self.assign(target.target, value)
        elif isinstance(node, cst.AnnAssign):
            if node.value is not None:
                self.assign(node.target, self.value(node.value))
        elif isinstance(node, cst.AugAssign):
            name = type(node.operator).__name__.removesuffix("Assign")
            old, new = self.value(node.target), self.value(node.value)
            result = self.binary(name, old, new)
            if isinstance(old, Grid) and grids.shape_of(result) != old.shape:
                raise Refused
            if isinstance(node.target, cst.Name) and isinstance(old, Grid):
                self.rewrite(old, result)
            else:
                self.assign(node.target, result)
        elif isinstance(node, cst.Expr):
            if not isinstance(node.value, (cst.SimpleString, cst.ConcatenatedString)):
                self._effect(node.value)
        elif isinstance(node, cst.Assert):
            return
        elif not isinstance(node, cst.Pass):
            raise Refused

    def _effect(self, node: cst.BaseExpression) -> None:
        """`super().__init__()` and appending to a list are all that is done for its effect."""
        if isinstance(node, cst.Call) and isinstance(node.func, cst.Attribute):
            owner = node.func.value
            if (
                isinstance(owner, cst.Call)
                and isinstance(owner.func, cst.Name)
                and owner.func.value == "super"
            ):
                return
            if node.func.attr.value == "append" and len(node.args) == 1:
                found = self.value(owner)
                if isinstance(found, list):
                    found.append(self.value(node.args[0].value))
                    return
        raise Refused

    # -- expressions ---------------------------------------------------------------------

    # -- calls ---------------------------------------------------------------------------
