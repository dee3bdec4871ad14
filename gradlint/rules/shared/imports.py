"""How a library name is spelled in this file, and the import to add where it has no spelling yet."""

from __future__ import annotations

from collections.abc import Iterator

import libcst as cst

from gradlint.analysis.project.canonical_names import canonical, dotted
from gradlint.analysis.project.syntax import walk
from gradlint.core.records import dataclass

COMMON = {
    "torch": ("import torch", "torch"),
    "tf": ("import tensorflow as tf", "tf"),
    "jax.numpy": ("import jax.numpy as jnp", "jnp"),
    "jax": ("import jax", "jax"),
    "keras": ("import keras", "keras"),
    "numpy": ("import numpy as np", "np"),
    "optax": ("import optax", "optax"),
}
"""The usual import of each library, for files that use it without having its name at hand."""
_BRINGS = {
    "tf": ("tensorflow", "tf_keras"),
    "keras": ("keras", "tensorflow", "tf_keras"),
    "jax": ("jax", "flax", "haiku", "optax", "equinox", "diffrax", "jaxopt", "distrax", "numpyro"),
    "torch": ("torch", "torchvision", "functorch", "lightning", "pytorch_lightning"),
}
"""The packages that cannot be imported without this library."""
HIDDEN = ("jax.scipy.special", "jax.scipy.stats", "jax.scipy.linalg", "jax.scipy.signal")
"""Modules that are not there because their package was imported."""


@dataclass(frozen=True, slots=True)
class Spelling:
    text: str
    statement: str = ""
    """The import that makes it known; empty where it is known already."""


class Imports:
    """The imports at the top level of a module."""

    def __init__(self, module: cst.Module) -> None:
        self.module = module
        self.names = dict(_bound(module))
        self._taken = _assigned(module)
        self._packages = _packages(module)

    def spelling(self, name: str) -> Spelling | None:
        """The shortest way to say `tf.reduce_sum` here; None where the words are taken by something else."""
        known = [
            (len(origin), local)
            for local, origin in self.names.items()
            if (name == origin or name.startswith(f"{origin}."))
            and local not in self._taken
            and not any(name.startswith(f"{hidden}.") and not origin.startswith(hidden) for hidden in HIDDEN)
        ]
        if known:
            length, local = max(known)
            return Spelling(local + name[length:])
        return self._new(name)

    def _new(self, name: str) -> Spelling | None:
        hidden = next((each for each in HIDDEN if name.startswith(f"{each}.")), None)
        if hidden is not None:
            package, _, short = hidden.rpartition(".")
            local = f"jax_{short}" if short in self.names or short in self._taken else short
            statement = f"from {package} import {short}" + (f" as {local}" if local != short else "")
            return Spelling(local + name[len(hidden) :], statement)
        if name.startswith("keras.") and (tensorflow := self._whole("tf")) is not None:
            return Spelling(f"{tensorflow}.{name}")
        for origin in sorted(COMMON, key=len, reverse=True):
            if name == origin or name.startswith(f"{origin}."):
                library = origin.partition(".")[0]
                if self._packages.isdisjoint(_BRINGS.get(library, (library,))):
                    return None  # code for any backend must not be tied to one
                statement, local = COMMON[origin]
                if library == "keras" and "tensorflow" in self._packages:
                    statement = "from tensorflow import keras"
                if local in self._taken or self.names.get(local, origin) != origin:
                    return None
                return Spelling(local + name[len(origin) :], statement)
        return None

    def _whole(self, origin: str) -> str | None:
        """What the file calls this library."""
        return next(
            (local for local, known in self.names.items() if known == origin and local not in self._taken),
            None,
        )

    def last(self) -> cst.CSTNode | None:
        """The statement of the head of the module behind which an import is added."""
        found: cst.CSTNode | None = None
        for position, line in enumerate(self.module.body):
            if not isinstance(line, cst.SimpleStatementLine):
                break
            first = line.body[0]
            documents = position == 0 and isinstance(first, cst.Expr) and isinstance(
                first.value, (cst.SimpleString, cst.ConcatenatedString)
            )  # fmt: skip
            if not documents and not isinstance(first, (cst.Import, cst.ImportFrom)):
                break
            found = line
        return found


def _bound(module: cst.Module) -> Iterator[tuple[str, str]]:
    """The local names of imports and the canonical names they stand for."""
    for line in module.body:
        for statement in line.body if isinstance(line, cst.SimpleStatementLine) else ():
            if isinstance(statement, cst.Import):
                for alias in statement.names:
                    name = dotted(alias.name) or ""
                    if alias.asname is not None and isinstance(alias.asname.name, cst.Name):
                        yield alias.asname.name.value, canonical(name)
                    else:
                        first = name.partition(".")[0]
                        yield first, canonical(first)
            elif isinstance(statement, cst.ImportFrom) and not isinstance(statement.names, cst.ImportStar):
                package = dotted(statement.module) if statement.module is not None else None
                for alias in statement.names if package is not None and not statement.relative else ():
                    name = f"{package}.{dotted(alias.name)}"
                    if alias.asname is not None and isinstance(alias.asname.name, cst.Name):
                        yield alias.asname.name.value, canonical(name)
                    elif isinstance(alias.name, cst.Name):
                        yield alias.name.value, canonical(name)


def _packages(module: cst.Module) -> set[str]:
    """What anything in the module imports from, at any depth."""
    found: set[str] = set()
    for node in walk(module):
        if isinstance(node, cst.Import):
            found.update((dotted(alias.name) or "").partition(".")[0] for alias in node.names)
        elif isinstance(node, cst.ImportFrom) and node.module is not None and not node.relative:
            found.add((dotted(node.module) or "").partition(".")[0])
    return found


def _assigned(module: cst.Module) -> set[str]:
    """Every name that something in the module binds by other means than an import."""
    found: set[str] = set()
    for node in walk(module):
        if isinstance(node, cst.AssignTarget) and isinstance(node.target, cst.Name):
            found.add(node.target.value)
        elif isinstance(node, (cst.FunctionDef, cst.ClassDef, cst.Param)):
            found.add(node.name.value)
        elif isinstance(node, (cst.For, cst.CompFor, cst.NamedExpr, cst.AnnAssign)) and isinstance(
            node.target, cst.Name
        ):
            found.add(node.target.value)
        elif isinstance(node, (cst.For, cst.CompFor, cst.AssignTarget)):
            found.update(each.value for each in walk(node.target) if isinstance(each, cst.Name))
    return found
