"""What a zygote imports beside its framework: decided before it starts, so that no job ever changes it."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping

_BY_WORD: Mapping[str, Mapping[str, str]] = {
    # The first call of an optimizer imports the compiler, which takes seconds.
    "torch": {"optim": "torch._dynamo", "torchvision": "torchvision", "einops": "einops"},
    "tensorflow": {"keras": "keras"},
    "jax": {"optax": "optax", "flax": "flax", "einops": "einops"},
}


def extras(framework: str, sources: Iterable[str]) -> list[str]:
    """The packages that these sources will make the framework import; comments ask for nothing."""
    wanted = {
        name
        for source in sources
        for word, name in _BY_WORD.get(framework, {}).items()
        if word in source and re.search(rf"^[^#\n]*\b{word}\b", source, re.MULTILINE)
    }
    return sorted(wanted)
