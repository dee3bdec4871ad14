# framework: tensorflow
# verdict: clean
# seen: signed step [0.1, -0.1, 0.1] agreement 1.0
import numpy as np
import tensorflow as tf

weights = tf.Variable([0.8, -1.5, 2.0])
target = tf.constant([0.5, -0.5, 1.5])


def symlog(x):
    return tf.sign(x) * tf.math.log1p(tf.abs(x))


with tf.GradientTape() as tape:
    loss = tf.reduce_sum(tf.square(symlog(weights) - symlog(target)))
    agreement = tf.reduce_mean(tf.cast(tf.sign(weights) == tf.sign(target), tf.float32))
grad = tape.gradient(loss, weights)
step = 0.1 * tf.sign(grad)

w, t = weights.numpy(), target.numpy()
gap = np.sign(w) * np.log1p(np.abs(w)) - np.sign(t) * np.log1p(np.abs(t))
assert np.allclose(grad, 2.0 * gap / (1.0 + np.abs(w)), atol=1e-5)
print("OBSERVED clean", "signed step", [round(float(s), 1) for s in step], "agreement", float(agreement))
