"""Measure what a NumPy function does when it is given a torch tensor.

Some call the tensor's own method of the same name and never leave autograd; most convert a tensor that requires
grad and raise. Of a plain tensor many make a tensor again: torch wraps what NumPy has computed.
"""

from __future__ import annotations

from importlib import import_module
from typing import Any

from gradlint.knowledge.numpy_calls import Op, arguments, public_functions, working_call

torch: Any = import_module("torch")
np: Any = import_module("numpy")


def numpy_sets() -> dict[str, set[str]]:
    sets: dict[str, set[str]] = {f"numpy_{kind}": set() for kind in ("flows", "zero", "wraps")}
    for name, function in public_functions():
        text = working_call(name, function)
        kind = None if text is None else _kind(function, text)
        if kind is not None:
            sets[f"numpy_{kind}"].add(name)
    return sets


def _kind(function: Op, text: str) -> str | None:
    """Whether the result is a tensor, and whether it still carries the gradient. None if it is not a tensor."""
    results = _results(function, text, requires_grad=True)
    if any(map(_is_tensor, results)):
        return "flows" if any(_is_tensor(each) and each.requires_grad for each in results) else "zero"
    plain = _results(function, text, requires_grad=False)
    return "wraps" if plain and all(map(_is_tensor, plain)) else None


def _results(function: Op, text: str, requires_grad: bool) -> list[Any]:
    """What comes back for tensors in the place of arrays; nothing if the call is refused."""
    args, kwargs = arguments(text)
    given = [torch.tensor(arg, requires_grad=requires_grad) if _is_number(arg) else arg for arg in args]
    if not given or not _is_tensor(given[0]):
        return []
    try:
        result = function(*given, **kwargs)
    except Exception:  # torch and NumPy word their refusal in many ways
        return []
    return list(result) if isinstance(result, (list, tuple)) else [result]


def _is_tensor(value: object) -> bool:
    return isinstance(value, torch.Tensor)


def _is_number(arg: object) -> bool:
    return isinstance(arg, np.ndarray) and arg.dtype.kind == "f"
