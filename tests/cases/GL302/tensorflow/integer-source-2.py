# framework: tensorflow
# verdict: none
# seen: knot gradient None
import numpy as np
import tensorflow as tf
from tensorflow import keras


class HingeSpline(tf.Module):
    def __init__(self, n_knots):
        super().__init__()
        self.knots = tf.Variable(np.arange(1, n_knots + 1))  # HAZARD GL302
        self.heights = tf.Variable(tf.ones(n_knots))

    def __call__(self, x):
        hinges = tf.nn.relu(x[:, None] - tf.cast(self.knots, tf.float32)[None, :])
        return tf.linalg.matvec(hinges, self.heights)


spline = HingeSpline(4)
optimizer = keras.optimizers.SGD(0.01)
x = tf.constant([0.5, 2.5, 4.5])
y = tf.constant([0.0, 1.0, 5.0])
with tf.GradientTape() as tape:
    loss = tf.reduce_mean(tf.square(spline(x) - y))
by_knot, by_height = tape.gradient(loss, [spline.knots, spline.heights])
optimizer.apply_gradients([(by_height, spline.heights)])
assert by_knot is None
print("OBSERVED none", "knot gradient", by_knot)
