"""Looks every name of a library up in the library. It imports all frameworks, so it is a process of its own.

python -m tests.support.name_checks
"""

from __future__ import annotations

import inspect
import json
import pkgutil
from collections.abc import Container, Iterator
from functools import cache
from importlib import import_module

import gradlint.knowledge.names
from gradlint.knowledge.names.checked import NOT_THERE, Names
from gradlint.knowledge.names.operations import OWN, Op

MODULES = [
    each.name for each in pkgutil.iter_modules(gradlint.knowledge.names.__path__) if each.name != "checked"
]
ABSENT, NOT_INSTALLED = object(), object()
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
        "torch torch.Tensor torch.nn torch.nn.functional torch.distributions.Normal tensorflow jax.numpy jax.Array "
        "numpy operator keras.Model keras.optimizers.Optimizer optax copy builtins builtins.list builtins.dict"
    ).split()
    words = {each for key, each in vars(Op).items() if key.isupper()} - OWN - OF_KERAS_2
    whole = {each for each in words if "." in each and not each.startswith("at.")}
    short = {each.removeprefix("at.") for each in words - whole}
    absent = {each for each in whole if found(each) is ABSENT}
    return sorted(absent | {each for each in short if not any(each in inside(home) for home in homes)})


if __name__ == "__main__":
    print(json.dumps({"names": missing_names(), "operations": missing_operations()}))
