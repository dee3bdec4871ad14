# framework: tensorflow
# verdict: clean
# seen: gain gradient -195.4 heading 15
import tensorflow as tf


class HeadingController(tf.Module):
    def __init__(self):
        super().__init__()
        self.gain = tf.Variable(1.7, dtype=tf.float64)

    def command(self, error):
        return tf.cast(self.gain, dtype="float32") * error

    def simulate(self, heading, goal, steps):
        for _ in range(steps):
            heading = heading + 0.1 * self.command(goal - heading)
        return heading


controller = HeadingController()
with tf.GradientTape() as tape:
    final = controller.simulate(tf.constant(0.0), tf.constant(30.0), 4)
    miss = tf.square(final - 30.0)
    whole_degrees = int(tf.cast(final, tf.int32))
grad = tape.gradient(miss, controller.gain)
expected = -2.0 * 30.0**2 * 0.4 * (1.0 - 0.17) ** 7
assert abs(float(grad) - expected) < 1e-2
print("OBSERVED clean", "gain gradient", round(float(grad), 1), "heading", whole_degrees)
