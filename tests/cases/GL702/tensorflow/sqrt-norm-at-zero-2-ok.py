# framework: tensorflow
# verdict: clean
# seen: cosine and pseudo-Huber
import numpy as np
import tensorflow as tf

delta = tf.Variable(tf.zeros((1, 4)))
anchor = tf.constant([[1.0, 2.0, 2.0, 0.0]])
with tf.GradientTape() as tape:
    smooth = tf.reduce_sum(tf.sqrt(1.0 + tf.square(delta)) - 1.0)
    cosine = tf.reduce_sum(tf.math.l2_normalize(anchor + delta, axis=1) * [[0.0, 0.0, 0.0, 1.0]])
    energy = tf.nn.l2_loss(delta - 0.5)
    loss = smooth + cosine + energy / tf.norm(anchor)
grad = tape.gradient(loss, delta).numpy()
assert np.allclose(grad, [[0.0, 0.0, 0.0, 1.0 / 3.0] - np.full(4, 0.5 / 3.0)], atol=1e-5)
print("OBSERVED clean", "cosine and pseudo-Huber")
