# framework: tensorflow
# verdict: clean
# seen: clean
import tensorflow as tf


class Trainer:
    def __init__(self):
        self.weights = None
        self.codes = None

    def build(self, count):
        layer = tf.keras.layers.Dense(1)
        layer.build((None, 2))
        self.layer = layer
        self.codes = tf.Variable(tf.zeros((count, 2)))
        self.weights = layer.trainable_variables

    def step(self, number, wanted):
        with tf.GradientTape() as tape:
            code = tf.gather(self.codes, number)
            loss = tf.reduce_mean((self.layer(code) - wanted) ** 2)
        return tape.gradient(loss, self.weights + [self.codes])


trainer = Trainer()
trainer.build(4)
gradients = trainer.step(tf.constant([1, 2]), 1.0)
assert all(each is not None for each in gradients)
