# framework: tensorflow
# verdict: clean
# seen: 4 clipped, 2 left alone
import numpy as np
import tensorflow as tf
from tensorflow import keras


class TwoHeaded(keras.Model):
    def __init__(self):
        super().__init__()
        self.trunk = keras.layers.Dense(4, activation="tanh")
        self.policy = keras.layers.Dense(2)
        self.value = keras.layers.Dense(1)

    def call(self, x):
        h = self.trunk(x)
        return self.policy(h), self.value(h)


keras.utils.set_random_seed(0)
net = TwoHeaded()
with tf.GradientTape() as tape:
    logits, value = net(tf.ones((3, 5)))
    loss = tf.reduce_mean(tf.nn.sparse_softmax_cross_entropy_with_logits([0, 1, 1], logits))
grads = tape.gradient(loss, net.trainable_variables)
scaled = [tf.clip_by_norm(g, 1.0) if g is not None else None for g in grads]
bounded, norm = tf.clip_by_global_norm(grads, 1.0)
for variable, grad in zip(net.trainable_variables, grads):
    if grad is None:
        continue
    variable.assign_sub(0.1 * grad)
probs = tf.nn.softmax(logits).numpy()
assert np.allclose(grads[3], (probs - np.eye(2)[[0, 1, 1]]).mean(axis=0), atol=1e-5)
kept = sum(g is not None for g in scaled)
print("OBSERVED clean", kept, "clipped,", len(bounded) - kept, "left alone")
