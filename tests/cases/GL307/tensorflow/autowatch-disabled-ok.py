# framework: tensorflow
# verdict: clean
# seen: head gradient has 4 rows
import numpy as np
import tensorflow as tf
from tensorflow import keras

keras.utils.set_random_seed(8)
backbone = keras.Sequential([keras.Input((5,)), keras.layers.Dense(4, activation="tanh")])
head = keras.Sequential([keras.Input((4,)), keras.layers.Dense(1, use_bias=False)])
x, y = tf.random.normal((6, 5)), tf.zeros((6, 1))

with tf.GradientTape(watch_accessed_variables=False) as tape:
    tape.watch([v.value for v in head.trainable_variables])
    embedding = backbone(x, training=False)
    loss = tf.reduce_mean(tf.square(head(embedding, training=True) - y))
grads = tape.gradient(loss, head.trainable_variables)
features = backbone(x).numpy()
expected = 2.0 * features.T @ (features @ head.get_weights()[0]) / 6
assert np.allclose(grads[0], expected, atol=1e-5)
print("OBSERVED clean", "head gradient has", grads[0].shape[0], "rows")
