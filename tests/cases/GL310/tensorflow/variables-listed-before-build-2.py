# framework: tensorflow
# verdict: none
# seen: nothing to step, 4 variables appear later
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
variables = critic.trainable_variables  # HAZARD GL310
real, fake = tf.random.normal((4, 2)), tf.random.normal((4, 2)) + 3.0
with tf.GradientTape() as tape:
    loss = tf.reduce_mean(critic(fake)) - tf.reduce_mean(critic(real))
grads = tape.gradient(loss, variables)
for variable, grad in zip(variables, grads):
    variable.assign_sub(0.1 * grad)
assert grads == [] and len(critic.trainable_variables) == 4
print("OBSERVED none", "nothing to step,", len(critic.trainable_variables), "variables appear later")
