"""What a script begins with: imports, the seed, and the stand-ins that the rest of it mentions."""

from __future__ import annotations

import ast
import copy
import os

from ..inputs.plan import Plan
from ..locate.setting import Setting
from .dialects import Dialect
from .stand_ins import ABSENT, LIGHT, STANDIN
from .trim import needs_taking
from .write import expression, uses_standin, uses_surrogate

NEVER_PROJECT = frozenset({"torch", "tensorflow", "keras", "jax", "jaxlib", "numpy", "__future__", "typing"})


def preamble(setting: Setting, plan: Plan, dialect: Dialect, bent: list[ast.stmt]) -> str:
    """Imports, seed and the stand-ins that the rest mentions."""
    specs = list(plan.slots.values())
    standins = has_standins(plan)
    project = _project_modules(setting, bent)
    light = sorted(name for name, is_package in project.items() if is_package)
    parts = [dialect.header.format(double=dialect.double if plan.double else "pass")]
    modules = ["types"] if any("types." in expression(one, dialect) for one in specs) or standins else []
    if standins or project:
        modules += ["importlib.machinery", "sys", *(["ast", "importlib"] if light else [])]
    parts = [f"import {name}" for name in dict.fromkeys(modules)] + parts
    if standins:
        parts += [f"BASE = {dialect.module}", STANDIN]
    if plan.absent:
        parts += [ABSENT, f"sys.meta_path.append(Absent({', '.join(map(repr, sorted(plan.absent)))}))"]
    if project:
        parts.append(f"sys.path[:0] = {list(setting.roots)!r}")
    if light:
        parts += [LIGHT, f"sys.meta_path.insert(0, Light({', '.join(map(repr, light))}))"]
    if any(map(uses_surrogate, specs)):
        parts.append(dialect.surrogate)
    if needs_taking(bent):
        parts.append(
            "def first_rounds(values, count):\n    return [one for one, _ in zip(values, range(count))]"
        )
    parts.append(dialect.total)
    parts += [f"{name} = Standin({name!r})" for name in sorted(plan.stubbed)]
    return "\n".join(parts)


def has_standins(plan: Plan) -> bool:
    return bool(plan.absent or plan.stubbed or any(map(uses_standin, plan.slots.values())))


def _project_modules(setting: Setting, statements: list[ast.stmt]) -> dict[str, bool]:
    """Modules of the user's project that the script imports from, and whether each is a package."""
    found: dict[str, bool] = {}
    for node in statements:
        for one in ast.walk(node):
            names = [alias.name for alias in one.names] if isinstance(one, ast.Import) else []
            if isinstance(one, ast.ImportFrom) and one.module:
                names.append(one.module)
            for name in {name.partition(".")[0] for name in names} - NEVER_PROJECT:
                for root in setting.roots:
                    if os.path.isfile(os.path.join(root, name, "__init__.py")):
                        found[name] = True
                    elif os.path.isfile(os.path.join(root, name + ".py")) or os.path.isdir(
                        os.path.join(root, name)
                    ):
                        found.setdefault(name, False)
    return found


def absolute(node: ast.stmt, package: str) -> ast.stmt:
    """The statement with relative imports spelled out."""
    if not any(isinstance(one, ast.ImportFrom) and one.level for one in ast.walk(node)):
        return node
    done = copy.deepcopy(node)
    for one in ast.walk(done):
        if isinstance(one, ast.ImportFrom) and one.level:
            above = package.split(".")[: len(package.split(".")) - one.level + 1] if package else []
            one.module = ".".join([*above, *([one.module] if one.module else [])]) or "project"
            one.level = 0
    return done
