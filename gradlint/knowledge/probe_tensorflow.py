"""Measure which public functions of the installed TensorFlow and Keras break a gradient."""

from __future__ import annotations

import inspect
import logging
import warnings
from collections.abc import Callable, Iterator
from functools import cache
from importlib import import_module
from typing import Any

from gradlint.knowledge.calls import GUESSES, SAMPLES, fill, flat
from gradlint.knowledge.facts import HARMLESS, Knowledge, Trial, best
from gradlint.knowledge.sets_tensorflow import reflected_sets
from gradlint.knowledge.tables import Grad, OpFacts

Op = Callable[..., Any]
tf: Any = import_module("tensorflow")
keras: Any = import_module("keras")

NAMESPACES: dict[str, Any] = {
    "tf": tf,
    "tf.bitwise": tf.bitwise,
    "tf.experimental.numpy": tf.experimental.numpy,
    "tf.image": tf.image,
    "tf.linalg": tf.linalg,
    "tf.math": tf.math,
    "tf.math.special": tf.math.special,
    "tf.nn": tf.nn,
    "tf.quantization": tf.quantization,
    "tf.random": tf.random,
    "tf.signal": tf.signal,
    "tf.sparse": tf.sparse,
    "keras.activations": keras.activations,
    "keras.ops": keras.ops,
    "keras.random": keras.random,
    "tf.keras.activations": keras.activations,
    "tf.keras.ops": keras.ops,
    "tf.keras.random": keras.random,
}
# Functions whose arguments cannot be guessed.
EXPLICIT = {
    "keras.ops.bincount": "index, vec",
    "keras.ops.digitize": "vec, vec2",
    "keras.ops.one_hot": "index, 3",
    "keras.ops.select": "[mask], [vec]",
    "keras.ops.view": "vec, 'int32'",
    "tf.bitcast": "vec, int32",
    "tf.clip_by_global_norm": "[vec, vec2], 0.5",
    "tf.dynamic_stitch": "[index], [vec]",
    "tf.einsum": "'ij,jk->ik', mat, mat2",
    "tf.experimental.numpy.select": "[mask], [vec]",
    "tf.image.adjust_gamma": "photo, 0.7",
    "tf.image.adjust_saturation": "photo, 0.7",
    "tf.image.central_crop": "photo, 0.5",
    "tf.image.crop_and_resize": "photo, boxes, (0, 0, 0), (2, 2)",
    "tf.image.extract_patches": "photo, (1, 2, 2, 1), (1, 1, 1, 1), (1, 1, 1, 1), 'VALID'",
    "tf.logical_and": "mask, mask",
    "tf.logical_or": "mask, mask",
    "tf.math.bincount": "index, vec",
    "tf.math.logical_xor": "mask, mask",
    "tf.nn.conv2d": "photo, filter, 1, 'SAME'",
    "tf.one_hot": "index, 3",
    "tf.random.stateless_binomial": "(3,), (1, 2), vec, vec2",
    "tf.random.stateless_categorical": "mat, 2, (1, 2)",
    "tf.random.stateless_shuffle": "vec, (1, 2)",
    "tf.sequence_mask": "index",
}
# They switch global behaviour, print, or read files rather than compute.
SKIPPED = (
    "Assert",
    "device",
    "experimental_",
    "get_",
    "init",
    "is_",
    "load",
    "print",
    "set_",
    "timestamp",
    "type",
)
# A value given for one of these parameters configures the operation; it is not an operand.
NOT_OPERANDS = frozenset({"dtype", "name", "num", "num_rows", "seed", "shape", "size", "n"})


@cache
def sample(name: str) -> Any:
    return tf.constant(SAMPLES[name])


class Inputs:
    """The watched tensors of one call."""

    def __init__(self, text: str, tape: Any) -> None:
        self.leaves: list[Any] = []
        self.tape = tape
        self.args, self.kwargs = fill(text, self.value)

    def value(self, name: str, position: int | None, fixed: bool) -> Any:
        if name not in SAMPLES:
            return getattr(tf, name)
        tensor = sample(name)
        if tensor.dtype.is_floating and not fixed:
            self.tape.watch(tensor)
            self.leaves.append(tensor)
        return tensor


def tensors(result: Any) -> list[Any]:
    """The dense tensors of a result; of a sparse one, its values."""
    leaves = (leaf.values if isinstance(leaf, tf.SparseTensor) else leaf for leaf in flat(result))
    return [leaf for leaf in leaves if isinstance(leaf, tf.Tensor)]


def weighted(output: Any) -> Any:
    """A scalar of `output` with unequal weights (softmax sums to a constant)."""
    real = tf.math.real(output) if output.dtype.is_complex else output
    column = tf.reshape(real, [-1])
    return tf.reduce_sum(column * tf.cast(tf.linspace(0.5, 1.5, tf.size(column)), column.dtype))


def outcome(output: Any, loss: Any, inputs: Inputs) -> Grad:
    if not (output.dtype.is_floating or output.dtype.is_complex):
        return "integer"
    if not inputs.leaves:
        return "none"
    try:
        gradients = inputs.tape.gradient(loss, inputs.leaves)
    except Exception:  # LookupError for most operations without a gradient, but not for all
        return "raises"
    found = [tf.convert_to_tensor(gradient) for gradient in gradients if gradient is not None]
    if not found:
        return "none"
    return "flows" if any(bool(tf.reduce_any(gradient != 0)) for gradient in found) else "zero"


def trial(op: Op, text: str) -> Trial | None:
    """What one call does, or None if the function cannot be called so or gives no tensor."""
    with tf.GradientTape(persistent=True) as tape:
        inputs = Inputs(text, tape)
        try:
            result = op(*inputs.args, **inputs.kwargs)
        except Exception:  # whatever a function raises when called in a way it does not know
            return None
        outputs = tensors(result)
        losses = [
            weighted(output) if output.dtype.is_floating or output.dtype.is_complex else None
            for output in outputs
        ]
    if not outputs or any(tf.size(output) == 0 for output in outputs):
        return None
    grads = tuple(outcome(output, loss, inputs) for output, loss in zip(outputs, losses, strict=True))
    several = len(grads) > 1 and set(grads) != {"flows"}
    return Trial(text, grads, several)


def public_functions() -> Iterator[tuple[str, Op]]:
    for prefix, module in NAMESPACES.items():
        for name in sorted(dir(module)):
            function = getattr(module, name)
            if name.startswith(("_", *SKIPPED)) or not callable(function) or inspect.isclass(function):
                continue
            yield f"{prefix}.{name}", function


def first_parameter(function: Op) -> str:
    try:
        return next(iter(inspect.signature(function).parameters), "")
    except (TypeError, ValueError):
        return ""


def trials(name: str, function: Op) -> list[Trial]:
    calls: tuple[str, ...] = (EXPLICIT[name],) if name in EXPLICIT else GUESSES
    if name not in EXPLICIT and first_parameter(function) in NOT_OPERANDS:
        calls = tuple(call for call in calls if call.startswith(("[", "(")))
    found = []
    for text in calls:
        done = trial(function, text)
        if done:
            found.append(done)
            if done.grad == "flows":
                break
    return found


def measure() -> Knowledge:
    warnings.simplefilter("ignore")
    logging.getLogger("tensorflow").setLevel(logging.CRITICAL)
    # Once only: setting the seed throws away compiled kernels, and the order of the calls is fixed.
    keras.utils.set_random_seed(0)
    measured: dict[int, list[Trial]] = {}
    ops: dict[str, OpFacts] = {}
    reparameterised = set()
    for name, function in public_functions():
        found = measured.get(id(function))
        if found is None:
            found = measured[id(function)] = trials(name, function)
        facts = best(found)
        if facts != HARMLESS:
            ops[name] = facts
        if ".random." in name and any(samples_and_flows(trial) for trial in found):
            reparameterised.add(name)
    return Knowledge(version(), ops, {"random_reparameterised": reparameterised} | reflected_sets())


def samples_and_flows(trial: Trial) -> bool:
    """Was a sample of a given shape drawn, and did the gradient reach the parameters?"""
    return trial.grad == "flows" and trial.call.startswith(("(", "["))


def version() -> str:
    return f"{tf.__version__} with keras {keras.__version__}"
