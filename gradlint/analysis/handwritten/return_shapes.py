"""What the expression after `return` amounts to: one array, a tuple of so many parts, nothing, or unknown."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Literal

import libcst as cst

from gradlint.analysis.domain.values import Lib, Scope
from gradlint.analysis.handwritten.array_functions import (
    LIBRARIES,
    is_operation,
    mentions_zeros,
)
from gradlint.analysis.handwritten.held_values import held
from gradlint.analysis.project.canonical_names import canonical, dotted
from gradlint.analysis.project.syntax import (
    Function,
    Locals,
    all_parameters,
    elements,
    integer,
    is_none,
    locals_of,
    number,
    root,
    walk,
)
from gradlint.core.records import dataclass
from gradlint.knowledge.names.arrays import ONE_VALUED_METHODS
from gradlint.knowledge.names.operations import ARRAY_WRAPPERS, ZERO_MAKERS

Kind = Literal["tuple", "list", "none", "value"]


@dataclass(frozen=True, slots=True)
class Returned:
    kind: Kind
    parts: tuple[cst.BaseExpression, ...] = ()
    """The expressions of a display, the one expression of a value; empty where only the length is known."""
    count: int = 1


class Reader:
    """Reads the expressions of one function."""

    def __init__(
        self,
        func: Function,
        scope: Scope,
        arrays: frozenset[str],
        outer: Reader | None = None,
        single: frozenset[str] = frozenset(),
    ) -> None:
        self.func = func
        self.locals: Locals = locals_of(func, lambda each: held(each, scope))
        self.scope = scope
        self.arrays = arrays
        """Parameters that are known to hold one array each."""
        self.outer = outer
        """The function around this one, whose names it sees."""
        self.parameters = all_parameters(func)
        self.single = single
        """Functions of the program that are known to give one array each."""

    # -- what is returned ----------------------------------------------------------------

    def returned(self, node: cst.BaseExpression | None, depth: int = 0) -> Returned | None:
        if is_none(node) or node is None:
            return Returned("none")
        if depth > 6:
            return None
        node = held(node, self.scope)
        if isinstance(node, (cst.Tuple, cst.List)):
            return self._display(node, depth)
        if isinstance(node, cst.Name):
            return self._name(node, depth)
        if isinstance(node, cst.IfExp):
            one, two = self.returned(node.body, depth + 1), self.returned(node.orelse, depth + 1)
            if one is not None and two is not None and (one.kind, one.count) == (two.kind, two.count):
                return Returned(one.kind, (), one.count)
            return None
        if isinstance(node, cst.Call):
            inside = self._converted(node, depth)
            if inside is not None:
                return inside
        if isinstance(node, cst.BinaryOperation):
            joined = self._joined(node, depth)
            if joined is not None:
                return joined
        return Returned("value", (node,)) if self.is_value(node, depth) else None

    def _display(self, node: cst.Tuple | cst.List, depth: int) -> Returned | None:
        parts: list[cst.BaseExpression] = []
        known = True
        count = 0
        for element in node.elements:
            if isinstance(element, cst.StarredElement):
                inner = self.returned(element.value, depth + 1)
                if inner is None or inner.kind not in ("tuple", "list"):
                    return None
                known = known and len(inner.parts) == inner.count
                parts.extend(inner.parts)
                count += inner.count
            else:
                parts.append(element.value)
                count += 1
        kind: Kind = "tuple" if isinstance(node, cst.Tuple) else "list"
        return Returned(kind, tuple(parts) if known else (), count)

    def _name(self, node: cst.Name, depth: int) -> Returned | None:
        if node.value in self.arrays and node.value not in self.locals.names:
            return Returned("value", (node,))
        found = self.locals.names.get(node.value)
        if not found or node.value in self.parameters:
            return None
        results = []
        for each in found:
            if each.position is not None:
                one = Returned("value", (node,)) if self._unpacked_array(each.value) else None
            elif each.value is None:
                one = self._augmented(node, each.statement, found[0].value, depth)
            else:
                one = self.returned(each.value, depth + 1)
            if one is None:
                return None
            results.append(one)
        first = next((each for each in results if each.kind != "none"), results[0])
        rest = [each for each in results if each.kind != "none" or first.kind == "none"]
        if len({(each.kind, each.count) for each in rest}) != 1:
            return None
        if first.kind == "value":
            return Returned("value", (node,))
        if len(rest) != len(results) or len(results) > 1:
            return Returned(first.kind, (), first.count) if len(rest) == len(results) else None
        return first

    def _augmented(
        self, node: cst.Name, statement: cst.CSTNode, first: cst.BaseExpression | None, depth: int
    ) -> Returned | None:
        """`g *= 2` keeps an array one array."""
        if not isinstance(statement, cst.AugAssign) or first is None:
            return None
        return Returned("value", (node,)) if self.is_value(first, depth + 1) else None

    def _unpacked_array(self, value: cst.BaseExpression | None) -> bool:
        """An element of `ctx.saved_tensors` is one tensor."""
        return isinstance(value, cst.Attribute) and value.attr.value in ("saved_tensors", "saved_variables")

    def _converted(self, node: cst.Call, depth: int) -> Returned | None:
        """tuple([...])"""
        if isinstance(node.func, cst.Name) and node.func.value in ("tuple", "list") and len(node.args) == 1:
            inside = self.returned(node.args[0].value, depth + 1)
            if inside is not None and inside.kind in ("tuple", "list"):
                return Returned("tuple" if node.func.value == "tuple" else "list", inside.parts, inside.count)
        return None

    def _joined(self, node: cst.BinaryOperation, depth: int) -> Returned | None:
        """`(a, b) + (c,)`, `(None,) * 3`"""
        if isinstance(node.operator, cst.Add):
            left, right = self.returned(node.left, depth + 1), self.returned(node.right, depth + 1)
            if (
                left is not None
                and right is not None
                and left.kind == right.kind
                and left.kind in ("tuple", "list")
            ):
                known = len(left.parts) == left.count and len(right.parts) == right.count
                return Returned(
                    left.kind, (*left.parts, *right.parts) if known else (), left.count + right.count
                )
        if isinstance(node.operator, cst.Multiply):
            for many, times in ((node.left, node.right), (node.right, node.left)):
                inside, factor = self.returned(many, depth + 1), integer(times)
                if inside is not None and inside.kind in ("tuple", "list") and factor is not None:
                    return Returned(inside.kind, inside.parts * factor, inside.count * factor)
        return None

    # -- what is one array ---------------------------------------------------------------

    def is_value(self, node: cst.BaseExpression, depth: int = 0) -> bool:
        """Certainly one array, not a tuple of them."""
        if depth > 6:
            return False
        node = held(node, self.scope)
        if isinstance(node, cst.Name):
            found = self._name(node, depth + 1)
            return found is not None and found.kind == "value"
        if isinstance(node, (cst.UnaryOperation, cst.Comparison, cst.Float, cst.Integer)):
            return True
        if isinstance(node, cst.BinaryOperation):
            return self._arithmetic(node, depth)
        if isinstance(node, cst.IfExp):
            return self.is_value(node.body, depth + 1) and self.is_value(node.orelse, depth + 1)
        if isinstance(node, cst.Subscript):
            return self.is_value(node.value, depth + 1)
        if isinstance(node, cst.Attribute):
            return node.attr.value in ("T", "mT", "real", "data") and self.is_value(node.value, depth + 1)
        if isinstance(node, cst.Call):
            name = self.library(node.func)
            if name is not None:
                return name.startswith(LIBRARIES) and is_operation(name, len(node.args))
            if isinstance(node.func, cst.Attribute) and node.func.attr.value in ONE_VALUED_METHODS:
                return self.is_value(node.func.value, depth + 1)
            if isinstance(node.func, cst.Name) and node.func.value in self.single:
                return self._owner(node.func.value) is None
        return False

    def _arithmetic(self, node: cst.BinaryOperation, depth: int) -> bool:
        if isinstance(node.operator, (cst.Subtract, cst.Divide, cst.MatrixMultiply, cst.Power)):
            return True
        if any(self._may_be_tuple(each) for each in (node.left, node.right)):
            return False
        if isinstance(node.operator, cst.Multiply) and not any(
            integer(each) is not None for each in (node.left, node.right)
        ):
            # A tuple is repeated by an integer only; two names that are multiplied are numbers.
            if not all(isinstance(each, (cst.Name, cst.Attribute)) for each in (node.left, node.right)):
                return True
        return any(self.is_value(each, depth + 1) for each in (node.left, node.right))

    def _may_be_tuple(self, node: cst.BaseExpression) -> bool:
        if isinstance(node, (cst.Tuple, cst.List, cst.ListComp, cst.GeneratorExp)):
            return True
        if isinstance(node, cst.Name):
            bound = self.locals.names.get(node.value, ())
            return any(
                isinstance(each.value, (cst.Tuple, cst.List, cst.ListComp)) and each.position is None
                for each in bound
            )
        return (
            isinstance(node, cst.Call)
            and isinstance(node.func, cst.Name)
            and node.func.value in ("tuple", "list")
        )

    # -- libraries -----------------------------------------------------------------------

    def library(self, node: cst.BaseExpression) -> str | None:
        """The canonical name of a library function, if it is one."""
        name = dotted(node)
        if name is None:
            return None
        first, _, rest = name.partition(".")
        if self._owner(first) is not None:
            return None
        found = self.scope.find(first)
        if not isinstance(found, Lib):
            return None
        return canonical(f"{found.name}.{rest}" if rest else found.name)

    def _owner(self, name: str) -> Reader | None:
        """Whose local name this is: this function's or one around it."""
        reader: Reader | None = self
        while reader is not None and name not in reader.locals.names and name not in reader.parameters:
            reader = reader.outer
        return reader

    # -- nothing, on purpose -------------------------------------------------------------

    def is_nothing(self, node: cst.BaseExpression | None, depth: int = 0) -> bool:
        """None or zeros: a gradient that is blocked on purpose."""
        if is_none(node) or node is None:
            return True
        node = held(node, self.scope)
        if number(node) == 0.0:
            return True
        if depth > 6:
            return False
        if isinstance(node, cst.Name):
            owner = self._owner(node.value)
            found = owner.locals.names.get(node.value, ()) if owner is not None else ()
            return bool(found) and all(
                each.position is None and each.value is not None and owner.is_nothing(each.value, depth + 1)
                for each in found
                if owner is not None
            )
        if isinstance(node, cst.BinaryOperation) and isinstance(node.operator, cst.Multiply):
            return any(self.is_nothing(each, depth + 1) for each in (node.left, node.right))
        if isinstance(node, cst.IfExp):
            return self.is_nothing(node.body, depth + 1) and self.is_nothing(node.orelse, depth + 1)
        if isinstance(node, cst.Call):
            name = dotted(node.func)
            short = name.rpartition(".")[2] if name is not None else ""
            if isinstance(node.func, cst.Attribute):
                short = node.func.attr.value
            if short in ZERO_MAKERS or "zero" in short.lower() or "float0" in short.lower():
                return True
            if short in ("full", "full_like", "new_full") and len(node.args) > 1:
                return self.is_nothing(node.args[1].value, depth + 1)
            if short in ARRAY_WRAPPERS and node.args and self.is_nothing(node.args[0].value, depth + 1):
                return True
            return any(mentions_zeros(each.value) for each in node.args)
        parts = elements(node)
        return parts is not None and all(self.is_nothing(each, depth + 1) for each in parts)

    def is_something(self, node: cst.BaseExpression, depth: int = 0) -> bool:
        """Certainly a gradient that is not zero: a formula, or a value that was kept for it."""
        node = held(node, self.scope)
        if isinstance(node, cst.Name) and any(self.filled_with(node.value)):
            return True
        if self.is_nothing(node) or depth > 6:
            return False
        if isinstance(node, cst.Name):
            return self._name_is_something(node.value, depth)
        if isinstance(
            node,
            (cst.BinaryOperation, cst.Comparison, cst.Subscript, cst.Attribute, cst.Float, cst.Integer),
        ):
            return True
        if isinstance(node, cst.UnaryOperation):
            return self.is_something(node.expression, depth + 1)
        if isinstance(node, cst.Call):
            name = self.library(node.func)
            if name is not None:
                return (
                    name.startswith(LIBRARIES) and is_operation(name, len(node.args)) and "empty" not in name
                )
            if isinstance(node.func, cst.Attribute) and node.func.attr.value in ONE_VALUED_METHODS:
                return self.is_something(node.func.value, depth + 1)
        return False

    def filled_with(self, name: str) -> Iterator[cst.BaseExpression]:
        """`grads[i] = 2 * x[i]`: what is written into zeros that were made here."""
        made = self.locals.only(name)
        if not isinstance(made, cst.Call) or not self.is_nothing(made):
            return
        for each in walk(self.func):
            targets = [one.target for one in each.targets] if isinstance(each, cst.Assign) else []
            for target in targets:
                if isinstance(target, cst.Subscript) and root(target) == name:
                    assert isinstance(each, cst.Assign)
                    if not self.is_nothing(each.value):
                        yield each.value

    def is_present(self, node: cst.BaseExpression) -> bool:
        """Certainly not None."""
        if isinstance(node, cst.Name):
            bound = self.locals.names.get(node.value, ())
            if any(
                each.position is None and each.value is not None and is_none(each.value) for each in bound
            ):
                return False
        return self.is_value(node) or self.is_something(node)

    def is_formula(self, node: cst.BaseExpression) -> bool:
        """Something computed in this function, not a value that it was handed and hands on."""
        while isinstance(node, cst.Name):
            behind = self.locals.only(node.value)
            if any(map(self.is_formula, self.filled_with(node.value))):
                return True
            if behind is None:
                return False
            node = behind
        return not isinstance(node, (cst.Attribute, cst.Subscript)) and self.is_something(node)

    def _name_is_something(self, name: str, depth: int) -> bool:
        owner = self._owner(name)
        if owner is None:
            return self.scope.find(name) is not None
        for each in owner.locals.names.get(name, ()):
            if each.value is None and not isinstance(each.statement, cst.AugAssign):
                return False
            if (
                each.value is not None
                and each.position is None
                and not owner.is_something(each.value, depth + 1)
            ):
                return False
        return True
