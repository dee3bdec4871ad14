# framework: tensorflow
# verdict: none
# seen: gain gradient None
import tensorflow as tf


class HeadingController(tf.Module):
    def __init__(self):
        super().__init__()
        self.gain = tf.Variable(1.7)

    def command(self, error):
        return tf.cast(self.gain * error, dtype="int32")  # HAZARD GL403

    def simulate(self, heading, goal, steps):
        for _ in range(steps):
            heading = heading + 0.1 * tf.cast(self.command(goal - heading), tf.float32)
        return heading


controller = HeadingController()
with tf.GradientTape() as tape:
    final = controller.simulate(tf.constant(0.0), tf.constant(30.0), 4)
    miss = tf.square(final - 30.0)
grads = tape.gradient(miss, controller.trainable_variables)
assert list(grads) == [None]
print("OBSERVED none", "gain gradient", grads[0])
