# framework: tensorflow
# verdict: raises
# seen: ValueError: not enough values to unpack
import tensorflow as tf
from tensorflow import keras
from tensorflow.keras.layers import Dense


class Scorer(keras.Model):
    def __init__(self, units):
        super().__init__()
        self.units = units

    def project(self, tokens):
        return Dense(self.units, activation="tanh")(tokens)  # HAZARD GL309

    def call(self, tokens):
        return tf.reduce_sum(self.project(tokens), axis=[1, 2])


scorer = Scorer(6)
optimizer = keras.optimizers.Adam(1e-3)
tokens, wanted = tf.ones((2, 4, 3)), tf.zeros((2,))
for _ in range(2):
    with tf.GradientTape() as tape:
        loss = tf.reduce_mean(tf.square(scorer(tokens) - wanted))
    grads = tape.gradient(loss, scorer.trainable_variables)
    optimizer.apply_gradients(zip(grads, scorer.trainable_variables))
print("loss", float(loss))
