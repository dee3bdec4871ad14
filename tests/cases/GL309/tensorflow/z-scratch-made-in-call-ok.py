# framework: tensorflow
# verdict: clean
# seen: the variable only keeps a count
import tensorflow as tf


class Scaled(tf.keras.Model):
    def __init__(self):
        super().__init__()
        self.head = tf.keras.layers.Dense(3)

    def call(self, x):
        seen = tf.Variable(0.0)
        seen.assign_add(1.0)
        return self.head(x) * seen


model = Scaled()
optimizer = tf.keras.optimizers.SGD(0.1)
for _ in range(2):
    with tf.GradientTape() as tape:
        loss = tf.reduce_mean(tf.square(model(tf.ones((2, 4)))))
    weights = model.trainable_variables
    optimizer.apply_gradients(zip(tape.gradient(loss, weights), weights))
