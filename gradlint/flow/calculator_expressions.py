"""The expressions of a formula: their values, calls, and the names, attributes and elements they are stored in."""

from __future__ import annotations

import math
import operator
from typing import TYPE_CHECKING, Any

import libcst as cst

from gradlint.flow import grids
from gradlint.flow.calculator_values import (
    BINARY,
    BUILTINS,
    COMPARE,
    CONSTANTS,
    GENERATOR,
    LOOP_LIMIT,
    Bound,
    Made,
    library_call,
    library_value,
    method,
)
from gradlint.flow.grids import Grid, Numeric, Refused, is_numeric
from gradlint.flow.names import canonical
from gradlint.flow.numpy_functions import METHODS
from gradlint.flow.values import Class, Const, Func, Lib, Scope

if TYPE_CHECKING:
    from gradlint.flow.calculator import Calculator


class Expressions:
    """What is computed in one running call."""

    def __init__(self, calculator: Calculator, names: dict[str, Any], scope: Scope) -> None:
        self.calculator = calculator
        self.names = names
        self.scope = scope

    # -- storing -----------------------------------------------------------------------

    def elements(self, value: Any) -> list[Any]:
        if isinstance(value, Grid):
            return [grids.take(value, position) for position in range(value.shape[0])]
        if isinstance(value, (list, tuple, range, zip, enumerate)):
            found = list(value)
            if len(found) <= LOOP_LIMIT:
                return found
        raise Refused

    def assign(self, target: cst.BaseExpression, value: Any) -> None:
        if isinstance(target, cst.Name):
            self.names[target.value] = value
        elif isinstance(target, (cst.Tuple, cst.List)):
            parts = self.elements(value)
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
                self.rewrite(owner, changed)
            else:
                self.assign(target.value, changed)
        elif isinstance(owner, dict) and isinstance(index, (str, int)):
            owner[index] = value
        else:
            raise Refused

    def rewrite(self, old: Grid, new: Numeric) -> None:
        """A grid does not change; every name that shows the array gets the new one."""
        for name, value in self.names.items():
            if value is old:
                self.names[name] = new

    # -- values ------------------------------------------------------------------------

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
            left = self.truth(node.left)
            return (
                left and self.truth(node.right)
                if isinstance(node.operator, cst.And)
                else (left or self.truth(node.right))
            )
        if isinstance(node, cst.IfExp):
            return self.value(node.body if self.truth(node.test) else node.orelse)
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
        if name in CONSTANTS:
            return CONSTANTS[name]
        found = self.scope.find(name)
        if isinstance(found, Const) and isinstance(found.value, (int, float, str, bool, type(None))):
            return found.value
        if isinstance(found, (Func, Lib, Class)):
            return found
        if found is None and name in BUILTINS:
            return BUILTINS[name]
        raise Refused

    def _display(self, node: cst.Tuple | cst.List) -> list[Any]:
        found: list[Any] = []
        for element in node.elements:
            if isinstance(element, cst.StarredElement):
                found.extend(self.elements(self.value(element.value)))
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
        inner = Expressions(self.calculator, dict(self.names), self.scope)
        found = []
        for element in self.elements(self.value(clause.iter)):
            inner.assign(clause.target, element)
            found.append(inner.value(node.elt))
        return found

    def truth(self, node: cst.BaseExpression) -> bool:
        value = self.value(node)
        if isinstance(value, (Grid, Func, Lib, Made)):
            raise Refused
        return bool(value)

    def _unary(self, node: cst.UnaryOperation) -> Any:
        if isinstance(node.operator, cst.Not):
            return not self.truth(node.expression)
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
        function = BINARY.get(name)
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
        compare = COMPARE.get(type(kind).__name__)
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
            return library_value(canonical(f"{owner.name}.{name}"))
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

    # -- calls -------------------------------------------------------------------------

    def _call(self, node: cst.Call) -> Any:
        func = self.value(node.func)
        args: list[Any] = []
        named: dict[str, Any] = {}
        for arg in node.args:
            if arg.star == "*":
                args.extend(self.elements(self.value(arg.value)))
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
            return library_call(func.name, args, named)
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
                args.append(Expressions(self.calculator, {}, func.scope).value(each.default))
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
