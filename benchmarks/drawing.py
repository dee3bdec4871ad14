"""Draw functions from real projects and inject one hazard into each."""

from __future__ import annotations

import ast
import random
import re
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

IMPORTS = {
    "torch": (r"^import torch$",),
    "tensorflow": (r"^import tensorflow as tf$",),
    "jax": (r"^import jax$", r"^import jax\.numpy as jnp$|^from jax import numpy as jnp$"),
}
"""What a file must import for a hazard to be written into it without another import."""
_OPERATION = re.compile(r"\b(?:torch|F|nn\.functional|tf|jnp|jax|ops)\.\w|\bself\.\w+\(")
_OWN_CUT = re.compile(
    r"arg(max|min|sort)|\.(long|bool|int|item|detach|detach_|numpy|tolist|data|sample|copy)\b|no_grad|inference_mode"
    r"|nonzero|randperm|randint|torch\.tensor\(|stop_gradient|round\(|floor\(|ceil\(|sign\(|randn?_like|as_tensor|fix_"
)
"""A function that cuts a gradient by itself, on purpose or not, cannot tell what an injected cut does."""
_SKIPPED = re.compile(
    r"(?:^|/)(?:tests?|docs?|examples_tests|testing|_vendor|scripts?)/|(?:^|/)test_|conftest|setup\.py"
)


@dataclass(frozen=True)
class Drawn:
    """A function as it is, and where the value that it returns is written."""

    path: Path
    name: str
    text: str
    returned: ast.Return
    framework: str


@dataclass(frozen=True)
class Injected:
    """The same text with a hazard on one row."""

    hazard: str
    code: str
    text: str
    row: int


def functions(folder: Path, framework: str, chance: random.Random) -> Iterator[Drawn]:
    """Functions and methods whose return value is computed from tensors that come in, one per file, by chance."""
    files = [
        path for path in sorted(folder.rglob("*.py")) if not _SKIPPED.search(str(path.relative_to(folder)))
    ]
    chance.shuffle(files)
    for path in files:
        text = path.read_text(encoding="utf-8", errors="replace")
        if not all(re.search(one, text, re.MULTILINE) for one in IMPORTS[framework]):
            continue
        try:
            tree = ast.parse(text)
        except SyntaxError:
            continue
        found = [
            (name, returned) for name, node in _named(tree.body, "") if (returned := _returns_tensor(node))
        ]
        if found:
            name, returned = chance.choice(found)
            yield Drawn(path, name, text, returned, framework)


def _named(body: list[ast.stmt], prefix: str) -> Iterator[tuple[str, ast.FunctionDef]]:
    for node in body:
        if isinstance(node, ast.ClassDef):
            yield from _named(node.body, f"{prefix}{node.name}.")
        elif isinstance(node, ast.FunctionDef):
            yield f"{prefix}{node.name}", node


def _returns_tensor(node: ast.FunctionDef) -> ast.Return | None:
    """The last return, if a tensor that depends on an argument seems to reach it."""
    if node.name.startswith("__") and node.name != "__call__":
        return None
    marks = {ast.unparse(one) for one in node.decorator_list}
    if any(re.search("overload|no_grad|inference|abstract|setter|fixture|jit.ignore", one) for one in marks):
        return None
    annotation = ast.unparse(node.returns) if node.returns else ""
    if annotation and (
        ("Tensor" not in annotation and "Array" not in annotation)
        or re.match("Tuple|tuple|List|list|Dict", annotation)
    ):
        return None
    last = node.body[-1]
    if not isinstance(last, ast.Return) or last.value is None or last.lineno != last.end_lineno:
        return None
    if not isinstance(last.value, (ast.Name, ast.Call, ast.BinOp)):
        return None
    names, text = _behind(node, last.value)
    arguments = {one.arg for one in (*node.args.args, *node.args.kwonlyargs)} - {"self", "cls"}
    if not names & arguments or not _OPERATION.search(text) or _OWN_CUT.search(ast.unparse(node)):
        return None
    return last


def _behind(node: ast.FunctionDef, value: ast.expr) -> tuple[set[str], str]:
    """Names that the returned value is computed from, and the text of what computes it."""
    names = {one.id for one in ast.walk(value) if isinstance(one, ast.Name)}
    parts = [ast.unparse(value)]
    done: set[ast.stmt] = set()
    changed = True
    while changed:
        changed = False
        for one in ast.walk(node):
            if not isinstance(one, (ast.Assign, ast.AugAssign)) or one in done:
                continue
            goals = one.targets if isinstance(one, ast.Assign) else [one.target]
            bound = {inner.id for goal in goals for inner in ast.walk(goal) if isinstance(inner, ast.Name)}
            if bound & names:
                done.add(one)
                parts.append(ast.unparse(one.value))
                names |= {inner.id for inner in ast.walk(one.value) if isinstance(inner, ast.Name)}
                changed = True
    return names, "\n".join(parts)


_HAZARDS = {
    "torch": (
        ("detach", "GL401", ["return ({}).detach()"], 0),
        ("item", "GL104", ["return ({}).sum().item()"], 0),
        ("numpy", "GL102", ["return torch.as_tensor(({}).numpy())"], 0),
        ("copy", "GL105", ["return torch.tensor({})"], 0),
        ("no-grad", "GL402", ["with torch.no_grad():", "    injected = ({}) * 1.0", "return injected"], 1),
        ("in-place", "GL203", ["injected = torch.sigmoid({})", "injected += 1.0", "return injected"], 1),
    ),
    "tensorflow": (
        ("stop-gradient", "GL401", ["return tf.stop_gradient({})"], 0),
        ("numpy", "GL102", ["return tf.constant(({}).numpy())"], 0),
        ("round", "GL403", ["return tf.round({})"], 0),
    ),
    "jax": (
        ("stop-gradient", "GL401", ["return jax.lax.stop_gradient({})"], 0),
        ("item", "GL104", ["return ({}).sum().item()"], 0),
        ("round", "GL403", ["return jnp.round({})"], 0),
    ),
}


def inject(drawn: Drawn, chance: random.Random) -> Injected:
    """One hazard, chosen by chance, on the way out of the function."""
    hazard, code, lines, flagged = chance.choice(_HAZARDS[drawn.framework])
    row = drawn.returned.lineno
    written = drawn.text.split("\n")
    assert drawn.returned.value is not None
    value = ast.unparse(drawn.returned.value)
    indent = " " * drawn.returned.col_offset
    made = [f"{indent}{line.format(value)}" for line in lines]
    text = "\n".join([*written[: row - 1], *made, *written[row:]])
    return Injected(hazard, code, text, row + flagged)


def sample(folders: list[Path], framework: str, count: int, chance: random.Random) -> list[Drawn]:
    """Functions drawn by chance, from one project after the other."""
    pools = [functions(folder, framework, chance) for folder in folders]
    drawn: list[Drawn] = []
    while pools and len(drawn) < count:
        for pool in list(pools):
            one = next(pool, None)
            if one is None:
                pools.remove(pool)
            elif len(drawn) < count:
                drawn.append(one)
    return drawn
