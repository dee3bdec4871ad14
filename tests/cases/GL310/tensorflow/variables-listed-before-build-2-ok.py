# framework: tensorflow
# verdict: clean
# seen: 4 gradients per step
import numpy as np
import tensorflow as tf
from tensorflow import keras
from tensorflow.keras import layers


class Critic(keras.Model):
    def __init__(self):
        super().__init__()
        self.hidden = layers.Dense(6, activation="tanh")
        self.score = layers.Dense(1)

    def call(self, x):
        return self.score(self.hidden(x))


keras.utils.set_random_seed(0)
critic = Critic()
print("built before the first batch:", len(critic.trainable_variables))
real, fake = tf.random.normal((4, 2)), tf.random.normal((4, 2)) + 3.0
for step in range(2):
    with tf.GradientTape() as tape:
        loss = tf.reduce_mean(critic(fake)) - tf.reduce_mean(critic(real))
    variables = critic.trainable_variables
    grads = tape.gradient(loss, variables)
    h = critic.hidden(fake).numpy().mean(axis=0) - critic.hidden(real).numpy().mean(axis=0)
    assert np.allclose(grads[2][:, 0], h, atol=1e-5)
    for variable, grad in zip(variables, grads):
        variable.assign_sub(0.1 * grad)
print("OBSERVED clean", len(grads), "gradients per step")
