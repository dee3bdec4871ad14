# framework: tensorflow
# verdict: clean
# seen: column against column
import keras
import numpy as np
import tensorflow as tf

keras.utils.set_random_seed(0)
model = keras.Sequential([keras.Input((3,)), keras.layers.Dense(1, use_bias=False)])
x = tf.random.normal((16, 3))
y = tf.reduce_sum(x, axis=1)
scale = tf.constant([1.0, 2.0, 0.5])

with tf.GradientTape() as tape:
    pred = model(x * scale, training=True)
    loss = tf.reduce_mean(tf.square(pred - y[:, tf.newaxis]))
    flat = tf.reduce_mean(tf.square(tf.squeeze(pred, axis=-1) - y))
    total = loss + flat
(grad,) = tape.gradient(total, model.trainable_variables)
w, xs = model.get_weights()[0], x.numpy() * scale.numpy()
true = 2.0 * xs.T @ (xs @ w - y.numpy()[:, None]) / 16
assert np.allclose(grad, 2.0 * true, atol=1e-4)
print("OBSERVED clean", "column against column")
