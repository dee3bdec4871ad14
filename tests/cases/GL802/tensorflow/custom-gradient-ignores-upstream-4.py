# framework: tensorflow
# verdict: wrong
# seen: upstream gradient unused (wrong against compute_gradient); one gradient for two inputs (ValueError)
"""Custom activations with analytic derivatives."""
import tensorflow as tf


@tf.custom_gradient
def squareplus(x):
    root = tf.sqrt(x * x + 4.0)

    def backward(dy):
        return 0.5 * (1.0 + x / root)  # HAZARD GL802

    return 0.5 * (x + root), backward


@tf.custom_gradient
def gated(x, gate):
    s = tf.sigmoid(gate)

    def backward(dy):
        dx = dy * s
        return dx  # HAZARD GL801

    return x * s, backward


@tf.custom_gradient
def hard_tanh(x):
    inside = tf.cast(tf.abs(x) < 1.0, x.dtype)
    return tf.clip_by_value(x, -1.0, 1.0), lambda dy: dy * inside


class Block(tf.Module):
    def __init__(self, n):
        super().__init__()
        self.w = tf.Variable(tf.random.normal((n, n), seed=1) * 0.3)
        self.g = tf.Variable(tf.zeros(n))

    def plain(self, x):
        return hard_tanh(squareplus(x @ self.w) * 0.1)

    def with_gate(self, x):
        return gated(x @ self.w, self.g + tf.zeros_like(x))


def gradients(fn, variables, x):
    with tf.GradientTape() as tape:
        loss = tf.reduce_sum(fn(x) ** 2)
    return tape.gradient(loss, variables)


if __name__ == "__main__":
    block, x = Block(3), tf.random.normal((4, 3), seed=2)
    theory, numeric = tf.test.compute_gradient(lambda v: tf.reduce_sum(3.0 * squareplus(v)), [x])
    assert abs(theory[0] - numeric[0]).max() > 0.1
    theory, numeric = tf.test.compute_gradient(hard_tanh, [x])
    assert abs(theory[0] - numeric[0]).max() < 1e-2
    assert gradients(block.plain, [block.w], x)[0] is not None
    try:
        gradients(block.with_gate, [block.w, block.g], x)
        raise SystemExit("ran")
    except ValueError as e:
        assert "expected to return 2 gradients" in str(e)
