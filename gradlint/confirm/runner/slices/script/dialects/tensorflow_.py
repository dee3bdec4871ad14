"""Reproductions written for TensorFlow and Keras."""

from __future__ import annotations

from ...inputs.spec import Spec
from . import Dialect

_TOTAL = '''
def total(value, depth=0):
    """Everything differentiable in a result as one number, each element with a weight of its own."""
    if isinstance(value, (tf.Tensor, tf.Variable)) or type(value).__module__ == "numpy":
        value = tf.convert_to_tensor(value)
        if value.dtype.is_complex:
            value = tf.math.real(value) + tf.math.imag(value)
        if not value.dtype.is_floating:
            return tf.zeros((), WIDE)
        flat = tf.cast(tf.reshape(value, [-1]), WIDE)
        return tf.reduce_sum(flat * tf.linspace(tf.constant(0.7, WIDE), tf.constant(1.3, WIDE), tf.size(flat)))
    if isinstance(value, float):
        return tf.constant(value, WIDE)
    if isinstance(value, dict):
        value = list(value.values())
    if not isinstance(value, (list, tuple)) or depth > 6:
        return tf.zeros((), WIDE)
    return sum([total(one, depth + 1) for one in value], tf.zeros((), WIDE))
'''

_SURROGATE = '''
class Surrogate(tf.Module):
    """Stands for a network or function that is not there: smooth, and whatever it is given matters."""

    made_up = True

    def __init__(self, returns="same", **attributes):
        super().__init__()
        self.weight = tf.Variable(0.7)
        self.returns = returns
        for name, value in attributes.items():
            setattr(self, name, value)

    def __call__(self, *given, **named):
        given = [one for one in (*given, *named.values()) if isinstance(one, (tf.Tensor, tf.Variable))]
        first = tf.cast(given[0], given[0].dtype if given[0].dtype.is_floating else WIDE) if given else tf.ones((2, 8))
        mixed = tf.tanh(tf.cast(self.weight, first.dtype) * first + 0.1)
        for other in given[1:]:
            mixed = mixed + 0.1 * tf.reduce_mean(tf.tanh(tf.cast(other, first.dtype)))
        return self.shaped(mixed, self.returns)

    def shaped(self, mixed, returns):
        if returns == "same":
            return mixed
        if isinstance(returns, list):
            return tuple(self.shaped(mixed, one) for one in returns)
        return tf.reduce_mean(mixed) + tf.ones(returns, mixed.dtype) * tf.cast(self.weight, mixed.dtype)

    @property
    def trainable_weights(self):
        return list(self.trainable_variables)
'''


def _tensor(spec: Spec) -> str:
    shape = str(spec.shape)
    if spec.numbers is not None:
        kind = ", dtype=WIDE" if spec.dtype == "float" else ""
        known = f"tf.reshape(tf.constant({list(spec.numbers)}{kind}), {shape})"
        return f"tf.Variable({known})" if spec.dtype == "float" and spec.value != "plain" else known
    if spec.dtype == "long":
        return f"tf.random.uniform({shape}, maxval={spec.value or 2}, dtype=tf.int32)"
    if spec.dtype == "bool":
        return f"tf.random.uniform({shape}) > 0.5"
    if spec.value == "plain":
        return f"0.1 + 0.8 * tf.random.uniform({shape}, dtype=WIDE)"
    return f"tf.Variable(0.1 + 0.8 * tf.random.uniform({shape}, dtype=WIDE))"


def _ask(call: str, sources: list[str]) -> str:
    asked = ", ".join([one for one in sources if "." not in one])
    models = " + list(subject.trainable_variables)" if "subject" in call else ""
    return (
        "with tf.GradientTape() as tape:\n"
        f"    result = {call}\n"
        "    loss = total(result)\n"
        f"gradients = tape.gradient(loss, [{asked}]{models})"
    )


TENSORFLOW = Dialect(
    header="import tensorflow as tf\ntf.random.set_seed(0)\n{double}",
    double="WIDE = tf.float32",
    total=_TOTAL,
    surrogate=_SURROGATE,
    module="tf.keras.layers.Layer",
    tensor=_tensor,
    ask=_ask,
    copy="tf.identity({})",
    generator="tf.random.Generator.from_seed(0)",
    optimizer="tf.keras.optimizers.SGD(0.1)",
    frameworks=frozenset({"tensorflow", "keras", "numpy"}),
)
