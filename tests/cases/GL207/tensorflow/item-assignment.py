# framework: tensorflow
# verdict: raises
# seen: TypeError: 'tensorflow.python.framework.ops.EagerTensor' object does not support item assignment
import tensorflow as tf

coefficients = tf.Variable([0.5, -1.0, 2.0, 0.3])


def drop_intercept(values):
    values[0] = 0.0  # HAZARD GL207
    return values


with tf.GradientTape() as tape:
    shrunk = drop_intercept(tf.abs(coefficients))
    penalty = tf.reduce_sum(shrunk)
print(tape.gradient(penalty, coefficients))
