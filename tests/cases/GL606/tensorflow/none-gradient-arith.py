# framework: tensorflow
# verdict: raises
# seen: ValueError: Attempt to convert a value (None)
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


net = TwoHeaded()
optimizer = keras.optimizers.SGD(0.1)
with tf.GradientTape() as tape:
    logits, value = net(tf.ones((3, 5)))
    loss = tf.reduce_mean(tf.nn.sparse_softmax_cross_entropy_with_logits([0, 1, 1], logits))
grads = tape.gradient(loss, net.trainable_variables)
clipped = [tf.clip_by_norm(g, 1.0) for g in grads]  # HAZARD GL606
optimizer.apply_gradients(zip(clipped, net.trainable_variables))
