# framework: tensorflow
# verdict: none
# seen: the negative stands behind the tape
import tensorflow as tf


class Estimator(tf.keras.Model):
    def __init__(self):
        super().__init__()
        self.encode = tf.keras.layers.Dense(4)
        self.score = tf.keras.layers.Dense(1)

    def call(self, x):
        code = self.encode(x)
        paired = self.score(tf.nn.relu(x + code))
        mixed = self.score(tf.nn.relu(x + tf.random.shuffle(code)))
        return tf.reduce_mean(paired) - tf.reduce_mean(mixed)


model = Estimator()
x = tf.random.normal((8, 4))
with tf.GradientTape() as tape:
    estimate = model(x)
gradients = tape.gradient(-estimate, model.trainable_variables)  # HAZARD GL501
assert all(each is None for each in gradients)
print("OBSERVED none", "the negative stands behind the tape")
