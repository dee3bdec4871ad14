# framework: tensorflow
# verdict: wrong
# seen: wrong
import tensorflow as tf


@tf.custom_gradient
def step_ste(x):
    y = tf.cast(x > 0.0, tf.float32)

    def backward(upstream):
        s = tf.sigmoid(x)
        return s * (1.0 - s)  # HAZARD GL802

    return y, backward


v = tf.Variable([0.5, -0.5])
with tf.GradientTape() as tape:
    loss = tf.reduce_sum(step_ste(v) * [10.0, 20.0])
g = tape.gradient(loss, v)
s = tf.sigmoid(v)
print("OBSERVED", "clean" if abs(g - s * (1 - s) * [10.0, 20.0]).numpy().max() < 1e-4 else "wrong")
