"""The lines that note what each call which asks for gradients has given: one listener per framework."""

from __future__ import annotations

import re

from gradlint.confirm.repro.parts import Record, lines

_SEEDS = {
    "torch": """
import random

import numpy as np
import torch

random.seed({seed})
np.random.seed({seed})
torch.manual_seed({seed})
""",
    "tensorflow": """
import keras
import numpy as np
import tensorflow as tf

keras.utils.set_random_seed({seed})
""",
    "jax": """
import functools
import random

import jax
import numpy as np

random.seed({seed})
np.random.seed({seed})
""",
    "numpy": """
import functools
import random

import numpy as np

random.seed({seed})
np.random.seed({seed})
""",
}
_LISTED = {
    "torch": """
def _listed(gradient):
    if gradient is None:
        return None
    gradient = torch.view_as_real(gradient) if gradient.is_complex() else gradient
    return gradient.detach().to_dense().cpu().double().flatten().tolist()
""",
    "tensorflow": """
def _listed(gradient):
    if gradient is None:
        return None
    return np.array(tf.convert_to_tensor(gradient), dtype=float).ravel().tolist()
""",
    "jax": """
def _listed(gradient):
    if getattr(gradient, "dtype", None) == jax.dtypes.float0:
        return [0.0] * np.size(gradient)
    return np.array(gradient, dtype=float).ravel().tolist()
""",
    "numpy": """
def _listed(gradient):
    return np.array(gradient, dtype=float).ravel().tolist()
""",
}
_BACKWARD = """
_backward = torch.autograd.backward


def _stored():
    \"\"\"The gradient that {label} holds now.\"\"\"
    gradient = {source}.grad if _source else None
    return None if gradient is None else gradient.detach().clone()


def _listen_to_backward(*args, **kwargs):
    before = _stored() if _asked else None
    _backward(*args, **kwargs)
    after = _stored()
    {note}(_listed(after if before is None or after is None else after - before))


torch.autograd.backward = _listen_to_backward
"""
_GRAD = """
_grad = torch.autograd.grad


def _listen_to_grad(outputs, inputs, *args, **kwargs):
    found = _grad(outputs, inputs, *args, **kwargs)
    {note}(_listed(found[{position}]) if len(found) > {position} else None)
    return found


torch.autograd.grad = _listen_to_grad
"""
_XLA = """
def _compiled(ask, *args, **kwargs):
    \"\"\"The gradient computed by XLA: a kernel on the CPU gives 0 for 0 * inf, which is NaN.\"\"\"
    eagerly = tf.config.functions_run_eagerly()
    tf.config.run_functions_eagerly(False)
    try:
        return tf.function(lambda: ask(*args, **kwargs), jit_compile=True, autograph=False)()
    finally:
        tf.config.run_functions_eagerly(eagerly)
"""
_TAPE = """
_gradient = tf.GradientTape.gradient


def _listen(tape, target, sources, *args, **kwargs):
    tf.GradientTape.gradient = _gradient  # TensorFlow itself may ask in between
    try:
        found = {gradient}tape, target, sources, *args, **kwargs)
    finally:
        tf.GradientTape.gradient = _listen
    targets = [each for each in tf.nest.flatten(target) if each is not None]
    if all(hasattr(each, "numpy") or not isinstance(each, tf.Tensor) for each in targets):
        {note}([_listed(each) for each in tf.nest.flatten(found)])
    return found


tf.GradientTape.gradient = _listen
"""
_JACOBIAN = """
_jacobian = tf.GradientTape.jacobian


def _listen_to_jacobian(tape, target, sources, *args, **kwargs):
    \"\"\"Summed over the target a Jacobian is a gradient.\"\"\"
    tf.GradientTape.gradient = _gradient
    try:
        found = {jacobian}tape, target, sources, *args, **kwargs)
    finally:
        tf.GradientTape.gradient = _listen
    if isinstance(target, tf.Tensor) and hasattr(target, "numpy"):
        axes = list(range(len(target.shape)))
        flat = tf.nest.flatten(found)
        {note}([None if each is None else _listed(tf.reduce_sum(each, axis=axes)) for each in flat])
    return found


tf.GradientTape.jacobian = _listen_to_jacobian
"""
_TRANSFORM = """
def _note(arguments, gradients):
    leaves = jax.tree_util.tree_leaves((arguments, gradients))
    if not any(isinstance(each, jax.core.Tracer) for each in leaves):
        {note}([_listed(each) for each in jax.tree_util.tree_leaves(gradients)])


def _listening(transform, gradients_of):
    def listen(fun, argnums=0, has_aux=False, **options):
        differentiated = transform(fun, argnums, has_aux, **options)

        @functools.wraps(differentiated)
        def asking(*args, **kwargs):
            result = differentiated(*args, **kwargs)
            _note((args, kwargs), gradients_of(result, has_aux))
            return result

        return asking

    return listen


jax.grad = _listening(jax.grad, lambda result, has_aux: result[0] if has_aux else result)
jax.value_and_grad = _listening(jax.value_and_grad, lambda result, has_aux: result[1])
"""
_VJP = """
_vjp = jax.vjp


def _listen_to_vjp(fun, *args, **options):
    result = _vjp(fun, *args, **options)
    if options:
        return result

    def pull(cotangents):
        gradients = result[1](cotangents)
        _note((args, cotangents), gradients)
        return gradients

    return result[0], pull


jax.vjp = _listen_to_vjp
"""
_FUNCTION = """
def _listening(function):
    @functools.wraps(function)
    def listen(*args, **kwargs):
        result = function(*args, **kwargs)
        {note}([_listed(each) for each in (result if isinstance(result, tuple) else (result,))])
        return result

    return listen
"""


def beginning(framework: str, record: Record, device: str) -> tuple[str, ...]:
    """Imports and seeds, and what the run was set to."""
    text = _SEEDS[framework].format(seed=record.get("seed", 0))
    if framework == "torch" and record.get("double"):
        text += "torch.set_default_dtype(torch.float64)  # as precisely as it was measured\n"
    if framework == "torch" and device != "cpu":
        text += f"torch.set_default_device({device!r})\n"
    if framework == "tensorflow" and record.get("eager"):
        text += "tf.config.run_functions_eagerly(True)  # to have numbers in functions that are compiled\n"
    if framework == "jax" and record.get("eager"):
        text += (
            'jax.config.update("jax_disable_jit", True)  # to have numbers in functions that are compiled\n'
        )
    return lines(text)


def listening(framework: str, record: Record, script: str, note: str = "_asked.append") -> tuple[str, ...]:
    """Every call that asks for gradients adds to `_asked` what it gave."""
    text = "\n_asked = []  # what each call has given\n"
    if framework == "torch":
        text += "_source = []  # what the gradient is requested for\n" if record.get("source") else ""
    text += "\n" + _LISTED[framework]
    if framework == "torch":
        asks_function = re.search(r"\bgrad\(", script) is not None
        if record.get("source") and (".backward(" in script or not asks_function):
            source = reached(record["source"]["tail"], "torch")
            text += "\n" + _BACKWARD.format(label=record.get("label", ""), source=source, note=note)
        if asks_function or not record.get("source"):
            text += "\n" + _GRAD.format(position=record.get("position") or 0, note=note)
    elif framework == "tensorflow":
        compiled = bool(record.get("xla"))
        text += "\n" + _XLA if compiled else ""
        gradient, jacobian = (
            f"_compiled({name}, " if compiled else f"{name}(" for name in ("_gradient", "_jacobian")
        )
        text += "\n" + _TAPE.format(note=note, gradient=gradient)
        if record.get("jacobians") and ".jacobian(" in script:
            text += "\n" + _JACOBIAN.format(note=note, jacobian=jacobian)
    elif framework == "jax":
        text += "\n" + _TRANSFORM.format(note=note)
        text += "\n" + _VJP if re.search(r"\bvjp\(", script) else ""
    else:
        text += "\n" + _FUNCTION.format(note=note)
    return lines(text)


def reached(tail: str, framework: str) -> str:
    """How a part is reached from what a name holds: `net.0.weight`, `weights[1]`."""
    found = "_source[-1]"
    if group := re.fullmatch(r"\.param_groups\[(\d+)\]\[(\d+)\]", tail):
        return f'{found}.param_groups[{group[1]}]["params"][{group[2]}]'
    indices = re.match(r"(?:\[[^\]]*\])*", tail)
    assert indices is not None
    found += indices[0]
    rest = tail[indices.end() :].removeprefix(".")
    if not rest:
        return found
    if all(each.isidentifier() for each in rest.split(".")):
        return f"{found}.{rest}"
    if framework == "tensorflow":
        return f"next(each for each in {found}.variables if each.path == {rest!r})"
    return f"{found}.get_parameter({rest!r})"
