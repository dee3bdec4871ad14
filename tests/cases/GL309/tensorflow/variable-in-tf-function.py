# framework: tensorflow
# verdict: raises
# seen: ValueError: tf.function only supports singleton tf.Variables created on the first call.
import tensorflow as tf

weights = tf.Variable([[0.5], [-0.2]])


@tf.function
def fit(x, y, steps):
    velocity = tf.Variable(tf.zeros((2, 1)))  # HAZARD GL309
    for _ in tf.range(steps):
        with tf.GradientTape() as tape:
            loss = tf.reduce_mean(tf.square(tf.matmul(x, weights) - y))
        grad = tape.gradient(loss, weights)
        velocity.assign(0.9 * velocity - 0.1 * grad)
        weights.assign_add(velocity)
    return loss


print(fit(tf.ones((4, 2)), tf.zeros((4, 1)), tf.constant(3)))
