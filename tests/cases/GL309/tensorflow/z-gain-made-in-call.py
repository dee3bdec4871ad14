# framework: tensorflow
# verdict: none
# seen: a new gain at each call, which nobody trains
import tensorflow as tf


class Scaled(tf.keras.Model):
    def __init__(self):
        super().__init__()
        self.head = tf.keras.layers.Dense(3)

    def call(self, x):
        gain = tf.Variable(tf.ones((3,)))  # HAZARD GL309
        return gain * self.head(x)


model = Scaled()
optimizer = tf.keras.optimizers.SGD(0.1)
for _ in range(2):
    with tf.GradientTape() as tape:
        loss = tf.reduce_mean(tf.square(model(tf.ones((2, 4)))))
    weights = model.trainable_variables
    optimizer.apply_gradients(zip(tape.gradient(loss, weights), weights))
