"""Which names a function computes from which: whose numbers are read, and how far that spreads."""

from __future__ import annotations

import libcst as cst

from gradlint.analysis.project.canonical_names import dotted
from gradlint.analysis.project.syntax import captured, children, elements, names_in, root, walk
from gradlint.knowledge.names.arrays import FORM_OF_AN_ARRAY
from gradlint.knowledge.names.operations import USES_ONLY_THE_FORM


def numbers_read(node: cst.CSTNode) -> frozenset[str]:
    """The names whose numbers an expression uses; asking for a shape or a dtype is no use of the numbers."""
    found: set[str] = set()
    stack = [node]
    while stack:
        each = stack.pop()
        if isinstance(each, cst.Attribute):
            if each.attr.value not in FORM_OF_AN_ARRAY or root(each.value) is None:
                stack.append(each.value)
        elif isinstance(each, cst.Call):
            short = each.func.attr.value if isinstance(each.func, cst.Attribute) else ""
            short = each.func.value if isinstance(each.func, cst.Name) else short
            stack.append(each.func)
            if short not in USES_ONLY_THE_FORM:
                stack.extend(arg.value for arg in each.args)
        elif isinstance(each, cst.Comparison) and any(
            isinstance(one.operator, (cst.Is, cst.IsNot)) for one in each.comparisons
        ):
            continue
        elif isinstance(each, cst.Name):
            found.add(each.value)
        elif isinstance(each, (cst.FunctionDef, cst.Lambda)):
            stack.append(each.body)
        elif isinstance(each, cst.Arg):
            stack.append(each.value)
        else:
            stack.extend(children(each))
    return frozenset(found)


EVERYTHING = "*"
"""Among dependent names: a backward pass inside the rule may have put the gradient anywhere."""


def depending(func: cst.FunctionDef | cst.Lambda, roots: frozenset[str]) -> frozenset[str]:
    """The names whose value may depend on one of the roots; in doubt, it does."""
    if isinstance(func, cst.Lambda):
        return roots
    found = set(roots)
    while True:
        before = len(found)
        _spread(func.body, found, False)
        if len(found) == before:
            return frozenset(found)


def _spread(block: cst.CSTNode, found: set[str], under: bool) -> None:
    """Carry the dependence through the statements of a block; `under` a condition that depends, all does."""
    for node in children(block):
        if isinstance(node, cst.SimpleStatementLine):
            _named_inside(node, found, under)
            _spread(node, found, under)
        elif isinstance(node, (cst.FunctionDef, cst.ClassDef)):
            if under or numbers_read(node.body) & found:
                found.add(node.name.value)
            _spread(node.body, found, False)  # a function inside writes to what it captures
        elif isinstance(node, (cst.If, cst.While)):
            _named_inside(node.test, found, under)
            inner = under or bool(numbers_read(node.test) & found)
            _spread(node.body, found, inner)
            if node.orelse is not None:
                _spread(_wrapped(node.orelse), found, inner)
        elif isinstance(node, cst.For):
            inner = under or bool(numbers_read(node.iter) & found)
            if inner:
                found |= names_in(node.target)
            _spread(node.body, found, under)
            if node.orelse is not None:
                _spread(node.orelse.body, found, under)
        elif isinstance(node, (cst.Assign, cst.AnnAssign, cst.AugAssign, cst.Expr)):
            _assigned(node, found, under)
        elif isinstance(node, cst.With):
            for item in node.items:
                if item.asname is not None and (under or numbers_read(item.item) & found):
                    found |= names_in(item.asname.name)
            _spread(node.body, found, under)
        elif isinstance(node, cst.Match):
            _matched(node, found, under)
        elif isinstance(node, (cst.Try, cst.TryStar, cst.BaseSuite, cst.Else, cst.Finally)):
            _spread(node, found, under)
        elif isinstance(node, (cst.ExceptHandler, cst.ExceptStarHandler)):
            _spread(node.body, found, under)


def _named_inside(node: cst.CSTNode, found: set[str], under: bool) -> None:
    """Names that an expression binds with `:=`."""
    for each in walk(node, into_functions=False):
        if isinstance(each, cst.NamedExpr) and (under or numbers_read(each.value) & found):
            found |= names_in(each.target)


def _matched(node: cst.Match, found: set[str], under: bool) -> None:
    """What a pattern binds is a part of the subject, and which case is taken is up to it."""
    inner = under or bool(numbers_read(node.subject) & found)
    for case in node.cases:
        if inner:
            found.update(captured(case.pattern))
        chosen = len(node.cases) > 1 or case.guard is not None
        guarded = case.guard is not None and bool(numbers_read(case.guard) & found)
        _spread(case.body, found, guarded or (inner if chosen else under))


def _wrapped(orelse: cst.If | cst.Else) -> cst.CSTNode:
    return cst.IndentedBlock([orelse]) if isinstance(orelse, cst.If) else orelse.body


def _assigned(
    node: cst.Assign | cst.AnnAssign | cst.AugAssign | cst.Expr, found: set[str], under: bool
) -> None:
    value = node.value
    if isinstance(node, cst.Assign) and len(node.targets) == 1 and value is not None:
        targets, values = elements(node.targets[0].target), elements(value)
        if targets is not None and values is not None and len(targets) == len(values):
            for target, each in zip(targets, values):
                if under or numbers_read(each) & found:
                    found |= _written(target)
            return
    depends = under or (value is not None and bool(numbers_read(value) & found))
    if not depends:
        return
    if isinstance(node, cst.Assign):
        written = [each.target for each in node.targets]
    elif isinstance(node, cst.Expr):
        # A call for its effect may write into whatever it is given.
        found |= names_in(node.value)
        if isinstance(node.value, cst.Call) and (dotted(node.value.func) or "").endswith("backward"):
            found.add(EVERYTHING)
        return
    else:
        written = [node.target]
    for target in written:
        found |= _written(target)
    if value is not None and isinstance(value, cst.Call):
        for arg in value.args:
            if arg.keyword is not None and arg.keyword.value == "out":
                found |= names_in(arg.value)


def _written(target: cst.BaseExpression) -> frozenset[str]:
    if isinstance(target, (cst.Tuple, cst.List)):
        return frozenset().union(*(_written(each.value) for each in target.elements))
    name = root(target)
    return frozenset({name}) if name is not None else frozenset()
