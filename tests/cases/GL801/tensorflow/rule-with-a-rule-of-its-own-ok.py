# framework: tensorflow
# verdict: clean
# seen: gradient as expected; the rule returns its own rule beside the gradient
import tensorflow as tf


def leaky(x, alpha=0.2):
    @tf.custom_gradient
    def func(x):
        y = tf.maximum(x, x * alpha)

        @tf.custom_gradient
        def grad(dy):
            dx = tf.where(y >= 0, dy, dy * alpha)
            return dx, lambda ddx: tf.where(y >= 0, ddx, ddx * alpha)

        return y, grad

    return func(x)


x = tf.Variable([1.0, -2.0])
with tf.GradientTape() as tape:
    loss = tf.reduce_sum(leaky(x) ** 2)
assert tape.gradient(loss, x) is not None
