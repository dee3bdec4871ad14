# framework: tensorflow
# verdict: wrong
# seen: kernel gradient off by more than half
import keras
import numpy as np
import tensorflow as tf

keras.utils.set_random_seed(0)
model = keras.Sequential([keras.Input((3,)), keras.layers.Dense(1, use_bias=False)])
x = tf.random.normal((16, 3))
y = tf.reduce_sum(x, axis=1)

with tf.GradientTape() as tape:
    pred = model(x, training=True)
    loss = tf.reduce_mean(tf.square(pred - y))  # HAZARD GL510
(grad,) = tape.gradient(loss, model.trainable_variables)
w = model.get_weights()[0]
true = 2.0 * x.numpy().T @ (x.numpy() @ w - y.numpy()[:, None]) / 16
assert np.linalg.norm(grad - true) > 0.5 * np.linalg.norm(true)
print("OBSERVED wrong", "kernel gradient off by more than half")
