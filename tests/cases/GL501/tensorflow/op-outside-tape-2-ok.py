# framework: tensorflow
# verdict: clean
# seen: distance from the average 2.45
import tensorflow as tf

w = tf.Variable([[1.0], [1.0]])
ema = tf.Variable([[0.0], [0.0]], trainable=False)
x = tf.constant([[1.0, 0.0], [0.0, 1.0]])
y = tf.constant([[3.0], [2.0]])

for step in range(3):
    start = tf.identity(w)
    drift = tf.reduce_sum(tf.square(w - ema))
    with tf.GradientTape() as tape:
        penalty = 0.5 * tf.reduce_sum(tf.square(w))
        loss = tf.reduce_sum(tf.square(tf.matmul(x, w) - y)) + penalty
    grad = tape.gradient(loss, w)
    expected = 2.0 * (start - y) + start
    assert float(tf.reduce_max(tf.abs(grad - expected))) < 1e-5
    w.assign_sub(0.1 * grad)
    ema.assign(0.9 * ema + 0.1 * w)
print("OBSERVED clean", "distance from the average", round(float(drift), 2))
