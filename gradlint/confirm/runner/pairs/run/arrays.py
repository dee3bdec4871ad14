"""Turns our float64 arrays into those of a framework and back."""

from __future__ import annotations

import sys
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

Array = NDArray[Any]


class NotNumbers(Exception):
    """A result that cannot be read as an array of numbers."""


@dataclass(frozen=True)
class Backend:
    name: str
    make: Callable[[Array], Any]
    precise: bool = True
    """float64; else float32, with wider tolerances."""


def numpy_() -> Backend:
    return Backend("numpy", lambda a: a.copy() if a.shape else a[()])


def torch_(precise: bool = True) -> Backend:
    torch = sys.modules["torch"]
    dtype = torch.float64 if precise else torch.float32

    def make(value: Array) -> Any:
        if value.dtype.kind in "iu":
            return torch.tensor(value.tolist(), dtype=torch.int64).reshape(value.shape)
        return torch.tensor(value.tolist(), dtype=dtype).reshape(value.shape)

    return Backend("torch", make, precise)


def tensorflow_(precise: bool = True) -> Backend:
    tensorflow = sys.modules["tensorflow"]

    def make(value: Array) -> Any:
        if value.dtype.kind in "iu":
            return tensorflow.constant(value, dtype=tensorflow.int32)
        return tensorflow.constant(value, dtype=tensorflow.float64 if precise else tensorflow.float32)

    return Backend("tensorflow", make, precise)


def jax_() -> Backend:
    import jax.numpy as jnp

    return Backend("jax", lambda a: jnp.asarray(a))


def read(value: Any) -> Array:
    """The numbers of any framework's array, as float64."""
    if value is None or isinstance(value, (str, bytes, dict, set)):
        raise NotNumbers(type(value).__name__)
    if hasattr(value, "detach"):
        value = value.detach()
        value = value.to_dense() if getattr(value, "is_sparse", False) else value
        value = value.cpu().resolve_conj().numpy() if value.dtype.is_complex else value.cpu().double().numpy()
    elif type(value).__name__ == "IndexedSlices":
        value = sys.modules["tensorflow"].convert_to_tensor(value).numpy()
    elif hasattr(value, "numpy"):
        value = value.numpy()
    if isinstance(value, (list, tuple)):
        value = [read(each) for each in value]
    try:
        found = np.asarray(value)
    except Exception as error:
        raise NotNumbers(str(error)) from None
    if found.dtype.kind == "b" or found.dtype.kind in "iuf":
        return np.array(found, dtype=np.float64)
    if str(found.dtype) in ("bfloat16", "float16"):
        return np.array(found, dtype=np.float64)
    raise NotNumbers(f"{type(value).__name__} of {found.dtype}")


def is_float(value: Any) -> bool:
    """Whether something is an array of floating-point numbers (of whatever framework) or a float."""
    if isinstance(value, (bool, int)):
        return False
    if isinstance(value, float):
        return True
    dtype = getattr(value, "dtype", None)
    return dtype is not None and "float" in str(dtype) and hasattr(value, "shape")
