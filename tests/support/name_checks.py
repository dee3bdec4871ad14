"""Looks every name of a library up in the library. It imports all frameworks, so it is a process of its own.

python -m tests.support.name_checks
"""

from __future__ import annotations

import ast
import inspect
import json
import pkgutil
import re
import sys
from collections.abc import Container, Iterator
from functools import cache
from importlib import import_module
from pathlib import Path

import gradlint.knowledge.names
from gradlint.knowledge.names.checked import NOT_THERE, Names
from gradlint.knowledge.names.operations import OWN, OWN_NODES, Op
from tests.support.imports import ROOT

MODULES = [
    each.name for each in pkgutil.iter_modules(gradlint.knowledge.names.__path__) if each.name != "checked"
]
ABSENT, NOT_INSTALLED = object(), object()
LIBRARIES = (
    "torch tf tensorflow keras jax numpy scipy optax flax equinox haiku numpyro chex transformers peft accelerate "
    "lightning"
).split()
WRITTEN_OUT = re.compile(rf"(?:{'|'.join(LIBRARIES)})(?:\.[A-Za-z]\w*)+")
OF_KERAS_2 = frozenset({"get_unscaled_gradients"})
"""Operations that only an older version has."""


class _Everything:
    def __contains__(self, word: object) -> bool:
        return True


EVERYTHING = _Everything()
"""Nobody can say what a library holds that is not installed."""


def lists() -> Iterator[tuple[str, Names]]:
    for module in MODULES:
        for name, value in vars(import_module(f"gradlint.knowledge.names.{module}")).items():
            if isinstance(value, Names):
                yield f"{module}.{name}", value
            elif isinstance(value, dict):
                yield from (
                    (f"{module}.{name}[{key!r}]", each) for key, each in value.items() if type(each) is Names
                )


@cache
def found(name: str) -> object:
    """What a dotted name stands for; NOT_INSTALLED or ABSENT."""
    path, *rest = (
        name.replace("tf.", "tensorflow.", 1).split(".") if name.startswith("tf.") else name.split(".")
    )
    try:
        here: object = import_module(path)
    except ImportError:
        return NOT_INSTALLED
    for part in rest:
        path += f".{part}"
        try:
            here = getattr(here, part)
        except AttributeError:
            try:
                here = import_module(path)
            except ImportError:
                # A function may have the name of the module that it is in: torch.autograd.gradcheck.
                here = getattr(sys.modules.get(path.rpartition(".")[0]), part, ABSENT)
                if here is ABSENT:
                    return ABSENT
    return here


@cache
def inside(home: str) -> Container[str]:
    if home == "own":
        return OWN
    if home.endswith("()"):
        called = found(home[:-2])
        return frozenset(inspect.signature(called).parameters) if callable(called) else EVERYTHING
    here = found(home)
    assert here is not ABSENT, home
    return frozenset(dir(here)) if here is not NOT_INSTALLED else EVERYTHING


def missing_names() -> dict[str, list[str]]:
    return {
        where: sorted(absent)
        for where, words in lists()
        if "none" not in words.homes and (absent := {word for word in words if not _is_there(word, words)})
    }


def _is_there(word: str, words: Names) -> bool:
    if word in NOT_THERE:
        return True
    return found(word) is not ABSENT if "." in word else any(word in inside(home) for home in words.homes)


def missing_operations() -> list[str]:
    homes = (
        "torch torch.Tensor torch.nn torch.nn.functional torch.func torch.distributed torch.distributions.Normal "
        "tensorflow jax.numpy jax.Array "
        "numpy operator keras.Model keras.optimizers.Optimizer optax copy builtins builtins.list builtins.dict"
    ).split()
    words = {each for key, each in vars(Op).items() if key.isupper()} - OWN - OF_KERAS_2
    whole = {each for each in words if "." in each and not each.startswith("at.")}
    short = {each.removeprefix("at.") for each in words - whole}
    absent = {each for each in whole if found(each) is ABSENT}
    return sorted(absent | {each for each in short if not any(each in inside(home) for home in homes)})


def missing_in_code() -> list[str]:
    """Names that are written out with their library, in whatever table or decorator of the analysis and the rules."""
    written = set(written_out())
    return sorted(word for word in written - NOT_THERE.keys() - OWN_NODES if found(word) is ABSENT)


def written_out() -> Iterator[str]:
    for path in (each for folder in ("analysis", "rules", "fixing") for each in _files(folder)):
        tree = ast.parse(path.read_text("utf-8"))
        begun = {part for node in ast.walk(tree) if isinstance(node, ast.JoinedStr) for part in node.values}
        for node in ast.walk(tree):
            if isinstance(node, ast.Constant) and isinstance(node.value, str) and node not in begun:
                words = node.value.split()
                if all(
                    re.fullmatch(r"[\w.]+", word) for word in words
                ):  # a name or a list of them, and no sentence
                    yield from filter(WRITTEN_OUT.fullmatch, words)


def _files(folder: str) -> list[Path]:
    return sorted((ROOT / "gradlint" / folder).rglob("*.py"))


if __name__ == "__main__":
    found_missing = {
        "names": missing_names(),
        "operations": missing_operations(),
        "written out": missing_in_code(),
    }
    print(json.dumps(found_missing))
