# framework: tensorflow
# verdict: clean
# seen: sigmoid meets the probability loss
import keras
import numpy as np
import tensorflow as tf

keras.utils.set_random_seed(0)
raw = keras.Sequential([keras.Input((2,)), keras.layers.Dense(1, use_bias=False)])
squashed = keras.Sequential([keras.Input((2,)), keras.layers.Dense(1, use_bias=False, activation="sigmoid")])
squashed.set_weights(raw.get_weights())
bce_logits = keras.losses.BinaryCrossentropy(from_logits=True)
bce = keras.losses.BinaryCrossentropy()
mse = keras.losses.MeanSquaredError()
x, y = tf.random.normal((6, 2)), tf.constant([[1.0], [0.0], [1.0], [1.0], [0.0], [0.0]])


def gradient(net, criterion):
    with tf.GradientTape() as tape:
        loss = criterion(y, net(x, training=True))
    return tape.gradient(loss, net.trainable_variables)[0].numpy()


probs = squashed(x).numpy()
true = x.numpy().T @ (probs - y.numpy()) / 6
assert np.allclose(gradient(raw, bce_logits), true, atol=1e-5)
assert np.allclose(gradient(squashed, bce), true, atol=1e-5)
brier = 2.0 * x.numpy().T @ ((probs - y.numpy()) * probs * (1.0 - probs)) / 6
assert np.allclose(gradient(squashed, mse), brier, atol=1e-5)
print("OBSERVED clean", "sigmoid meets the probability loss")
