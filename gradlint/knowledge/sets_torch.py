"""Sort PyTorch's public names into sets: factories, modules, losses, optimizers, distributions."""

from __future__ import annotations

import inspect
from collections.abc import Iterator
from importlib import import_module
from typing import Any

from gradlint.knowledge.calls import SAMPLES

torch: Any = import_module("torch")
nn, functional = torch.nn, torch.nn.functional

# Each factory is tried with whole numbers and with floats: a float result for whole numbers is the default
# dtype, a difference between the two means that the dtype follows the arguments.
FACTORY_CALLS: tuple[tuple[tuple[Any, ...], tuple[Any, ...]], ...] = (
    ((3,), (3.0,)),
    ((3,), (3,)),
    (((2,),), ((2,),)),
    ((0, 3, 4), (0.0, 3.0, 4)),
    (((2,), 3), ((2,), 3.0)),
    ((3, (2,)), (3, (2,))),
    ((0.0, 1.0, (2,)), (0.0, 1.0, (2,))),
    (([1, 2],), ([1.0, 2.0],)),
    ((3, 3), (3, 3)),
    (((2, 2), (2, 1)), ((2, 2), (2, 1))),
)
# What the constructors of torch.nn call their arguments, and a small value for each.
MODULE_ARGUMENTS: dict[str, Any] = {
    "cutoffs": [2],
    "dim": 1,
    "downscale_factor": 2,
    "embed_dim": 4,
    "embedding_dim": 3,
    "groups": 2,
    "hidden_size": 3,
    "in1_features": 3,
    "in2_features": 3,
    "in_channels": 4,
    "in_features": 3,
    "input_size": 3,
    "kernel_size": 2,
    "n_classes": 4,
    "nhead": 2,
    "d_model": 4,
    "norm_type": 2,
    "normalized_shape": 3,
    "num_channels": 4,
    "num_embeddings": 5,
    "num_features": 4,
    "num_groups": 2,
    "num_heads": 2,
    "num_layers": 1,
    "out_channels": 4,
    "out_features": 3,
    "output_size": 2,
    "padding": 1,
    "size": 2,
    "threshold": 0.4,
    "unflattened_size": (2, 2),
    "upscale_factor": 2,
    "value": 0.0,
}
# Needed besides the required arguments before the module can be made or used.
MODULE_EXTRAS: dict[str, dict[str, Any]] = {
    "GRU": {"input_size": 3, "hidden_size": 3},
    "LSTM": {"input_size": 3, "hidden_size": 3},
    "RNN": {"input_size": 3, "hidden_size": 3},
    "TransformerDecoder": {"decoder_layer": nn.TransformerDecoderLayer(4, 2)},
    "TransformerEncoder": {"encoder_layer": nn.TransformerEncoderLayer(4, 2)},
    "Upsample": {"scale_factor": 2},
    "FractionalMaxPool2d": {"output_size": 2},
    "FractionalMaxPool3d": {"output_size": 2},
    "Fold": {"output_size": (4, 4), "kernel_size": 2},
}
MODULE_INPUTS: tuple[tuple[str, ...], ...] = (
    ("mat",),
    ("index",),
    ("seq",),
    ("image",),
    ("volume",),
    ("columns",),
    ("pair",),
    ("tall", "labels"),
    ("vec", "vec2"),
    ("mat", "mat2"),
    ("vec", "signs"),
    ("mat", "classes"),
    ("mat", "mat2", "signs"),
    ("mat", "mat2", "mat3"),
    ("seq", "targets", "lengths", "lengths2"),
)
CONTAINERS = frozenset(
    {"Container", "Module", "ModuleDict", "ModuleList", "ParameterDict", "ParameterList", "Sequential"}
)


def reflected_sets() -> dict[str, set[str]]:
    attributes = {name for name in dir(torch.Tensor) if not name.startswith("_")}
    modules = dict(constructed())
    trained = {name for name, module in modules.items() if any(True for _ in module.parameters())}
    return {
        "tensor_attributes": attributes,
        "inplace_methods": {name for name in attributes if name.endswith("_")},
        **factories(),
        "accepts_inplace_flag": set(inplace_flags()),
        "module_with_parameters": trained,
        "module_without_parameters": set(modules) - trained,
        "module_ops": {f"{name}={op}" for name, module in modules.items() if (op := single_op(module))},
        "losses": set(losses()),
        "optimizers": {
            name
            for name, kind in public_classes(torch.optim, torch.optim.Optimizer)
            if kind is not torch.optim.Optimizer
        },
        "distributions_with_rsample": {name for name, reparameterised in samplers() if reparameterised},
        "distributions_without_rsample": {
            name for name, reparameterised in samplers() if not reparameterised
        },
    }


def public_classes(module: Any, base: type) -> Iterator[tuple[str, Any]]:
    for name in sorted(dir(module)):
        kind = getattr(module, name)
        if not name.startswith("_") and inspect.isclass(kind) and issubclass(kind, base):
            yield name, kind


def samplers() -> Iterator[tuple[str, bool]]:
    """Distributions and whether `rsample` carries a gradient; composed ones depend on their parts."""
    for name, kind in public_classes(torch.distributions, torch.distributions.Distribution):
        if kind.__module__.endswith((".distribution", ".exp_family")):
            continue
        flag = kind.has_rsample
        if not isinstance(flag, bool):
            one = torch.tensor(1.0)
            try:
                flag = kind(one, one).has_rsample
            except Exception:  # made of other distributions
                continue
        yield name, flag


def factories() -> dict[str, set[str]]:
    """Functions that make a tensor from numbers, by the dtype they give to whole numbers."""
    found: dict[str, set[str]] = {
        "factories_float": set(),
        "factories_int": set(),
        "factories_by_argument": set(),
        "factories_like": {name for name in dir(torch) if name.endswith("_like")},
        "accepts_requires_grad": set(),
    }
    for name in sorted(from_numbers()):
        function = getattr(torch, name)
        for whole, real in FACTORY_CALLS:
            first, second = makes(function, whole), makes(function, real)
            if first is None:
                continue
            found["factories_float" if first.is_floating_point() else "factories_int"].add(name)
            if second is not None and second.dtype != first.dtype:
                found["factories_by_argument"].add(name)
            if makes(function, whole, requires_grad=True, dtype=torch.float32) is not None:
                found["accepts_requires_grad"].add(name)
            break
    for name in found["factories_like"]:
        like = (torch.ones(2),)
        calls = (like, (*like, 1))
        if any(makes(getattr(torch, name), call, requires_grad=True) is not None for call in calls):
            found["accepts_requires_grad"].add(name)
    return found


def from_numbers() -> Iterator[str]:
    """Public functions on torch that no tensor argument can override: factories are among them."""
    ignored = {id(function) for function in torch.overrides.get_ignored_functions()}
    for name in dir(torch):
        if (
            id(getattr(torch, name)) in ignored
            and not name.startswith(("_", "set_"))
            and not name.endswith("_like")
        ):
            yield name


def makes(function: Any, args: tuple[Any, ...], **kwargs: Any) -> Any:
    """The tensor that the factory makes, or None."""
    torch.manual_seed(0)
    try:
        made = function(*args, **kwargs)
    except Exception:  # whatever a function raises when called in a way it does not know
        return None
    return made if isinstance(made, torch.Tensor) else None


def inplace_flags() -> Iterator[str]:
    for name, function in vars(functional).items():
        if not name.startswith("_") and "inplace" in parameters(function):
            yield f"nn.functional.{name}"
    for name, kind in public_classes(nn, nn.Module):
        if "inplace" in parameters(kind.__init__):
            yield name


def losses() -> Iterator[str]:
    """Loss modules and functions: what takes a target."""
    for name, kind in public_classes(nn, nn.Module):
        if kind.__module__ == nn.modules.loss.__name__:
            yield name
    for name, function in vars(functional).items():
        if not name.startswith("_") and {"target", "targets", "anchor"} & set(parameters(function)):
            yield f"nn.functional.{name}"


def parameters(function: Any) -> dict[str, inspect.Parameter]:
    try:
        return dict(inspect.signature(function).parameters)
    except (TypeError, ValueError):  # not a function, or a builtin without a signature
        return {}


def constructed() -> Iterator[tuple[str, Any]]:
    """Every module of torch.nn that small arguments can make."""
    for name, kind in public_classes(nn, nn.Module):
        if name in CONTAINERS:
            continue
        required = [
            parameter.name
            for parameter in list(parameters(kind.__init__).values())[1:]
            if parameter.default is parameter.empty
            and parameter.kind in (parameter.POSITIONAL_OR_KEYWORD, parameter.KEYWORD_ONLY)
        ]
        extras = MODULE_EXTRAS.get(name, {})
        try:
            arguments = {key: MODULE_ARGUMENTS[key] for key in required if key not in extras}
            torch.manual_seed(0)
            yield name, kind(**arguments, **extras)
        except Exception:  # a base class, or a module that wants another module
            continue


def recorder(names: list[str]) -> Any:
    """A mode that notes the name of each function a module calls, not what those call in turn."""

    def note(mode: Any, func: Any, types: Any, args: Any = (), kwargs: Any = None) -> Any:
        names.append(torch.overrides.resolve_name(func) or "")
        return func(*args, **(kwargs or {}))

    return type("Recorder", (torch.overrides.TorchFunctionMode,), {"__torch_function__": note})()


def single_op(module: Any) -> str | None:
    """The one operation that a module is a shell around, as the table of operations calls it."""
    module = module.double()
    for inputs in MODULE_INPUTS:
        tensors = []
        for key in inputs:
            tensor = torch.tensor(SAMPLES[key])
            tensors.append(tensor.double() if tensor.is_floating_point() else tensor)
        names: list[str] = []
        try:
            with torch.no_grad(), recorder(names):
                module(*tensors)
        except Exception:  # the module wants inputs of another shape
            continue
        return main_op(names)
    return None


def main_op(names: list[str]) -> str | None:
    """Prefer a function of torch.nn.functional: the rest is bookkeeping, such as counting batches."""
    ops = [name for name in names if name and not name.endswith("__get__")]
    chosen = [name for name in ops if name.startswith("torch.nn.functional.")] or ops
    if len(set(chosen)) != 1:
        return None
    return chosen[0].removeprefix("torch.Tensor.").removeprefix("torch.")
