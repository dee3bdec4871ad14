# framework: tensorflow
# verdict: clean
# seen: 1.0: convert_to_tensor of a tensor gives that very tensor
import tensorflow as tf


class Normal:
    def __init__(self, loc, scale):
        self.loc = tf.convert_to_tensor(loc, dtype=tf.float32, name="loc")
        self.scale = tf.convert_to_tensor(scale)

    def log_prob(self, x):
        return -0.5 * ((x - self.loc) / self.scale) ** 2 - tf.math.log(self.scale)


loc, scale = tf.convert_to_tensor(0.5), tf.constant(1.0)
normal = Normal(loc, scale)
with tf.GradientTape() as tape:
    tape.watch([loc, scale])
    y = normal.log_prob(1.5)
grads = tape.gradient(y, [loc, scale])
assert None not in grads
print(float(grads[0]))
