# framework: tensorflow
# verdict: wrong
# seen: the gradient is that of the error alone
import tensorflow as tf

weights = tf.Variable(tf.ones((3, 1)))
x, y = tf.random.normal((8, 3)), tf.ones((8, 1))
with tf.GradientTape() as tape:
    p = tf.sigmoid(x @ weights)
    missed = 1.0 - tf.reduce_mean(tf.cast(p > 0.5, tf.float32))  # HAZARD GL403
    loss = tf.reduce_mean((p - y) ** 2) + 0.1 * missed
print(tape.gradient(loss, weights))
