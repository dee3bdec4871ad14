# framework: tensorflow
# verdict: clean
# seen: sensitivity has shape [2, 4]
import numpy as np
import tensorflow as tf
from tensorflow import keras

model = keras.Sequential([keras.Input((4,)), keras.layers.Dense(3)])
samples = np.random.default_rng(0).normal(size=(2, 4)).astype(np.float32)


def input_sensitivity(batch, klass):
    batch = tf.convert_to_tensor(batch)
    with tf.GradientTape() as tape:
        tape.watch(batch)
        score = model(batch)[:, klass]
    return tape.gradient(score, batch)


sensitivity = input_sensitivity(samples, 1)
column = model.get_weights()[0][:, 1]
assert np.allclose(sensitivity, np.tile(column, (2, 1)), atol=1e-6)
print("OBSERVED clean", "sensitivity has shape", sensitivity.shape.as_list())
