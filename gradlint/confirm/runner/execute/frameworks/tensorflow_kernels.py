"""Keep the kernels that TensorFlow has made for operations from one run of a program to the next.

Seeding throws all of them away, because those of random operations hold a state; to make them anew takes longer
than to run them. As long as nothing random was drawn there is no such state, and nothing to throw away.
"""

from __future__ import annotations

from collections.abc import Callable
from contextlib import suppress
from typing import Any

import tensorflow as tf

_DRAWING = ("Random", "StatelessRandomGetKeyCounter", "Multinomial", "TruncatedNormal", "Parameterized")
_LATE = (
    "CandidateSampler",
    "UniformSampler",
    "Shuffle",
    "ShuffleDataset",
    "ShuffleDatasetV2",
    "ShuffleDatasetV3",
)


def keep_kernels() -> None:
    """This is no part of what TensorFlow promises to have: where it looks different it is left alone."""
    with suppress(ImportError, AttributeError):
        from tensorflow.python import pywrap_tfe
        from tensorflow.python.framework import random_seed

        clear, seed = pywrap_tfe.TFE_ContextClearCaches, random_seed.get_seed
        if hasattr(clear, "keeps"):
            return
        drawn: list[bool] = []

        def clear_what_was_drawn(handle: Any) -> None:
            if drawn:
                clear(handle)

        clear_what_was_drawn.keeps = True  # type: ignore[attr-defined]
        random_seed.get_seed = _noting(seed, drawn)
        for name in dir(tf.raw_ops):
            if name.startswith(_DRAWING) or name.endswith(_LATE):
                setattr(tf.raw_ops, name, _noting(getattr(tf.raw_ops, name), drawn))
        pywrap_tfe.TFE_ContextClearCaches = clear_what_was_drawn


def _noting(function: Callable[..., Any], drawn: list[bool]) -> Callable[..., Any]:
    def noting(*args: Any, **kwargs: Any) -> Any:
        if not drawn:
            drawn.append(True)
        return function(*args, **kwargs)

    return noting
