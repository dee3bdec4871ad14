"""What an optimizer of JAX is given, what its links hand on, and what is added to the parameters in the end."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from typing import Any
from unittest.mock import patch

import jax
import numpy as np

from ..expectation import Measure
from ..finite_differences import Array
from ..recorded_asks import Event, Trace

MOST_EVENTS = 64
LIBRARIES = ("optax", "equinox")
LINKED: frozenset[Measure] = frozenset({"clipped-step", "uphill-step", "moved-without-gradient"})
"""What shows in a link of a chain."""


@contextmanager
def noting_updates(trace: Trace) -> Iterator[None]:
    """Each call that adds an update to parameters is an event, beside the gradients asked for last."""
    with ExitStack() as patched:
        for name in LIBRARIES:  # the plain run has imported what the program uses
            library = sys.modules.get(name)
            if library is not None:
                adding = _adding(trace, library.apply_updates)
                patched.enter_context(patch.object(library, "apply_updates", adding))
        yield


def _adding(trace: Trace, add: Any) -> Any:
    def adding(params: Any, updates: Any) -> Any:
        _note(trace, "applied", updates, weights=params)
        return add(params, updates)

    return adding


def linked(trace: Trace, value: Any) -> Any:
    """A transformation that tells what it is given and what it makes of that; anything else as it is."""
    update = getattr(value, "update", None)
    if not (isinstance(value, tuple) and callable(update) and hasattr(value, "_replace")):
        return value

    def updating(updates: Any, *args: Any, **kwargs: Any) -> Any:
        made = update(updates, *args, **kwargs)
        _note(trace, "linked", updates, made[0])
        return made

    return value._replace(update=updating)


def _note(trace: Trace, kind: str, updates: Any, made: Any = None, weights: Any = None) -> None:
    """An update leaf by leaf, what was made of it, and what it is added to."""
    if trace.measuring and len(trace.events) < MOST_EVENTS:
        facts = {
            "pairs": list(_beside_gradients(trace, updates)),
            "made": list(_beside_gradients(trace, made)),
            "weights": jax.tree_util.tree_leaves(weights),
        }
        trace.events.append(Event(kind, trace.row(), facts))


def _beside_gradients(trace: Trace, updates: Any) -> Iterator[tuple[str, Array, Array]]:
    """Leaf by leaf, where the last call that asked has given as many of the same shapes."""
    leaves = jax.tree_util.tree_leaves(updates)
    answers = trace.asks[-1].answers if trace.asks else ()
    if len(leaves) != len(answers) or any(isinstance(each, jax.core.Tracer) for each in leaves):
        return
    for leaf, answer in zip(leaves, answers, strict=True):
        numbers = np.array(leaf, dtype=np.float64)
        if answer.gradient is not None and numbers.shape == answer.gradient.shape:
            yield answer.label, numbers, answer.gradient
