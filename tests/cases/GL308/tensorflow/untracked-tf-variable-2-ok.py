# framework: tensorflow
# verdict: clean
# seen: log_sigma moved
import numpy as np
import tensorflow as tf
from tensorflow import keras


class GaussianHead(tf.Module):
    def __init__(self):
        super().__init__()
        self.mean = tf.Variable(0.0)
        self.log_sigma = tf.Variable(0.0)
        self.extra = [tf.Variable(0.1), tf.Variable(-0.2)]

    def nll(self, y):
        z = (y - self.mean - tf.add_n(self.extra)) * tf.exp(-self.log_sigma)
        return tf.reduce_mean(0.5 * tf.square(z) + self.log_sigma)


head = GaussianHead()
optimizer = keras.optimizers.SGD(0.1)
y = tf.constant([1.0, 3.0, 5.0])
with tf.GradientTape() as tape:
    loss = head.nll(y)
params = list(head.trainable_variables)
grads = tape.gradient(loss, params)
optimizer.apply_gradients(zip(grads, params))
gap = y.numpy() + 0.1
assert len(params) == 4 and np.isclose(head.log_sigma, -0.1 * (1.0 - np.mean(gap**2)), atol=1e-5)
assert np.isclose(head.mean, 0.1 * gap.mean(), atol=1e-5)
print("OBSERVED clean", "log_sigma moved")
