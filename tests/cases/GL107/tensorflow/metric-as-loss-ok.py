# framework: tensorflow
# verdict: clean
# seen: the gradient of the mean square
import keras
import numpy as np
import tensorflow as tf

keras.utils.set_random_seed(4)
net = keras.Sequential([keras.Input((6,)), keras.layers.Dense(1)])
signals = tf.random.normal((10, 6))
levels = tf.reduce_sum(signals, axis=1, keepdims=True)
close = keras.metrics.MeanAbsoluteError()

with tf.GradientTape() as tape:
    guess = net(signals, training=True)
    per_row = keras.metrics.mean_squared_error(levels, guess)
    objective = tf.reduce_mean(per_row)
    close.update_state(levels, guess)
kernel_grad, bias_grad = tape.gradient(objective, net.trainable_variables)
residual = guess.numpy() - levels.numpy()
assert np.allclose(kernel_grad, 2.0 * signals.numpy().T @ residual / 10, atol=1e-4)
assert np.allclose(bias_grad, 2.0 * residual.mean(), atol=1e-4)
assert np.isclose(close.result(), np.abs(residual).mean(), atol=1e-4)
print("OBSERVED clean", "the gradient of the mean square")
