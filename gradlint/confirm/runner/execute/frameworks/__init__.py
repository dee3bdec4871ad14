"""One adapter per framework, imported only where that framework is."""

from __future__ import annotations

import importlib
from collections.abc import Callable
from dataclasses import dataclass, replace

from ..adapter import Adapter

_ADAPTERS = {
    "torch": ("torch_", "Torch"),
    "tensorflow": ("tensorflow_", "TensorFlow"),
    "jax": ("jax_", "Jax"),
    "numpy": ("numpy_", "NumPy"),
}
_COMPILES = {"tensorflow", "jax"}
_COPIES = {"tensorflow"}


class DeviceAbsent(Exception):
    """The device that was asked for is not there; nothing else is used in its place."""


@dataclass(frozen=True)
class Framework:
    name: str
    make: Callable[..., Adapter]
    doubles: bool
    """Whether a whole program can be switched to double precision from outside."""
    device: str
    xla: bool = False
    """Whether gradients are to be compiled by XLA, which hides less than the kernels of TensorFlow."""

    @property
    def compiles(self) -> bool:
        """Whether functions may be compiled: they then run once, on values without numbers."""
        return self.name in _COMPILES

    def under_xla(self) -> Framework:
        return replace(self, xla=True)

    @property
    def copies(self) -> bool:
        """Whether what is compiled is a copy of the user's code, in which nothing is counted."""
        return self.name in _COPIES

    def adapter(self, eager: bool = False) -> Adapter:
        if self.xla:
            return self.make(self.device, eager=eager, xla=True)
        if self.compiles:
            return self.make(self.device, eager=eager)
        return self.make(self.device)


def load(name: str, device: str = "cpu") -> Framework:
    module_name, adapter = _ADAPTERS[name]
    module = importlib.import_module(f".{module_name}", __package__)
    present: list[str] = ["cpu"] if device == "cpu" else module.devices()
    if device == "auto":
        chosen = present[0]
    elif device in present:
        chosen = device
    else:
        raise DeviceAbsent(f"device {device} is absent")
    return Framework(name, getattr(module, adapter), doubles=name == "torch", device=chosen)
