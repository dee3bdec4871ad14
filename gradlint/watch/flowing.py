"""Which parameters of a model a loss reaches: asked directly, for a test of your own."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterable, Mapping
from typing import Any

from gradlint.core.records import dataclass


@dataclass(frozen=True, slots=True)
class Arrived:
    """The gradient of one parameter: its norm, or what there is instead."""

    name: str
    shape: tuple[int, ...]
    norm: float | None
    """None where there is no gradient at all."""

    @property
    def problem(self) -> str:
        if self.norm is None:
            return "no gradient"
        if self.norm != self.norm or self.norm == float("inf"):
            return "a gradient that is not finite"
        return "a gradient of exactly 0" if self.norm == 0 else ""


class NotAsked(Exception):
    """The gradient cannot be asked for like that."""


def flow(model: Any, loss: Any) -> list[Arrived]:
    """The gradients of a loss for all parameters of a model that are to be trained."""
    torch = sys.modules.get("torch")
    if torch is not None and _is_torch(torch, model):
        return _torch(torch, model, loss)
    tensorflow = sys.modules.get("tensorflow")
    if tensorflow is not None and (hasattr(model, "trainable_variables") or _are_variables(model)):
        return _tensorflow(tensorflow, model, loss)
    if "jax" in sys.modules:
        return _jax(sys.modules["jax"], model, loss)
    raise NotAsked("expected a torch module, a Keras model or a tree of JAX arrays")


def _is_torch(torch: Any, model: Any) -> bool:
    if isinstance(model, torch.nn.Module):
        return True
    values = list(model.values()) if isinstance(model, Mapping) else model
    return isinstance(values, (list, tuple)) and all(isinstance(each, torch.Tensor) for each in values)


def _torch(torch: Any, model: Any, loss: Any) -> list[Arrived]:
    value = loss() if callable(loss) and not isinstance(loss, torch.Tensor) else loss
    named = _named(model)
    if not isinstance(value, torch.Tensor):
        raise NotAsked(f"the loss is a {type(value).__name__}, not a tensor: nothing leads back from it")
    if not value.requires_grad:
        return [Arrived(name, tuple(each.shape), None) for name, each in named]
    gradients = torch.autograd.grad(
        value.sum(), [each for _, each in named], retain_graph=True, allow_unused=True
    )
    return [
        Arrived(name, tuple(each.shape), None if gradient is None else float(gradient.norm()))
        for (name, each), gradient in zip(named, gradients)
    ]


def _named(model: Any) -> list[tuple[str, Any]]:
    if hasattr(model, "named_parameters"):
        pairs: Iterable[tuple[str, Any]] = model.named_parameters()
    elif isinstance(model, Mapping):
        pairs = model.items()
    else:
        pairs = ((f"[{number}]", each) for number, each in enumerate(model))
    return [(name, each) for name, each in pairs if each.requires_grad]


def _are_variables(model: Any) -> bool:
    return isinstance(model, (list, tuple)) and all("Variable" in type(each).__name__ for each in model)


def _tensorflow(tensorflow: Any, model: Any, loss: Any) -> list[Arrived]:
    if not callable(loss):
        raise NotAsked("pass the loss as a function without arguments: a tape has to see how it is computed")
    with tensorflow.GradientTape() as tape:
        value = loss()
    variables = list(getattr(model, "trainable_variables", model))
    gradients = tape.gradient(value, variables)
    return [_variable(tensorflow, each, gradient) for each, gradient in zip(variables, gradients)]


def _variable(tensorflow: Any, variable: Any, gradient: Any) -> Arrived:
    name = str(getattr(variable, "path", None) or variable.name).partition(":")[0]
    shape = tuple(int(each) for each in variable.shape)
    if gradient is None:
        return Arrived(name, shape, None)
    return Arrived(name, shape, float(tensorflow.norm(tensorflow.convert_to_tensor(gradient))))


def _jax(jax: Any, model: Any, loss: Any) -> list[Arrived]:
    if not callable(loss):
        raise NotAsked(
            "pass the loss as a function of the parameters: jax.grad has to see how it is computed"
        )
    model, rebuilt = _tree(model)
    leaves, structure = jax.tree_util.tree_flatten(model)
    paths = [jax.tree_util.keystr(path) for path, _ in jax.tree_util.tree_flatten_with_path(model)[0]]
    trained = [number for number, leaf in enumerate(leaves) if _is_trained(jax, leaf)]

    def of(chosen: list[Any]) -> Any:
        filled = list(leaves)
        for number, leaf in zip(trained, chosen):
            filled[number] = leaf
        return loss(rebuilt(jax.tree_util.tree_unflatten(structure, filled)))

    gradients = jax.grad(of)([leaves[number] for number in trained])
    return [
        Arrived(paths[number], tuple(leaves[number].shape), float(jax.numpy.linalg.norm(gradient.ravel())))
        for number, gradient in zip(trained, gradients)
    ]


def _tree(model: Any) -> tuple[Any, Callable[[Any], Any]]:
    """The parameters of a model as a tree; a module of nnx is taken apart and put together again."""
    nnx = sys.modules.get("flax.nnx")
    if nnx is not None and isinstance(model, nnx.Module):
        definition, state, rest = nnx.split(model, nnx.Param, ...)
        return state, lambda changed: nnx.merge(definition, changed, rest)
    return model, lambda changed: changed


def _is_trained(jax: Any, leaf: Any) -> bool:
    return hasattr(leaf, "dtype") and bool(jax.numpy.issubdtype(leaf.dtype, jax.numpy.inexact))
