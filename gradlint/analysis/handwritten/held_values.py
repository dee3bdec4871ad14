"""What an expression comes to once everything is taken away that only holds its value or hands it on.

`[x][0]`, `(kept := x)`, `x if True else None`, `same(x)`, `Held(x).value` are all x.
"""

from __future__ import annotations

import libcst as cst

from gradlint.analysis.domain.values import Class, Func, Lib, Scope
from gradlint.analysis.project.canonical_names import dotted
from gradlint.analysis.project.syntax import hands_back, integer, parameters, walk

NAMESPACES = frozenset({"types.SimpleNamespace", "argparse.Namespace"})
_MOST = 8
"""How often what comes out is looked at again."""


def held(node: cst.BaseExpression, scope: Scope | None) -> cst.BaseExpression:
    """The expression whose value this is; the node itself where nothing only holds it."""
    for _ in range(_MOST):
        inside = _inside(node, scope)
        if inside is None:
            break
        node = inside
    return node


def _inside(node: cst.BaseExpression, scope: Scope | None) -> cst.BaseExpression | None:
    if isinstance(node, cst.NamedExpr):
        return node.value
    if isinstance(node, cst.IfExp):
        if isinstance(node.test, cst.Name) and node.test.value in ("True", "False"):
            return node.body if node.test.value == "True" else node.orelse
    elif isinstance(node, cst.Subscript):
        return _element(node)
    elif isinstance(node, cst.Call):
        return _handed_back(node, scope)
    elif isinstance(node, cst.Attribute) and isinstance(node.value, cst.Call):
        return _attribute(node.value, node.attr.value, scope)
    return None


def _element(node: cst.Subscript) -> cst.BaseExpression | None:
    """`[x][0]`, `{"value": x}["value"]`"""
    if len(node.slice) != 1 or not isinstance(node.slice[0].slice, cst.Index):
        return None
    index = node.slice[0].slice.value
    if isinstance(node.value, cst.Dict) and isinstance(index, cst.SimpleString):
        for each in reversed(node.value.elements):
            if not isinstance(each, cst.DictElement) or not isinstance(each.key, cst.SimpleString):
                return None
            if each.key.evaluated_value == index.evaluated_value:
                return each.value
        return None
    if not isinstance(node.value, (cst.Tuple, cst.List)):
        return None
    number, parts = integer(index), node.value.elements
    if number is None or not -len(parts) <= number < len(parts):
        return None
    return parts[number].value if not any(isinstance(each, cst.StarredElement) for each in parts) else None


def _found(node: cst.BaseExpression, scope: Scope | None) -> object:
    """What a dotted name stands for where the function was defined."""
    name = dotted(node) if scope is not None else None
    if name is None or scope is None:
        return None
    first, _, rest = name.partition(".")
    found = scope.find(first)
    if not rest:
        return found
    return Lib(f"{found.name}.{rest}") if isinstance(found, Lib) else None


def _handed_back(node: cst.Call, scope: Scope | None) -> cst.BaseExpression | None:
    """`same(x)`, `partial(same, x)()`, `(lambda y: y)(x)`"""
    called, given = node.func, list(node.args)
    if not given and isinstance(called, cst.Call) and called.args:
        maker = _found(called.func, scope)
        if isinstance(maker, Lib) and maker.name == "functools.partial":
            first, *given = called.args
            called = first.value
    if not given or given[0].keyword is not None or given[0].star:
        return None
    found = _found(called, scope) if not isinstance(called, cst.Lambda) else None
    function = found.node if isinstance(found, Func) and not found.decorators else called
    handing = isinstance(function, (cst.FunctionDef, cst.Lambda)) and hands_back(function)
    return given[0].value if handing else None


def _attribute(node: cst.Call, name: str, scope: Scope | None) -> cst.BaseExpression | None:
    """`Held(x).value` of a class whose attribute is the argument, `SimpleNamespace(value=x).value`"""
    found = _found(node.func, scope)
    if any(each.star for each in node.args):
        return None
    named = {each.keyword.value: each.value for each in node.args if each.keyword is not None}
    if isinstance(found, Lib):
        return named.get(name) if found.name in NAMESPACES else None
    if not isinstance(found, Class):
        return None
    order, field = _taken(found.node, name)
    if field is None:
        return None
    plain = [each.value for each in node.args if each.keyword is None]
    return dict(zip(order, plain)).get(field) or named.get(field)


def _taken(cls: cst.ClassDef, name: str) -> tuple[list[str], str | None]:
    """The arguments that a class takes, in order, and which of them it keeps under a name, as it is."""
    body = cls.body.body
    for each in body:
        if isinstance(each, cst.FunctionDef) and each.name.value == "__init__":
            names = list(parameters(each).names)
            kept = [one for one in walk(each.body) if isinstance(one, cst.Assign) and _sets(one, name)]
            value = kept[0].value if len(kept) == 1 else None
            plain = isinstance(value, cst.Name) and value.value in names[1:]
            return names[1:], value.value if plain and isinstance(value, cst.Name) else None
    if any(isinstance(each, cst.FunctionDef) and each.name.value == "__new__" for each in body):
        return [], None
    fields = [
        small.target.value
        for each in body
        if isinstance(each, cst.SimpleStatementLine)
        for small in each.body
        if isinstance(small, cst.AnnAssign) and isinstance(small.target, cst.Name)
    ]
    return fields, name if name in fields else None


def _sets(node: cst.Assign, name: str) -> bool:
    return any(
        isinstance(each.target, cst.Attribute) and each.target.attr.value == name for each in node.targets
    )
