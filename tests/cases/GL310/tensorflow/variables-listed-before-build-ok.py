# framework: tensorflow
# verdict: clean
# seen: 4 parameters listed once
import keras
import numpy as np
import tensorflow as tf

keras.utils.set_random_seed(0)
encoder = keras.Sequential([keras.layers.Dense(3, use_bias=False)])
encoder.build((None, 2))
decoder = keras.Sequential([keras.Input((3,)), keras.layers.Dense(2)])
tail = keras.Sequential([keras.layers.Dense(1, use_bias=False)])
tail(tf.zeros((1, 2)))
params = encoder.trainable_variables + decoder.trainable_variables + tail.trainable_variables
optimizer = keras.optimizers.SGD(0.1)
x = tf.random.normal((5, 2))
w1, w2, b2, w3 = (v.numpy() for v in params)
with tf.GradientTape() as tape:
    loss = tf.reduce_sum(tail(decoder(encoder(x))))
grads = tape.gradient(loss, params)
optimizer.apply_gradients(zip(grads, params))
total = x.numpy().sum(axis=0)
assert np.allclose(grads[0], np.outer(total, (w2 @ w3)[:, 0]), atol=1e-4)
assert np.allclose(grads[3][:, 0], total @ w1 @ w2 + 5.0 * b2, atol=1e-4)
print("OBSERVED clean", len(params), "parameters listed once")
