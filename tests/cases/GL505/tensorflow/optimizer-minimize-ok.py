# framework: tensorflow
# verdict: clean
# seen: legacy optimizer with a callable
import numpy as np
import tensorflow as tf

inputs = tf.constant([[1.0, 2.0], [3.0, 4.0]])
labels = tf.constant([[1.0], [0.0]])
w = tf.Variable(tf.zeros((2, 1)))
b = tf.Variable(0.0)
optimizer = tf.compat.v1.train.GradientDescentOptimizer(0.1)


def logistic_loss():
    logits = tf.matmul(inputs, w) + b
    return tf.reduce_mean(tf.nn.sigmoid_cross_entropy_with_logits(labels=labels, logits=logits))


optimizer.minimize(logistic_loss, var_list=[w, b])
expected = -0.1 * inputs.numpy().T @ (0.5 - labels.numpy()) / 2
assert np.allclose(w, expected, atol=1e-6) and abs(float(b)) < 1e-6
print("OBSERVED clean", "legacy optimizer with a callable")
