"""What TensorFlow's kernels hide and XLA shows: an infinite derivative times zero."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from typing import Any
from unittest.mock import patch

import numpy as np
import tensorflow as tf
from tensorflow.python.ops import gen_math_ops

from ..recorded_asks import Trace

HIDING = ("sqrt_grad", "rsqrt_grad", "reciprocal_grad")
"""Kernels that give 0 wherever the gradient from above is 0. Compiled by XLA the same is 0 * inf, which is NaN."""


def compiled(differentiate: Callable[..., Any]) -> Callable[..., Any]:
    """The same call compiled and executed by XLA, with all that it computes on the way back."""

    def call(*args: Any, **kwargs: Any) -> Any:
        eagerly = tf.config.functions_run_eagerly()
        tf.config.run_functions_eagerly(False)
        try:
            return tf.function(lambda: differentiate(*args, **kwargs), jit_compile=True, autograph=False)()
        finally:
            tf.config.run_functions_eagerly(eagerly)

    return call


@contextmanager
def noting(trace: Trace) -> Iterator[None]:
    """While this is active, it is noted whether a kernel may have hidden something."""
    with ExitStack() as stack:
        for name in HIDING:
            kernel = getattr(gen_math_ops, name)
            stack.enter_context(patch.object(gen_math_ops, name, _noted(kernel, trace)))
        yield


def _noted(kernel: Callable[..., Any], trace: Trace) -> Callable[..., Any]:
    def call(result: Any, upstream: Any, *args: Any, **kwargs: Any) -> Any:
        trace.hides = trace.hides or _hides(result, upstream)
        return kernel(result, upstream, *args, **kwargs)

    return call


def _hides(result: Any, upstream: Any) -> bool:
    """Nothing from above where the derivative is infinite; what has no numbers yet may turn out so."""
    if not (hasattr(result, "numpy") and hasattr(upstream, "numpy")):
        return True
    numbers = np.asarray(result)
    singular = (numbers == 0) | ~np.isfinite(numbers)
    return bool((singular & (np.asarray(upstream) == 0)).any())
