"""Canonical names: one spelling for each library function however it was imported."""

from __future__ import annotations

from functools import lru_cache

import libcst as cst

from gradlint.knowledge.names.tensorflow import SAME_IN_TENSORFLOW_1

_PREFIXES = (
    ("tensorflow.compat.v2.", "tf."),
    ("tensorflow.python.keras.", "keras."),
    ("tensorflow.keras.", "keras."),
    ("tf.keras.", "keras."),
    ("tensorflow.", "tf."),
    ("tf.compat.v2.", "tf."),
    *((f"tf.compat.v1.{each}.", f"tf.{each}.") for each in sorted(SAME_IN_TENSORFLOW_1)),
    ("tf_keras.", "keras."),
    ("keras.api.", "keras."),
    ("keras.src.", "keras."),
    ("tf.experimental.numpy.", "tnp."),
    ("pytorch_lightning.", "lightning."),
    ("lightning.pytorch.", "lightning."),
    ("lightning_fabric.", "lightning.fabric."),
    ("torch.func.", "torch.func."),
    ("functorch.", "torch.func."),
    ("jax.experimental.checkify.", "checkify."),
    ("tf.initializers.", "keras.initializers."),
    ("tf.losses.", "keras.losses."),
    ("tf.metrics.", "keras.metrics."),
    ("tf.optimizers.", "keras.optimizers."),
    ("scipy.", "scipy."),
)
_ALIASES = {
    "torch.autograd.variable.Variable": "torch.autograd.Variable",
    "torch.nn.parameter.Parameter": "torch.nn.Parameter",
    "torch.autograd.no_grad": "torch.no_grad",
    "torch.autograd.grad_mode.no_grad": "torch.no_grad",
    "torch.autograd.enable_grad": "torch.enable_grad",
    "torch.autograd.inference_mode": "torch.inference_mode",
    "torch.autograd.set_grad_enabled": "torch.set_grad_enabled",
    "tf.autodiff.GradientTape": "tf.GradientTape",
    "torch.nn.modules.module.Module": "torch.nn.Module",
    "torch.FloatTensor": "torch.Tensor",
    "torch.vmap": "torch.func.vmap",
    "jax.remat": "jax.checkpoint",
    "jax.ad_checkpoint.checkpoint": "jax.checkpoint",
    "flax.linen.jit": "jax.jit",
    "jax._src.core.Tracer": "jax.core.Tracer",
}

_EXPORTED = {
    "keras": frozenset(
        "activations applications backend callbacks config constraints datasets device distribution dtype_policies "
        "estimator experimental export initializers layers losses metrics mixed_precision models name_scope ops "
        "optimizers preprocessing quantizers random regularizers remat tree utils visualization wrappers".split()
    ),
    "keras.layers": frozenset(
        "add average concatenate deserialize dot experimental maximum minimum multiply serialize subtract".split()
    ),
    "keras.models": frozenset("clone_model load_model model_from_json save_model model_from_config".split()),
    "keras.optimizers": frozenset("deserialize get legacy schedules serialize".split()),
}
"""All that modules full of classes export under names in lower case."""


def may_export(module: str, name: str) -> bool:
    """Whether `from module import *` can bring in a name; what nobody has listed may hold anything."""
    known = _EXPORTED.get(canonical(module))
    return known is None or name in known or not name[:1].islower()


@lru_cache(maxsize=4096)
def canonical(dotted: str) -> str:
    """The one name by which the knowledge tables know this."""
    if dotted == "tensorflow":
        return "tf"
    if dotted in ("tensorflow.keras", "tf.keras", "tf_keras") or dotted.endswith(".compat.v1.keras"):
        return "keras"
    if dotted in ("tensorflow.experimental.numpy", "tf.experimental.numpy"):
        return "tnp"
    changed = True
    while changed:
        changed = False
        for prefix, short in _PREFIXES:
            if dotted.startswith(prefix) and prefix != short:
                dotted = short + dotted[len(prefix) :]
                changed = True
                break
    return _ALIASES.get(dotted, dotted)


def dotted(node: cst.BaseExpression) -> str | None:
    """`a.b.c` as text, None for anything else."""
    parts: list[str] = []
    while isinstance(node, cst.Attribute):
        parts.append(node.attr.value)
        node = node.value
    if not isinstance(node, cst.Name):
        return None
    parts.append(node.value)
    return ".".join(reversed(parts))
