# framework: tensorflow
# verdict: clean
# seen: isinstance tells a variable from a fixed number before a gradient is taken
import tensorflow as tf


class Temperature:
    def __init__(self, fixed=None):
        if fixed is None:
            self.log = tf.Variable(0.5)
        else:
            self.log = tf.math.log(fixed)

    def update(self, entropy):
        if not isinstance(self.log, tf.Variable):
            return None
        with tf.GradientTape() as tape:
            loss = tf.reduce_mean(tf.exp(self.log) * entropy)
        return tape.gradient(loss, self.log)


assert Temperature().update(tf.ones(3)) is not None
assert Temperature(0.5).update(tf.ones(3)) is None
