# framework: tensorflow
# verdict: nan
# seen: stress gradient all nan
import tensorflow as tf

tf.random.set_seed(0)
layout = tf.Variable(tf.random.normal((5, 2)))
target = tf.constant(1.0) - tf.eye(5)


def stress(points):
    difference = points[:, None, :] - points[None, :, :]
    distance = tf.sqrt(tf.reduce_sum(tf.square(difference), axis=-1))  # HAZARD GL702
    return tf.reduce_mean(tf.abs(distance - target) + 0.1 * distance)


with tf.GradientTape() as tape:
    loss = stress(layout)
grad = tape.gradient(loss, layout)
assert bool(tf.math.is_finite(loss)) and bool(tf.reduce_all(tf.math.is_nan(grad)))
print("OBSERVED nan", "stress gradient all nan")
