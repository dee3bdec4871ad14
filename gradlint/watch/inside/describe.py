"""A value in a few plain words and numbers: its kind, shape, device, and what a reader of a verdict needs."""

from __future__ import annotations

import math
import sys
from typing import Any

MOST_NUMBERS = 1 << 20
"""Of larger arrays the numbers are not looked at."""

Described = dict[str, Any]


def framework_of(value: Any) -> str:
    """torch, tensorflow or jax, by the class of the value; empty for everything else."""
    kind = type(value)
    torch = sys.modules.get("torch")
    if torch is not None and isinstance(value, getattr(torch, "Tensor", ())):
        return "torch"
    name = kind.__module__.partition(".")[0]
    if (
        name in ("tensorflow", "keras")
        or "EagerTensor" in kind.__name__
        or "ResourceVariable" in kind.__name__
    ):
        return "tensorflow"
    return "jax" if name in ("jax", "jaxlib") else ""


def described(value: Any, numbers: bool = True) -> Described:
    """`numbers` says whether the elements of arrays are looked at, which takes longer."""
    if value is None:
        return {"kind": "none"}
    if isinstance(value, (bool, int, float, complex)):
        return {"kind": "number", "value": repr(value)[:40], "type": type(value).__name__}
    framework = framework_of(value)
    if framework == "torch":
        return _torch(value, numbers)
    if framework and hasattr(value, "shape") and hasattr(value, "dtype"):
        return _array(value, framework, numbers)
    if type(value).__module__ == "numpy" and hasattr(value, "shape"):
        return _array(value, "numpy", numbers)
    if isinstance(value, (list, tuple)):
        parts = [described(each, numbers) for each in value[:8]]
        return {
            "kind": "list",
            "length": len(value),
            "parts": parts,
            "grad": any(p.get("grad") for p in parts),
        }
    return {"kind": "object", "type": type(value).__name__}


def _torch(value: Any, numbers: bool) -> Described:
    found: Described = {
        "kind": "tensor",
        "framework": "torch",
        "shape": list(value.shape),
        "dtype": str(value.dtype).replace("torch.", ""),
        "device": str(value.device),
        "grad": bool(value.requires_grad),
        "leaf": bool(value.is_leaf),
    }
    if (
        numbers
        and value.is_floating_point()
        and 0 < value.numel() <= MOST_NUMBERS
        and value.device.type != "meta"
    ):
        found.update(torch_numbers(value.detach()))
    return found


def torch_numbers(tensor: Any) -> Described:
    """Of a tensor without history."""
    import torch

    finite = torch.isfinite(tensor)
    low, high = (float(each) for each in torch.aminmax(tensor))
    zeros = int((tensor == 0).sum())
    found = _numbers(bool(finite.all()), zeros, tensor.numel(), low, high)
    if tensor.dim() > 1 and tensor.shape[-1] > 1 and found["finite"]:
        sums = tensor.double().sum(-1), tensor.double().exp().sum(-1)
        plain, exponential = (float((each - 1).abs().max()) for each in sums)
        found["rows"] = _rows(plain, exponential, low)
    return found


def _array(value: Any, framework: str, wanted: bool) -> Described:
    found: Described = {
        "kind": "tensor",
        "framework": framework,
        "shape": _shape(value.shape),
        "dtype": str(getattr(value.dtype, "name", value.dtype)),
        "device": _device(value),
    }
    numbers = concrete(value) if wanted else None
    if numbers is None:
        found["traced"] = wanted
    elif numbers.dtype.kind == "f" and 0 < numbers.size <= MOST_NUMBERS:
        found.update(array_numbers(numbers))
    return found


def array_numbers(numbers: Any) -> Described:
    import numpy

    finite = bool(numpy.isfinite(numbers).all())
    zeros = int((numbers == 0).sum())
    found = _numbers(finite, zeros, numbers.size, float(numbers.min()), float(numbers.max()))
    if numbers.ndim > 1 and numbers.shape[-1] > 1 and finite:
        sums = numbers.astype("float64").sum(-1), numpy.exp(numbers.astype("float64")).sum(-1)
        plain, exponential = (float(abs(each - 1).max()) for each in sums)
        found["rows"] = _rows(plain, exponential, float(numbers.min()))
    return found


def _rows(plain: float, exponential: float, low: float) -> str:
    """Whether the rows are probabilities, their logarithms, or anything else."""
    if plain < 1e-3 and low >= 0:
        return "probabilities"
    return "log-probabilities" if exponential < 1e-3 else "other"


def _numbers(finite: bool, zeros: int, size: int, low: float, high: float) -> Described:
    return {
        "size": size,
        "finite": finite,
        "zeros": "all" if zeros == size else "some" if zeros else "no",
        "low": _plain(low),
        "high": _plain(high),
    }


def concrete(value: Any) -> Any:
    """The numbers as a NumPy array; None for what is only a symbol while something is traced."""
    import numpy

    if isinstance(value, (numpy.ndarray, numpy.generic)):
        return numpy.asarray(value)
    for _ in range(4):
        # Outside of `jit` what is differentiated has numbers.
        if "Tracer" in type(value).__name__ and hasattr(value, "primal"):
            value = value.primal
    name = type(value).__name__
    if "Tracer" in name or "Symbolic" in name or "KerasTensor" in name:
        return None
    if "Variable" in name and not _is_eager():
        return None
    if type(value).__module__.startswith("keras"):
        value = value.value
    try:
        found = numpy.asarray(value.numpy() if hasattr(value, "numpy") else value)
    except Exception:
        return None
    return found.astype(numpy.float32) if found.dtype.kind == "V" else found


def _is_eager() -> bool:
    tensorflow = sys.modules.get("tensorflow")
    return tensorflow is None or bool(tensorflow.executing_eagerly())


def _shape(shape: Any) -> list[Any]:
    try:
        return [None if each is None else int(each) for each in shape]
    except (TypeError, ValueError):
        return []


def _device(value: Any) -> str:
    device = getattr(value, "device", "")
    if callable(device):
        device = device()
    text = str(device)
    # "/job:localhost/replica:0/task:0/device:CPU:0" and "TFRT_CPU_0"
    text = text.rpartition("device:")[2].lower() if "device:" in text else text.replace("TFRT_", "").lower()
    return text.replace("_0", "").replace(":0", "") or "cpu"


def _plain(number: float) -> float | str:
    """JSON has no infinity."""
    return number if math.isfinite(number) else repr(number)
