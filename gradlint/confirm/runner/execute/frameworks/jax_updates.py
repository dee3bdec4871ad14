"""What an optimizer of JAX is given, what its links hand on, and what is added to the parameters in the end."""

from __future__ import annotations

import importlib
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any
from unittest.mock import patch

import jax
import numpy as np

from ..finite_differences import Array
from ..recorded_asks import Event, Trace

MOST_EVENTS = 64


@contextmanager
def noting_updates(trace: Trace) -> Iterator[None]:
    """Each call that adds an update to parameters is an event, beside the gradients asked for last."""
    try:
        optax = importlib.import_module("optax")
    except ImportError:
        yield
        return
    add = optax.apply_updates

    def adding(params: Any, updates: Any) -> Any:
        _note(trace, "applied", updates)
        return add(params, updates)

    with patch.object(optax, "apply_updates", adding):
        yield


def linked(trace: Trace, value: Any) -> Any:
    """A transformation that tells what it is given; anything else as it is."""
    update = getattr(value, "update", None)
    if not (isinstance(value, tuple) and callable(update) and hasattr(value, "_replace")):
        return value

    def updating(updates: Any, *args: Any, **kwargs: Any) -> Any:
        _note(trace, "linked", updates)
        return update(updates, *args, **kwargs)

    return value._replace(update=updating)


def _note(trace: Trace, kind: str, updates: Any) -> None:
    pairs = list(_beside_gradients(trace, updates))
    if trace.measuring and pairs and len(trace.events) < MOST_EVENTS:
        trace.events.append(Event(kind, trace.row(), {"pairs": pairs}))


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
