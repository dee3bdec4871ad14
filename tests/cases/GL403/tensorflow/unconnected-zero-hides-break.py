# framework: tensorflow
# verdict: zero
# seen: step size gradient 0.0
import tensorflow as tf

weights = tf.constant([0.31, -0.72, 0.18])
step_size = tf.Variable(0.25)


def quantised(w, step):
    return tf.round(w / step)  # HAZARD GL403


with tf.GradientTape() as tape:
    codes = quantised(weights, step_size)
    error = tf.reduce_mean(tf.square(codes - 4.0 * weights))
g = tape.gradient(error, step_size, unconnected_gradients="zero")  # HAZARD GL606
assert float(g) == 0.0
print("OBSERVED zero", "step size gradient", float(g))
