# framework: tensorflow
# verdict: raises
# seen: TypeError: unsupported operand type(s) for *: 'float' and 'NoneType'
import tensorflow as tf


class Fit:
    def __init__(self):
        self.w = tf.Variable([0.0, 0.0])

    def run(self, x, y, steps=3):
        for _ in range(steps):
            with tf.GradientTape() as tape:
                loss = tf.reduce_mean((tf.linalg.matvec(x, self.w) - y) ** 2)
            g = tape.gradient(loss, self.w)
            self.w = self.w - 0.1 * g  # HAZARD GL305


Fit().run(tf.constant([[1.0, 2.0], [0.0, 1.0]]), tf.constant([1.0, 2.0]))
