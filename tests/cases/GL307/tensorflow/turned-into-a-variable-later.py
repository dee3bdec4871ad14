# framework: tensorflow
# verdict: none
# seen: None
import tensorflow as tf


class Sampler:
    def __init__(self, start):
        self.position = tf.convert_to_tensor(start)

    def adapt(self):
        self.position = tf.Variable(self.position)

    def score(self):
        with tf.GradientTape() as tape:
            log_density = -0.5 * tf.reduce_sum(self.position**2)
        return tape.gradient(log_density, self.position)  # HAZARD GL307


gradient = Sampler([1.0, 2.0]).score()
print("OBSERVED none", gradient)
assert gradient is None
