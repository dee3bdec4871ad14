# framework: tensorflow
# verdict: clean
# seen: preview [9, 16, 5]
import numpy as np
import tensorflow as tf

kernel = tf.Variable([[0.5], [0.25]])
raw = tf.constant([[10, 20], [30, 5], [7, 8]], dtype=tf.uint8)
bins = tf.constant([0.9, 2.2, 1.1])
bin_weight = tf.constant([1.0, 2.0, 0.5])

with tf.GradientTape() as tape:
    x = tf.cast(raw, tf.float32) / 255.0
    half = tf.cast(tf.matmul(x, kernel), tf.float16)
    pred = tf.cast(half, tf.float32)
    row_weight = tf.gather(bin_weight, tf.cast(bins, tf.int32))
    loss = tf.reduce_sum(row_weight[:, None] * pred)
    preview = tf.cast(pred * 255.0, tf.uint8)
grad = tape.gradient(loss, kernel)
expected = (raw.numpy() / 255.0).T @ np.array([[1.0], [0.5], [2.0]])
assert np.allclose(grad, expected, rtol=1e-3)
print("OBSERVED clean", "preview", preview.numpy().ravel().tolist())
