# framework: tensorflow
# verdict: clean
# seen: every weight is trainable
import numpy as np
import tensorflow as tf
from tensorflow import keras

keras.utils.set_random_seed(0)
model = keras.Sequential(
    [keras.Input((4,)), keras.layers.Dense(3, activation="tanh"), keras.layers.Dense(1, use_bias=False)]
)
optimizer = keras.optimizers.SGD(0.1)
x, y = tf.random.normal((6, 4)), tf.zeros((6, 1))
with tf.GradientTape() as tape:
    pred = model(x, training=True)
    loss = tf.reduce_mean(tf.square(pred - y))
grads = tape.gradient(loss, model.weights)
hidden = model.layers[0](x).numpy()
assert np.allclose(grads[2], 2.0 * hidden.T @ pred.numpy() / 6, atol=1e-5)
optimizer.apply_gradients(zip(grads, model.weights))
assert len(grads) == len(model.trainable_weights)
print("OBSERVED clean", "every weight is trainable")
