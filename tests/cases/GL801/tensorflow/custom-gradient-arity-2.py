# framework: tensorflow
# verdict: raises
# seen: ValueError: custom_gradient function expected to return 3 gradients, but returned 2 instead.
import tensorflow as tf


@tf.custom_gradient
def affine(x, w, b):
    y = x * w + b

    def grad(dy):
        return dy * w, dy * x  # HAZARD GL801

    return y, grad


a, b, c = (tf.Variable(v) for v in (1.0, 2.0, 3.0))
with tf.GradientTape() as tape:
    y = affine(a, b, c)
tape.gradient(y, a)
