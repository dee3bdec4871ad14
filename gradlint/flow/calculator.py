"""Tries a function of the program on small arrays, by our own arithmetic and without running it.

Only formulas are understood: assignments, arithmetic, NumPy's elementwise functions, reductions and
products, calls of other such functions. Whatever else stands in a function ends the attempt.
"""

from __future__ import annotations

import math
import operator
import random
from collections.abc import Callable
from collections.abc import Sequence as Seq
from dataclasses import dataclass, field
from typing import Any

import libcst as cst

from gradlint.flow import grids
from gradlint.flow.grids import Grid, Numeric, Refused, is_numeric
from gradlint.flow.names import canonical
from gradlint.flow.numpy_functions import FUNCTIONS, METHODS
from gradlint.flow.values import Class, Const, Func, Lib, Scope

STEP_LIMIT = 1_000_000
LOOP_LIMIT = 64
DEPTH_LIMIT = 12


@dataclass(eq=False, slots=True)
class Made:
    """An instance of a class of the program."""

    cls: Class
    attributes: dict[str, Any] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Bound:
    receiver: Any
    name: str


class _Returned(Exception):
    def __init__(self, value: Any) -> None:
        self.value = value


_BINARY: dict[str, Callable[[float, float], float]] = {
    "Add": operator.add,
    "Subtract": operator.sub,
    "Multiply": operator.mul,
    "Divide": operator.truediv,
    "FloorDivide": operator.floordiv,
    "Modulo": operator.mod,
    "Power": operator.pow,
    "BitAnd": lambda a, b: float(bool(a) and bool(b)),
    "BitOr": lambda a, b: float(bool(a) or bool(b)),
}
_COMPARE: dict[str, Callable[[float, float], bool]] = {
    "LessThan": operator.lt,
    "LessThanEqual": operator.le,
    "GreaterThan": operator.gt,
    "GreaterThanEqual": operator.ge,
    "Equal": operator.eq,
    "NotEqual": operator.ne,
}


GENERATOR = Lib("numpy.random")
"""What stands for any generator of random numbers: it has the same functions."""


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
        except _Returned as result:
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


def method(cls: Class, name: str) -> Func | None:
    found = cls.names.get(name)
    if isinstance(found, Func):
        return found if not found.decorators else None
    if found is None:
        for base in cls.bases:
            inherited = method(base, name) if isinstance(base, Class) else None
            if inherited is not None:
                return inherited
    return None


class _Frame:
    """One running call."""

    def __init__(self, calculator: Calculator, names: dict[str, Any], scope: Scope) -> None:
        self.calculator = calculator
        self.names = names
        self.scope = scope

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
        if self._truth(node.test):
            self.block(node.body)
        elif isinstance(node.orelse, cst.If):
            self._if(node.orelse)
        elif node.orelse is not None:
            self.block(node.orelse.body)

    def _for(self, node: cst.For) -> None:
        for element in self._elements(self.value(node.iter)):
            self.assign(node.target, element)
            self.block(node.body)

    def _elements(self, value: Any) -> list[Any]:
        if isinstance(value, Grid):
            return [grids.take(value, position) for position in range(value.shape[0])]
        if isinstance(value, (list, tuple, range, zip, enumerate)):
            found = list(value)
            if len(found) <= LOOP_LIMIT:
                return found
        raise Refused

    def small(self, node: cst.BaseSmallStatement) -> None:
        if isinstance(node, cst.Return):
            raise _Returned(self.value(node.value) if node.value is not None else None)
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
                self._rewrite(old, result)
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

    def assign(self, target: cst.BaseExpression, value: Any) -> None:
        if isinstance(target, cst.Name):
            self.names[target.value] = value
        elif isinstance(target, (cst.Tuple, cst.List)):
            parts = self._elements(value)
            if len(parts) != len(target.elements):
                raise Refused
            for element, part in zip(target.elements, parts):
                self.assign(element.value, part)
        elif isinstance(target, cst.Attribute):
            owner = self.value(target.value)
            if not isinstance(owner, Made):
                raise Refused
            owner.attributes[target.attr.value] = value
        elif isinstance(target, cst.Subscript):
            self._store(target, value)
        else:
            raise Refused

    def _store(self, target: cst.Subscript, value: Any) -> None:
        owner = self.value(target.value)
        index = self._index(target)
        if isinstance(owner, Grid) and is_numeric(value):
            changed = grids.put(owner, index, value)
            if isinstance(target.value, cst.Name):
                self._rewrite(owner, changed)
            else:
                self.assign(target.value, changed)
        elif isinstance(owner, dict) and isinstance(index, (str, int)):
            owner[index] = value
        else:
            raise Refused

    def _rewrite(self, old: Grid, new: Numeric) -> None:
        """A grid does not change; every name that shows the array gets the new one."""
        for name, value in self.names.items():
            if value is old:
                self.names[name] = new

    # -- expressions ---------------------------------------------------------------------

    def value(self, node: cst.BaseExpression) -> Any:
        self.calculator.tick()
        if isinstance(node, cst.Name):
            return self._name(node.value)
        if isinstance(node, cst.Integer):
            return int(node.value.replace("_", ""), 0)
        if isinstance(node, cst.Float):
            return float(node.value.replace("_", ""))
        if isinstance(node, cst.SimpleString):
            return node.raw_value
        if isinstance(node, cst.BinaryOperation):
            return self.binary(type(node.operator).__name__, self.value(node.left), self.value(node.right))
        if isinstance(node, cst.UnaryOperation):
            return self._unary(node)
        if isinstance(node, cst.Comparison):
            return self._comparison(node)
        if isinstance(node, cst.BooleanOperation):
            left = self._truth(node.left)
            return (
                left and self._truth(node.right)
                if isinstance(node.operator, cst.And)
                else (left or self._truth(node.right))
            )
        if isinstance(node, cst.IfExp):
            return self.value(node.body if self._truth(node.test) else node.orelse)
        if isinstance(node, cst.Attribute):
            return self._attribute(node)
        if isinstance(node, cst.Subscript):
            return self._item(node)
        if isinstance(node, cst.Call):
            return self._call(node)
        if isinstance(node, (cst.Tuple, cst.List)):
            parts = self._display(node)
            return tuple(parts) if isinstance(node, cst.Tuple) else parts
        if isinstance(node, cst.Dict):
            return self._dict(node)
        if isinstance(node, (cst.ListComp, cst.GeneratorExp)):
            return self._comprehension(node)
        raise Refused

    def _name(self, name: str) -> Any:
        if name in self.names:
            return self.names[name]
        if name in _CONSTANTS:
            return _CONSTANTS[name]
        found = self.scope.find(name)
        if isinstance(found, Const) and isinstance(found.value, (int, float, str, bool, type(None))):
            return found.value
        if isinstance(found, (Func, Lib, Class)):
            return found
        if found is None and name in _BUILTINS:
            return _BUILTINS[name]
        raise Refused

    def _display(self, node: cst.Tuple | cst.List) -> list[Any]:
        found: list[Any] = []
        for element in node.elements:
            if isinstance(element, cst.StarredElement):
                found.extend(self._elements(self.value(element.value)))
            else:
                found.append(self.value(element.value))
        return found

    def _dict(self, node: cst.Dict) -> dict[Any, Any]:
        found: dict[Any, Any] = {}
        for element in node.elements:
            if not isinstance(element, cst.DictElement):
                raise Refused
            key = self.value(element.key)
            if not isinstance(key, (str, int)):
                raise Refused
            found[key] = self.value(element.value)
        return found

    def _comprehension(self, node: cst.ListComp | cst.GeneratorExp) -> list[Any]:
        clause = node.for_in
        if clause.ifs or clause.inner_for_in is not None:
            raise Refused
        inner = _Frame(self.calculator, dict(self.names), self.scope)
        found = []
        for element in self._elements(self.value(clause.iter)):
            inner.assign(clause.target, element)
            found.append(inner.value(node.elt))
        return found

    def _truth(self, node: cst.BaseExpression) -> bool:
        value = self.value(node)
        if isinstance(value, (Grid, Func, Lib, Made)):
            raise Refused
        return bool(value)

    def _unary(self, node: cst.UnaryOperation) -> Any:
        if isinstance(node.operator, cst.Not):
            return not self._truth(node.expression)
        value = self.value(node.expression)
        if not is_numeric(value):
            raise Refused
        if isinstance(node.operator, cst.Minus):
            return grids.apply(operator.neg, value)
        if isinstance(node.operator, cst.BitInvert) and isinstance(value, Grid) and value.mask:
            return grids.apply(lambda each: float(not each), value, mask=True)
        if isinstance(node.operator, cst.Plus):
            return value
        raise Refused

    def binary(self, name: str, left: Any, right: Any) -> Any:
        if isinstance(left, tuple) and isinstance(right, tuple) and name == "Add":
            return left + right
        if not is_numeric(left) or not is_numeric(right):
            raise Refused
        self.calculator.tick(max(len(grids.data_of(left)), len(grids.data_of(right))))
        if name == "MatrixMultiply":
            return grids.matmul(left, right)
        function = _BINARY.get(name)
        if function is None:
            raise Refused
        masks = all(isinstance(each, Grid) and each.mask for each in (left, right)) and name.startswith("Bit")
        result = grids.combine(function, left, right, masks)
        if any(isinstance(each, complex) for each in grids.data_of(result)):
            raise Refused
        return result

    def _comparison(self, node: cst.Comparison) -> Any:
        if len(node.comparisons) != 1:
            raise Refused
        left, right = self.value(node.left), self.value(node.comparisons[0].comparator)
        kind = node.comparisons[0].operator
        if isinstance(kind, (cst.Is, cst.IsNot)):
            return (left is right) == isinstance(kind, cst.Is)
        compare = _COMPARE.get(type(kind).__name__)
        if compare is None:
            raise Refused
        if not is_numeric(left) or not is_numeric(right):
            if isinstance(left, str) and isinstance(right, str):
                return compare(left, right)  # type: ignore[arg-type]
            raise Refused
        return grids.combine(compare, left, right, mask=True)

    def _attribute(self, node: cst.Attribute) -> Any:
        owner = self.value(node.value)
        name = node.attr.value
        if isinstance(owner, Lib):
            return _library_value(canonical(f"{owner.name}.{name}"))
        if isinstance(owner, Made):
            if name in owner.attributes:
                return owner.attributes[name]
            return Bound(owner, name)
        if is_numeric(owner):
            if name == "T":
                return grids.transpose(owner)
            if name == "shape":
                return grids.shape_of(owner)
            if name == "size":
                return len(grids.data_of(owner))
            if name == "ndim":
                return len(grids.shape_of(owner))
            if name == "dtype":
                return Lib("numpy.float64")
            return Bound(owner, name)
        raise Refused

    def _index(self, node: cst.Subscript) -> Any:
        parts: list[Any] = []
        for element in node.slice:
            if isinstance(element.slice, cst.Index):
                parts.append(self.value(element.slice.value))
            elif isinstance(element.slice, cst.Slice):
                bounds = (element.slice.lower, element.slice.upper, element.slice.step)
                parts.append(slice(*(self.value(each) if each is not None else None for each in bounds)))
        return parts[0] if len(parts) == 1 else tuple(parts)

    def _item(self, node: cst.Subscript) -> Any:
        owner, index = self.value(node.value), self._index(node)
        if isinstance(owner, Grid):
            return grids.take(owner, index)
        if isinstance(owner, (tuple, list)) and isinstance(index, (int, slice)):
            return owner[index]
        if isinstance(owner, dict) and isinstance(index, (str, int)):
            return owner[index]
        raise Refused

    # -- calls ---------------------------------------------------------------------------

    def _call(self, node: cst.Call) -> Any:
        func = self.value(node.func)
        args: list[Any] = []
        named: dict[str, Any] = {}
        for arg in node.args:
            if arg.star == "*":
                args.extend(self._elements(self.value(arg.value)))
            elif arg.star:
                raise Refused
            elif arg.keyword is not None:
                named[arg.keyword.value] = self.value(arg.value)
            else:
                args.append(self.value(arg.value))
        self.calculator.tick(1 + sum(len(each.data) for each in args if isinstance(each, Grid)))
        if isinstance(func, Func):
            return self.calculator.call(func, self._ordered(func, args, named))
        if isinstance(func, Class) and not named:
            return self.calculator.make(func, args)
        if isinstance(func, Lib) and func.name.startswith("numpy.random."):
            return self._chance(func.name, args, named)
        if isinstance(func, Lib):
            return _library_call(func.name, args, named)
        if isinstance(func, Bound):
            return self._method(func, args, named)
        if callable(func) and not named:
            return func(*args)
        raise Refused

    def _chance(self, name: str, args: list[Any], named: dict[str, Any]) -> Numeric | Lib:
        """Weights drawn when an instance is made."""
        chance = self.calculator.chance
        short = name.rpartition(".")[2]
        if short in ("default_rng", "RandomState"):
            return GENERATOR
        if short in ("randn", "rand"):
            shape: Any = args
        else:
            at = 2 if short in ("normal", "uniform") else 0
            shape = named.get("size", args[at] if len(args) > at else None)
        if (
            chance is None
            or not isinstance(shape, (list, tuple))
            or not all(isinstance(each, int) for each in shape)
        ):
            raise Refused
        if short not in ("randn", "rand", "normal", "uniform", "standard_normal", "random"):
            raise Refused
        return grids.grid(tuple(shape), [chance.uniform(-0.9, 0.9) for _ in range(math.prod(shape))])

    def _ordered(self, func: Func, args: list[Any], named: dict[str, Any]) -> list[Any]:
        positional = [*func.node.params.posonly_params, *func.node.params.params]
        for each in positional[len(args) :]:
            if each.name.value in named:
                args.append(named.pop(each.name.value))
            elif each.default is not None and named:
                args.append(_Frame(self.calculator, {}, func.scope).value(each.default))
        if named:
            raise Refused
        return args

    def _method(self, bound: Bound, args: list[Any], named: dict[str, Any]) -> Any:
        if isinstance(bound.receiver, Made):
            found = method(bound.receiver.cls, bound.name)
            if found is None:
                raise Refused
            return self.calculator.call(found, self._ordered(found, [bound.receiver, *args], named))
        handler = METHODS.get(bound.name)
        if handler is None:
            raise Refused
        return handler(bound.receiver, *args, **named)


def _library_value(name: str) -> Any:
    if name in ("numpy.pi", "jax.numpy.pi", "math.pi"):
        return math.pi
    if name in ("numpy.e", "math.e"):
        return math.e
    if name in ("numpy.newaxis", "jax.numpy.newaxis"):
        return None
    return Lib(name)


def _library_call(name: str, args: list[Any], named: dict[str, Any]) -> Any:
    for prefix in ("numpy.linalg.", "jax.numpy.", "numpy.", "math.", "scipy.special.", "jax.nn."):
        if name.startswith(prefix):
            handler = FUNCTIONS.get(name[len(prefix) :])
            if handler is not None:
                return handler(*args, **named)
    raise Refused


def _length(value: Any) -> int:
    if isinstance(value, Grid):
        return value.shape[0]
    if isinstance(value, (tuple, list, dict)):
        return len(value)
    raise Refused


def _total(values: Any) -> Numeric:
    result: Numeric = 0.0
    for each in values if not isinstance(values, Grid) else values.data:
        result = grids.combine(operator.add, result, each)
    return result


def _plain(function: Callable[..., Any]) -> Callable[..., Any]:
    def call(*args: Any) -> Any:
        if any(isinstance(each, (Grid, str)) for each in args):
            raise Refused
        return function(*args)

    return call


_CONSTANTS: dict[str, Any] = {"None": None, "True": True, "False": False}
_BUILTINS: dict[str, Callable[..., Any]] = {
    "len": _length,
    "sum": _total,
    "range": _plain(range),
    "float": _plain(float),
    "int": _plain(int),
    "abs": lambda value: grids.apply(abs, value),
    "max": _plain(max),
    "min": _plain(min),
    "tuple": tuple,
    "list": list,
    "zip": zip,
    "enumerate": enumerate,
}
