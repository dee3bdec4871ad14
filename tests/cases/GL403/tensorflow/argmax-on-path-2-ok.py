# framework: tensorflow
# verdict: clean
# seen: three entries agree with differences
import numpy as np
import tensorflow as tf

heat = tf.Variable(np.random.default_rng(0).normal(size=(2, 5)).astype(np.float32))
positions = tf.range(5, dtype=tf.float32)
truth = tf.constant([1.0, 3.0])


def losses():
    weights = tf.nn.softmax(heat, axis=-1)
    expected_position = tf.reduce_sum(weights * positions, axis=-1)
    hardest = tf.argmax(tf.abs(expected_position - truth))
    peak_value = tf.gather(heat, tf.argmax(heat, axis=-1), batch_dims=1)
    return tf.square(expected_position[hardest] - truth[hardest]) + 0.1 * tf.reduce_sum(peak_value)


with tf.GradientTape() as tape:
    loss = losses()
grad = tape.gradient(loss, heat).numpy()
for index in [(0, 0), (0, 3), (1, 2)]:
    bump = np.zeros((2, 5), np.float32)
    bump[index] = 0.01
    heat.assign_add(bump)
    high = float(losses())
    heat.assign_sub(2 * bump)
    low = float(losses())
    heat.assign_add(bump)
    assert abs(grad[index] - (high - low) / 0.02) < 2e-3
print("OBSERVED clean", "three entries agree with differences")
