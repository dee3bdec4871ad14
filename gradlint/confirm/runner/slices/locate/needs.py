"""The statements of a module that a piece of it cannot run without."""

from __future__ import annotations

import ast
import re

from .names import dotted, root_name, uses

_WORLD = re.compile(
    r"(print|pprint|input|exit|quit|display|breakpoint|warnings\.\w+|wandb\.\w+|mlflow\.\w+|logg\w*\.\w+|LOG\w*\.\w+"
    r"|plt\.\w+|pyplot\.\w+|sns\.\w+|fig\.\w+|axe?s?\.\w+|\w*writer\.\w+|pbar\.\w+|tqdm\.write|os\.\w+|shutil\.\w+"
    r"|subprocess\.\w+|time\.sleep|sys\.exit|torch\.save|tf\.print|jax\.debug\.print"
    r"|.*\.(savefig|save|save_weights|to_csv|write|summary|add_scalar|add_image|log_dict|set_postfix|set_description))"
)
"""Calls for their effect on the world: screen, disk, network."""


def is_worldly(node: ast.stmt) -> bool:
    """Does a statement only talk to the world, so that the numbers are the same without it?"""
    if not isinstance(node, ast.Expr):
        return False
    value = node.value.value if isinstance(node.value, ast.Await) else node.value
    return isinstance(value, ast.Call) and bool(_WORLD.fullmatch(dotted(value.func)))


def is_main_guard(node: ast.stmt) -> bool:
    return (
        isinstance(node, ast.If)
        and "__name__" in ast.unparse(node.test)
        and "__main__" in ast.unparse(node.test)
    )


def top_level(tree: ast.Module) -> list[ast.stmt]:
    """The statements of a module, those under `if __name__ == "__main__"` in line with the others."""
    found: list[ast.stmt] = []
    for node in tree.body:
        found.extend(node.body if isinstance(node, ast.If) and is_main_guard(node) else [node])
    return found


def needed(statements: list[ast.stmt], names: set[str], skip: set[ast.stmt] | None = None) -> list[ast.stmt]:
    """Those of the statements that define the names, and what they need in turn, in their order."""
    wanted = set(names)
    kept: set[ast.stmt] = set()
    known = {node: uses(node) for node in statements if node not in (skip or ())}
    found = True
    while found:
        found = False
        for node, use in known.items():
            if node in kept or not _serves(node, use.binds, use.changes, wanted):
                continue
            kept.add(node)
            wanted |= use.reads - {"__name__"}
            found = True
    return [node for node in statements if node in kept]


def _serves(node: ast.stmt, binds: set[str], changes: set[str], wanted: set[str]) -> bool:
    if isinstance(node, ast.ImportFrom) and node.module == "__future__":
        return True
    if isinstance(node, ast.ImportFrom) and any(alias.name == "*" for alias in node.names):
        return True
    if binds & wanted:
        return True
    return bool(changes & wanted) and isinstance(node, (ast.Assign, ast.AugAssign, ast.Expr))


def backward_slice(statements: list[ast.stmt], seeds: set[ast.stmt]) -> list[ast.stmt]:
    """The statements that the seeds depend on: what they read, what changes it before, what surrounds it.

    Compound statements are kept whole; what only talks to the world goes.
    """
    wanted: set[str] = set()
    kept: set[ast.stmt] = set()
    for node in reversed(statements):
        use = uses(node)
        if node in seeds or _affects(node, use.binds | use.changes, wanted):
            kept.add(node)
            if isinstance(node, (ast.Assign, ast.AnnAssign)):
                # Bound anew here: what stood in the name before does not matter.
                wanted -= use.binds - use.reads
            wanted |= use.reads | use.changes
    return [node for node in statements if node in kept]


def _affects(node: ast.stmt, written: set[str], wanted: set[str]) -> bool:
    if isinstance(node, ast.ImportFrom) and node.module == "__future__":
        return True
    if is_worldly(node):
        return False
    if written & wanted:
        return True
    # A bare call may change whatever it is given: `model.train()`, `init_weights(model)`, `tape.watch(x)`.
    if isinstance(node, ast.Expr) and isinstance(node.value, ast.Call):
        call = node.value
        given = {root_name(one) for one in [call.func, *call.args, *(word.value for word in call.keywords)]}
        return bool(given & wanted)
    return False


def one_by_one(statements: list[ast.stmt]) -> list[ast.stmt]:
    """The statements with each import split into one statement per name."""
    found: list[ast.stmt] = []
    for node in statements:
        if isinstance(node, (ast.Import, ast.ImportFrom)) and len(node.names) > 1:
            found.extend(_single(node, alias) for alias in node.names)
        else:
            found.append(node)
    return found


def _single(node: ast.Import | ast.ImportFrom, alias: ast.alias) -> ast.stmt:
    if isinstance(node, ast.ImportFrom):
        return ast.copy_location(ast.ImportFrom(node.module, [alias], node.level), node)
    return ast.copy_location(ast.Import([alias]), node)
