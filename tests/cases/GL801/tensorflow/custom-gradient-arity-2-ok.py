# framework: tensorflow
# verdict: clean
# seen: gradient as expected
import tensorflow as tf


@tf.custom_gradient
def affine(x, w, b):
    y = x * w + b

    def grad(dy):
        return dy * w, dy * x, dy

    return y, grad


@tf.custom_gradient
def reverse(x):
    return tf.identity(x), lambda dy: -dy


def clip_grad(limit):
    @tf.custom_gradient
    def op(x):
        def grad(dy):
            return tf.clip_by_value(dy, -limit, limit)

        return tf.identity(x), grad

    return op


a, b, c = (tf.Variable(v) for v in (1.0, 2.0, 3.0))
with tf.GradientTape() as tape:
    y = clip_grad(0.5)(reverse(affine(a, b, c)))
g = tape.gradient(y, [a, b, c])
print("OBSERVED", "clean" if [float(v) for v in g] == [-1.0, -0.5, -0.5] else "wrong")
