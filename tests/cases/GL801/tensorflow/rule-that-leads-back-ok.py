# framework: tensorflow
# verdict: clean
# seen: gradient as expected; the rule is differentiated by the function itself
import tensorflow as tf


@tf.custom_gradient
def double(x):
    y = x * 2.0

    @tf.custom_gradient
    def backwards(dy):
        dx = dy * 2.0
        return dx, double

    return y, backwards


x = tf.Variable(3.0)
with tf.GradientTape() as outer:
    with tf.GradientTape() as inner:
        y = double(x * x)
    first = inner.gradient(y, x)
assert outer.gradient(first, x) is not None
