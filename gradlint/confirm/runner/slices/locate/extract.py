"""Lift the statements around a finding out of their function: what they take from it becomes an argument."""

from __future__ import annotations

import ast
import copy

from .names import BUILTIN, Function, parameters, root_name, uses
from .needs import is_worldly
from .target import FunctionNode, Target

NAME = "flagged"
_KEPT_WHOLE = (ast.With, ast.AsyncWith)


def extracted(target: Target, rows: frozenset[int], depth: int | None, known: set[str]) -> Target | None:
    """A function of its own that runs only what leads to the flagged rows.

    `depth` bounds how far back definitions are followed; None follows them to the arguments. `known` are the
    names of the module. Branches on the way are taken, a `with` around the rows is kept.
    """
    function = target.function
    if function is None:
        return None
    straight = _straight(function.body, rows, loops=depth is None)
    flagged = [node for node in _flat(straight) if _is_flagged(node, rows)]
    if not flagged:
        return None
    kept = _kept(_flat(straight), flagged, depth)
    body = _filtered(straight, kept)
    last = flagged[-1]
    if not isinstance(last, ast.Return):
        bound = sorted(_bound(kept))
        if not bound:
            return None
        names: list[ast.expr] = [ast.Name(name, ast.Load()) for name in bound]
        value = names[0] if len(names) == 1 else ast.Tuple(names, ast.Load())
        body.append(ast.copy_location(ast.Return(value), last))
    body = [_Lifted().visit(copy.deepcopy(node)) for node in body]
    return Target(_function(function, body, known), None, (NAME,))


class _Lifted(ast.NodeTransformer):
    """Outside of its class `super()` has no meaning: whatever stands for the object answers."""

    def visit_Call(self, node: ast.Call) -> ast.expr:
        self.generic_visit(node)
        if isinstance(node.func, ast.Name) and node.func.id == "super":
            return ast.copy_location(ast.Name("self", ast.Load()), node)
        return node


def _function(function: FunctionNode, body: list[ast.stmt], known: set[str]) -> ast.FunctionDef:
    inside = uses(*body)
    local = {arg.arg for arg in parameters(function)} | uses(*function.body).binds
    annotations = {arg.arg: arg.annotation for arg in parameters(function)}
    first = _read_first(body)
    free = [name for name in first if name in local or name not in known | BUILTIN | inside.binds]
    given = [ast.arg(name, copy.deepcopy(annotations.get(name))) for name in dict.fromkeys(free)]
    spec = ast.arguments([], given, None, [], [], None, [])
    made = ast.FunctionDef(NAME, spec, body or [ast.Pass()], [], None)
    vars(made)["type_params"] = []  # wanted since Python 3.12, unknown before
    return ast.fix_missing_locations(ast.copy_location(made, body[0]))


def _read_first(body: list[ast.stmt]) -> list[str]:
    """Names that are read before they are bound, in order."""
    found: list[str] = []
    bound: set[str] = set()
    for node in body:
        if isinstance(node, _KEPT_WHOLE):
            heads = uses(*(item.context_expr for item in node.items))
            found += [name for name in sorted(heads.reads) if name not in bound]
            bound |= uses(*(item.optional_vars for item in node.items if item.optional_vars)).binds
            found += [name for name in _read_first(node.body) if name not in bound]
            bound |= uses(*node.body).binds
            continue
        use = uses(node)
        reads = use.reads | use.changes
        if isinstance(node, (ast.For, ast.While)):
            reads -= use.binds - uses(node.iter if isinstance(node, ast.For) else node.test).reads
        found += [name for name in sorted(reads) if name not in bound]
        bound |= use.binds
    return list(dict.fromkeys(found))


def _straight(body: list[ast.stmt], rows: frozenset[int], loops: bool) -> list[ast.stmt]:
    """The statements up to the flagged ones with the branches on the way taken."""
    found: list[ast.stmt] = []
    last = max(rows)
    for node in body:
        if node.lineno > last:
            break
        inside = any(node.lineno <= row <= (node.end_lineno or node.lineno) for row in rows)
        branch = _branch(node, rows) if inside else None
        if isinstance(node, _KEPT_WHOLE):
            shallow = copy.copy(node)
            shallow.body = _straight(node.body, rows, loops) if inside else list(node.body)
            shallow.body = shallow.body or [ast.copy_location(ast.Pass(), node)]
            found.append(shallow)
        elif branch is None or (isinstance(node, (ast.For, ast.While)) and loops):
            found.append(node)
        else:
            found.extend(_straight(branch, rows, loops))
    return found


def _branch(node: ast.stmt, rows: frozenset[int]) -> list[ast.stmt] | None:
    """The block of a compound statement that holds the flagged rows; None if it is the head that does."""
    if isinstance(node, (*Function, ast.ClassDef)):
        return None
    for field in ("body", "orelse", "finalbody"):
        block = getattr(node, field, None)
        if isinstance(block, list) and block and isinstance(block[0], ast.stmt):
            end = block[-1].end_lineno or block[-1].lineno
            if any(block[0].lineno <= row <= end for row in rows):
                return block
    return None


def _flat(body: list[ast.stmt]) -> list[ast.stmt]:
    found: list[ast.stmt] = []
    for node in body:
        found.extend(_flat(node.body) if isinstance(node, _KEPT_WHOLE) else [node])
    return found


def _is_flagged(node: ast.stmt, rows: frozenset[int]) -> bool:
    return any(node.lineno <= row <= (node.end_lineno or node.lineno) for row in rows)


def _kept(statements: list[ast.stmt], flagged: list[ast.stmt], depth: int | None) -> list[ast.stmt]:
    """The flagged statements and what they were made from, so many steps back."""
    kept = list(flagged)
    wanted = _wanted(flagged)
    changed = {name for node in flagged for name in uses(node).changes}
    for _ in range(depth if depth is not None else len(statements)):
        fresh: list[ast.stmt] = []
        for node in reversed(statements):
            use = uses(node)
            if (
                node in kept
                or isinstance(node, ast.Return)
                or is_worldly(node)
                or node.lineno > flagged[-1].lineno
            ):
                continue
            if (use.binds | use.changes) & wanted or (changed & use.reads and isinstance(node, ast.Assign)):
                fresh.append(node)
                if depth is not None:
                    # The nearest definition counts; earlier ones are one step further back.
                    wanted = wanted - use.binds
        if not fresh:
            break
        kept += fresh
        wanted = _wanted(fresh) if depth is not None else wanted | _wanted(fresh)
    imports = [
        node for node in statements if isinstance(node, (ast.Import, ast.ImportFrom)) and node not in kept
    ]
    return [node for node in statements if node in kept or node in imports]


def _wanted(nodes: list[ast.stmt]) -> set[str]:
    found: set[str] = set()
    for node in nodes:
        use = uses(node)
        found |= use.reads | use.changes
    return found - {"self"}


def _filtered(body: list[ast.stmt], kept: list[ast.stmt]) -> list[ast.stmt]:
    found: list[ast.stmt] = []
    for node in body:
        if isinstance(node, _KEPT_WHOLE):
            inner = _filtered(node.body, kept)
            if inner:
                shallow = copy.copy(node)
                shallow.body = inner
                found.append(shallow)
        elif node in kept:
            found.append(node)
    return found


def _bound(kept: list[ast.stmt]) -> set[str]:
    """What the statements leave behind."""
    found: set[str] = set()
    for node in kept:
        if isinstance(node, (ast.Import, ast.ImportFrom, *Function, ast.ClassDef)):
            continue
        use = uses(node)
        found |= use.binds | use.changes
        if (
            isinstance(node, ast.Expr)
            and isinstance(node.value, ast.Call)
            and (name := root_name(node.value.func))
        ):
            found |= {name} - {"self", "torch", "nn", "F"}
    return found - {"self"}
