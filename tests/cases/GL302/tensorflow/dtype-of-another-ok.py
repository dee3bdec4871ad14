# framework: tensorflow
# verdict: clean
# seen: dtype= takes the kind of number from another tensor, so integers become floats
import tensorflow as tf


def fitted(x):
    scale = tf.Variable(3, dtype=x.dtype)
    shift = tf.constant([1, 2], dtype=x.dtype)
    ones = tf.ones(2, x.dtype)
    with tf.GradientTape() as tape:
        tape.watch([shift, ones])
        loss = tf.reduce_sum(scale * x + shift * ones)
    return tape.gradient(loss, [scale, shift, ones])


for gradient in fitted(tf.constant([0.5, 1.5])):
    assert gradient is not None
