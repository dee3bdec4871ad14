# framework: tensorflow
# verdict: nan
# seen: nan
import tensorflow as tf


class Spherical(tf.Module):
    def __init__(self):
        super().__init__()
        self.v = tf.Variable([0.0, 0.0, 0.0])

    def axis_angle(self):
        theta = tf.reduce_sum(self.v ** 2)
        half = tf.where(theta > 0.0, tf.sin(theta) / theta, 1.0)  # HAZARD GL701
        return half * self.v


m = Spherical()
with tf.GradientTape() as tape:
    loss = tf.reduce_sum(m.axis_angle() + m.v)
g = tape.gradient(loss, m.v)
print("OBSERVED", "nan" if tf.reduce_any(tf.math.is_nan(g)) else "clean")
