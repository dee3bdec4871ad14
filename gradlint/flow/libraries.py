"""Brings in every module that knows a library: each registers its functions when it is imported."""

from __future__ import annotations

from gradlint.flow import (  # noqa: F401
    jax_control,
    jax_gradients,
    jax_transforms,
    jax_trees,
    keras_models,
    lib_jax,
    lib_keras,
    lib_numpy,
    lib_operator,
    lib_optax,
    lib_python,
    lib_tf,
    lib_torch,
    python_containers,
    tf_functions,
    tf_methods,
    tf_tapes,
    torch_autograd,
    torch_methods,
    torch_modules,
    torch_objects,
    torch_optimizers,
    torch_tensors,
)

_NAMED_IN_TABLES = (torch_tensors, torch_optimizers, torch_modules)

_installed = False


def install() -> None:
    """Register what has its names from the tables, which are read only when a program is followed."""
    global _installed
    if not _installed:
        for module in _NAMED_IN_TABLES:
            module.install()
        _installed = True
