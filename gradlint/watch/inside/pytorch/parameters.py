"""The parameters of torch modules over the run: whether a gradient came, whether an optimizer holds and moves them."""

from __future__ import annotations

import weakref
from typing import Any

from ..frames import Frames, Row
from ..training import Model, Parameter, Training, is_sampled

_SAMPLE = 4096


class Parameters:
    def __init__(self, training: Training, frames: Frames) -> None:
        self._training = training
        self._frames = frames
        self._modules: dict[int, tuple[Any, Row | None]] = {}
        self._children: dict[int, tuple[Any, weakref.WeakSet[Any]]] = {}
        """Modules with those that they are parts of: some wrap another for the time of a call."""
        self._made: dict[int, tuple[Any, Row | None]] = {}
        self._known: dict[int, tuple[Any, Parameter]] = {}
        self._waiting: dict[int, tuple[Any, Parameter]] = {}
        """No gradient other than None and zero has been seen of these."""
        self._still: dict[int, tuple[Any, Parameter, Any]] = {}
        """These have not moved; with what they were at first."""
        self._held: set[int] = set()
        self._without_rate: set[int] = set()
        """Their learning rate was 0 when it was last seen: that they stand still is meant."""

    # Modules as they are made.

    def parameter_registered(self, module: Any, name: str, parameter: Any) -> None:
        self._module(module)
        if parameter is not None and id(parameter) not in self._made:
            self._made[id(parameter)] = (weakref.ref(parameter), self._frames.line())

    def module_registered(self, module: Any, name: str, child: Any) -> None:
        self._module(module)
        if child is not None:
            known = self._children.get(id(child))
            if known is None or known[0]() is not child:
                known = self._children[id(child)] = (weakref.ref(child), weakref.WeakSet())
            known[1].add(module)

    def _module(self, module: Any) -> None:
        known = self._modules.get(id(module))
        if known is None or known[0]() is not module:
            self._modules[id(module)] = (weakref.ref(module), self._frames.line())
            child = self._children.get(id(module))
            if child is not None and child[0]() is not module:
                del self._children[id(module)]

    def made(self, parameter: Any) -> Row | None:
        found = self._made.get(id(parameter))
        return found[1] if found is not None and found[0]() is parameter else None

    def name(self, parameter: Any) -> str:
        found = self._named(parameter)
        if not found and id(parameter) in self._made:
            self._refresh()
            found = self._named(parameter)
        return found

    def _named(self, parameter: Any) -> str:
        found = self._known.get(id(parameter))
        return found[1].name if found is not None and found[0]() is parameter else ""

    def is_held(self, parameter: Any) -> bool:
        return id(parameter) in self._held

    @property
    def has_optimizer(self) -> bool:
        return bool(self._held)

    # Steps.

    def before_step(self, optimizer: Any, count: int) -> None:
        """Take in what the optimizer holds, as it is before its step of this number."""
        if is_sampled(count):
            self._hold(optimizer)
            self._refresh()

    @property
    def wait_for_gradients(self) -> bool:
        return bool(self._waiting)

    @property
    def wait_for_moves(self) -> bool:
        return bool(self._still)

    def look_for_gradients(self) -> None:
        """Of those that wait for one; in most runs nobody waits after the first step."""
        for key, (reference, record) in list(self._waiting.items()):
            parameter = reference()
            if parameter is None:
                del self._waiting[key]
                continue
            gradient = parameter.grad
            if gradient is None:
                record.looks += 1
                continue
            record.received(gradient_state(gradient))
            if record.gradient in ("ok", "nonfinite"):
                del self._waiting[key]

    def look_for_moves(self) -> None:
        for key, (reference, record, before) in list(self._still.items()):
            parameter = reference()
            if parameter is None or _moved(parameter, before):
                record.moved = None if parameter is None and record.moved is None else parameter is not None
                del self._still[key]
            elif key not in self._without_rate:
                record.moved, record.steps = False, self._training.steps

    def finish(self) -> None:
        if self._training.steps:
            self._refresh()
            self.look_for_moves()

    def _hold(self, optimizer: Any) -> None:
        for group in optimizer.param_groups:
            rate = group.get("lr", 1.0)
            for parameter in group["params"]:
                self._held.add(id(parameter))
                if isinstance(rate, float) and rate == 0.0:
                    self._without_rate.add(id(parameter))
                else:
                    self._without_rate.discard(id(parameter))
                found = self._known.get(id(parameter))
                if found is not None:
                    found[1].held = True

    def _refresh(self) -> None:
        """Take in the parameters of all modules that are no part of another."""
        for key, (reference, made) in list(self._modules.items()):
            module = reference()
            if module is None:
                del self._modules[key]
            elif not self._is_child(module):
                self._root(key, module, made)

    def _is_child(self, module: Any) -> bool:
        found = self._children.get(id(module))
        return found is not None and found[0]() is module and len(found[1]) > 0

    def _root(self, key: int, module: Any, made: Row | None) -> None:
        import torch

        if isinstance(module, torch.nn.modules.loss._Loss):
            return
        model = self._training.models.get(key)
        if model is None:
            model = self._training.models[key] = Model(type(module).__name__, "torch", made)
        for name, parameter in module.named_parameters():
            known = self._known.get(id(parameter))
            if known is None or known[0]() is not parameter:
                self._take_in(model, name, parameter)
            elif known[1].name != name and known[1].name not in dict(module.named_parameters()):
                known[1].name = name
            self._known[id(parameter)][1].held = id(parameter) in self._held

    def _take_in(self, model: Model, name: str, parameter: Any) -> None:
        dtype = str(parameter.dtype).replace("torch.", "")
        record = Parameter(name, list(parameter.shape), dtype, self.made(parameter))
        record.frozen = not parameter.requires_grad
        model.parameters[id(parameter)] = record
        reference = weakref.ref(parameter)
        self._known[id(parameter)] = (reference, record)
        if not record.frozen:
            self._waiting[id(parameter)] = (reference, record)
            if (before := _sample(parameter)) is not None:
                self._still[id(parameter)] = (reference, record, before)


def gradient_state(gradient: Any) -> str:
    if gradient is None:
        return "none"
    import torch

    detached = _dense(gradient.detach())
    if not detached.numel() or not bool(torch.count_nonzero(detached)):
        return "zero"
    return "ok" if bool(torch.isfinite(detached).all()) else "nonfinite"


def norm(gradients: list[Any]) -> float:
    import torch

    total = getattr(torch.nn.utils, "get_total_norm", None)
    detached = [_dense(each.detach()) for each in gradients]
    if total is not None:
        return float(total(detached))
    return float(torch.stack([torch.linalg.vector_norm(each.float()) for each in detached]).norm())


def _dense(gradient: Any) -> Any:
    """The numbers of a gradient; of a sparse one those that are there."""
    return gradient.coalesce().values() if gradient.is_sparse else gradient


def _sample(parameter: Any) -> Any:
    """What it is now, in up to a few thousand places, and how often it was written to."""
    if parameter.device.type == "meta" or not parameter.numel() or not parameter.is_contiguous():
        return None
    flat = parameter.detach().reshape(-1)
    stride = -(-flat.numel() // _SAMPLE)
    return flat[::stride].clone(), parameter._version, stride == 1


def _moved(parameter: Any, before: Any) -> bool:
    import torch

    values, version, is_all = before
    now = _sample(parameter)
    if now is None or now[0].shape != values.shape or now[0].device != values.device:
        return True
    if not torch.equal(now[0], values):
        return True
    # Of a large parameter only some numbers were compared; a write may have changed the others.
    return not is_all and parameter._version != version
