"""Finds by reading alone what may be checked: formulas with a gradient written by hand."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Literal

from .names import FLAGS, LAYER_BACKWARDS, LAYER_FORWARDS, METHOD_FORWARDS, METHOD_GRADIENTS, formulas_of

Def = ast.FunctionDef
Kind = Literal["function", "flag", "method", "layer", "torch", "tensorflow", "jax"]
CUSTOM = {"custom_gradient": "tensorflow", "custom_vjp": "jax", "custom_jvp": "jax"}


@dataclass(frozen=True, slots=True)
class Candidate:
    kind: Kind
    name: str
    """How users call the formula: `relu`, `Linear.forward`, `Square`."""
    forward: str
    gradient: str
    owner: str = ""
    """The class that both belong to."""
    formula_node: Def | None = field(default=None, repr=False)
    gradient_node: Def | None = field(default=None, repr=False)
    node: ast.AST | None = field(default=None, repr=False)
    """Everything that was written for this gradient: words in it tell intentions."""

    @property
    def row(self) -> int:
        place = self.gradient_node or self.node
        return getattr(place, "lineno", 1)


def candidates(tree: ast.Module) -> list[Candidate]:
    functions = {node.name: node for node in tree.body if isinstance(node, Def)}
    rules = list(_custom(tree, functions))
    ruled = {rule.gradient for rule in rules}
    found = [pair for pair in _function_pairs(functions) if pair.gradient not in ruled]
    for cls in _classes(tree):
        found.extend(_of_class(cls))
    return found + rules


def _classes(tree: ast.Module) -> Iterator[ast.ClassDef]:
    for node in tree.body:
        if isinstance(node, ast.ClassDef):
            yield node
        elif isinstance(node, (ast.If, ast.Try)):
            yield from (each for each in node.body if isinstance(each, ast.ClassDef))


def _function_pairs(functions: dict[str, Def], owner: str = "") -> Iterator[Candidate]:
    kind: Kind = "method" if owner else "function"
    before = f"{owner}." if owner else ""
    for name, node in functions.items():
        if name.startswith("__") or _is_custom(node):
            continue
        for base in formulas_of(name):
            formula = functions.get(base)
            if formula is not None and formula is not node and not _is_custom(formula):
                yield Candidate(kind, before + base, base, name, owner, formula, node, node)
                break
        else:
            if not owner and any(arg.arg in FLAGS for arg in node.args.args[1:]):
                yield Candidate("flag", name, name, name, owner, node, node, node)


def _of_class(cls: ast.ClassDef) -> Iterator[Candidate]:
    methods = {node.name: node for node in cls.body if isinstance(node, Def)}
    bases = [_last(base) for base in cls.bases]
    if "Function" in bases or (any(base.endswith("Function") for base in bases) and _takes_context(methods)):
        if "backward" in methods or "vjp" in methods or "forward" in methods:
            gradient = methods.get("backward") or methods.get("vjp")
            yield Candidate(
                "torch", cls.name, "forward", "backward", cls.name, methods.get("forward"), gradient, cls
            )
        return
    if {"Module", "Layer", "Model", "LightningModule"} & set(bases) and _is_framework_base(cls):
        return
    forward = next((methods[name] for name in LAYER_FORWARDS if name in methods), None)
    backward = next((methods[name] for name in LAYER_BACKWARDS if name in methods), None)
    taken: set[str] = set()
    if forward is not None and backward is not None:
        taken.add(backward.name)
        yield Candidate("layer", cls.name, forward.name, backward.name, cls.name, forward, backward, cls)
    for one in _function_pairs(methods, cls.name):
        if one.gradient not in taken:
            taken.add(one.gradient)
            yield one
    first = next((methods[name] for name in METHOD_FORWARDS if name in methods), None)
    for name in METHOD_GRADIENTS:
        if first is not None and name in methods and name not in taken and name != "backward":
            yield Candidate(
                "method", f"{cls.name}.{first.name}", first.name, name, cls.name, first, methods[name], cls
            )


def _takes_context(methods: dict[str, Def]) -> bool:
    """Whether the methods have the form of a torch.autograd.Function: other classes end in Function too."""
    if "setup_context" in methods:
        return True
    both = (methods.get("forward"), methods.get("backward"))
    return any(
        each is not None and each.args.args and each.args.args[0].arg in ("ctx", "context") for each in both
    )


def _is_framework_base(cls: ast.ClassDef) -> bool:
    """`nn.Module` is the framework's; a plain `Layer` may be the author's own."""
    return any(isinstance(base, ast.Attribute) for base in cls.bases) or "Module" in map(_last, cls.bases)


def _last(node: ast.expr) -> str:
    if isinstance(node, ast.Attribute):
        return node.attr
    if isinstance(node, ast.Subscript):
        return _last(node.value)
    return node.id if isinstance(node, ast.Name) else ""


# -- rules given to a framework ------------------------------------------------------------


def _marks(node: Def) -> Iterator[str]:
    for decorator in node.decorator_list:
        for each in ast.walk(decorator):
            if isinstance(each, (ast.Name, ast.Attribute)) and _last(each) in CUSTOM:
                yield _last(each)


def _is_custom(node: Def) -> bool:
    return any(True for _ in _marks(node))


def _custom(tree: ast.Module, functions: dict[str, Def]) -> Iterator[Candidate]:
    for outer in functions.values():
        for node in ast.walk(outer):
            if isinstance(node, Def) and (mark := next(_marks(node), None)):
                kind = CUSTOM[mark]
                gradient = _inner_gradient(node) if kind == "tensorflow" else _rule_of(tree, node.name)
                kind = "jax" if mark == "custom_gradient" and _is_jax(node) else kind
                name = gradient.name if gradient is not None else node.name
                where = outer if gradient is not None else _given_at(tree, node.name) or outer
                yield Candidate(kind, outer.name, outer.name, name, "", outer, gradient, where)  # type: ignore[arg-type]
                break
    for node in tree.body:
        if isinstance(node, ast.Assign) and isinstance(node.value, ast.Call):
            target = node.targets[0]
            mark = next((_last(e) for e in ast.walk(node.value) if isinstance(e, (ast.Name, ast.Attribute))
                         and _last(e) in CUSTOM), None)  # fmt: skip
            if mark and isinstance(target, ast.Name):
                rule = _rule_of(tree, target.id)
                yield Candidate(
                    CUSTOM[mark], target.id, target.id, rule.name if rule else target.id,  # type: ignore[arg-type]
                    "", None, rule, node,
                )  # fmt: skip


def _is_jax(node: Def) -> bool:
    return any(
        isinstance(each, ast.Attribute) and isinstance(each.value, ast.Name) and each.value.id == "jax"
        for decorator in node.decorator_list
        for each in ast.walk(decorator)
    )


def _inner_gradient(node: Def) -> Def | None:
    """The function that a tf.custom_gradient returns beside its result."""
    inner = {each.name: each for each in node.body if isinstance(each, Def)}
    for each in ast.walk(node):
        if isinstance(each, ast.Return) and isinstance(each.value, ast.Tuple) and each.value.elts:
            last = each.value.elts[-1]
            if isinstance(last, ast.Name) and last.id in inner:
                return inner[last.id]
    return next(iter(inner.values()), None)


def _rule_of(tree: ast.Module, name: str) -> Def | None:
    """The function given to `name.defvjp(fwd, bwd)` or decorated with `@name.defjvp`."""
    functions = {each.name: each for each in ast.walk(tree) if isinstance(each, Def)}
    for each in ast.walk(tree):
        if isinstance(each, Def):
            for decorator in each.decorator_list:
                if isinstance(decorator, ast.Attribute) and _last(decorator.value) == name:
                    return each
        if isinstance(each, ast.Call) and isinstance(each.func, ast.Attribute):
            if each.func.attr.startswith("def") and _last(each.func.value) == name:
                given = [*each.args, *(k.value for k in each.keywords if k.arg in ("bwd", "jvp"))]
                names = [arg.id for arg in given if isinstance(arg, ast.Name)]
                if names and names[-1] in functions:
                    return functions[names[-1]]
    return None


def _given_at(tree: ast.Module, name: str) -> ast.stmt | None:
    """The statement `name.defvjp(...)`, where the rules are lambdas."""
    for each in tree.body:
        called = each.value.func if isinstance(each, ast.Expr) and isinstance(each.value, ast.Call) else None
        if (
            isinstance(called, ast.Attribute)
            and called.attr.startswith("def")
            and _last(called.value) == name
        ):
            return each
    return None


# -- places --------------------------------------------------------------------------------

Place = tuple[int, int, int, int]


def place_of(node: ast.AST | None) -> Place | None:
    if node is None or not hasattr(node, "lineno"):
        return None
    end_row, end_column = getattr(node, "end_lineno", None), getattr(node, "end_col_offset", None)
    return (node.lineno, node.col_offset, end_row or node.lineno, end_column or node.col_offset + 1)  # type: ignore[attr-defined]


def returns_of(node: Def | None) -> list[ast.Return]:
    """The returns of a function itself, not of functions in it."""
    found: list[ast.Return] = []

    def visit(body: ast.AST) -> None:
        for child in ast.iter_child_nodes(body):
            if isinstance(child, (ast.FunctionDef, ast.AsyncFunctionDef, ast.Lambda, ast.ClassDef)):
                continue
            if isinstance(child, ast.Return) and child.value is not None:
                found.append(child)
            visit(child)

    if node is not None:
        visit(node)
    return found


def returned_names(node: Def | None) -> list[str] | None:
    """`return dx, dW, db` -> those names; None where it returns something else."""
    names = result_names(node)
    return names if names and all(names) else None


def result_names(node: Def | None) -> list[str]:
    """What a function calls its results; empty for those without a name."""
    for each in returns_of(node):
        parts = each.value.elts if isinstance(each.value, (ast.Tuple, ast.List)) else [each.value]
        return [_last(part) for part in parts if part is not None]
    return []


def written_at(node: Def | None, position: int, attribute: str = "") -> Place | None:
    """Where one gradient is computed: its own assignment, or the return."""
    if node is None:
        return None
    if attribute:
        for each in ast.walk(node):
            targets = each.targets if isinstance(each, ast.Assign) else (
                [each.target] if isinstance(each, ast.AugAssign) else [])  # fmt: skip
            for target in targets:
                if isinstance(target, ast.Attribute) and target.attr == attribute:
                    return place_of(each)
    ends = returns_of(node)
    if not ends:
        return (node.lineno, node.col_offset, node.lineno, node.col_offset + len(f"def {node.name}"))
    end = ends[-1]
    parts = end.value.elts if isinstance(end.value, (ast.Tuple, ast.List)) else [end.value]
    part = parts[position] if 0 <= position < len(parts) else end.value
    if isinstance(part, ast.Name):
        made = [each for each in ast.walk(node) if isinstance(each, ast.Assign) and len(each.targets) == 1
                and isinstance(each.targets[0], ast.Name) and each.targets[0].id == part.id]  # fmt: skip
        alone = sum(isinstance(each, ast.Name) and each.id == part.id for each in parts) == 1
        # What is given for two inputs and right for one of them is wrong only where it is given.
        if len(made) == 1 and alone and not _is_changed(node, part.id):
            return place_of(made[0])
    return place_of(end)


def _is_changed(node: Def, name: str) -> bool:
    """Whether an array is written to after it was made."""
    for each in ast.walk(node):
        target = each.targets[0] if isinstance(each, ast.Assign) else getattr(each, "target", None)
        if isinstance(each, (ast.Assign, ast.AugAssign)) and (
            isinstance(target, ast.Subscript) or isinstance(each, ast.AugAssign)
        ):
            inner = target
            while isinstance(inner, (ast.Subscript, ast.Attribute)):
                inner = inner.value
            if isinstance(inner, ast.Name) and inner.id == name:
                return True
    return False
