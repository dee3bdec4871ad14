"""Which arrays of a JAX program hold numbers: keys of random generators, texts and records do not."""

from __future__ import annotations

from typing import Any

import jax
import numpy as np


def is_numeric(value: Any) -> bool:
    """Whether its numbers can be read; also of the small types that NumPy itself does not know."""
    dtype = _dtype(value)
    return dtype is not None and (_is(dtype, np.number) or _is(dtype, np.bool_))


def is_real(value: Any) -> bool:
    return is_numeric(value) and not _is(_dtype(value), np.complexfloating)


def is_floating(value: Any) -> bool:
    return isinstance(value, float) or _is(_dtype(value), np.floating)


def is_inexact(value: Any) -> bool:
    """What can have a derivative."""
    return isinstance(value, (float, complex)) or _is(_dtype(value), np.inexact)


def comparable(value: Any) -> Any:
    """The same as something that NumPy can compare: of a key, its bits."""
    dtype = _dtype(value)
    return jax.random.key_data(value) if dtype is not None and _is(dtype, jax.dtypes.prng_key) else value


def _dtype(value: Any) -> Any:
    if isinstance(value, (bool, int, float, complex)):
        return np.result_type(value)
    # An attribute of that name may be a setting of a layer, or whatever an object makes of any name.
    return value.dtype if isinstance(value, (jax.Array, np.ndarray, np.generic)) else None


def _is(dtype: Any, kind: Any) -> bool:
    return dtype is not None and bool(jax.dtypes.issubdtype(dtype, kind))
