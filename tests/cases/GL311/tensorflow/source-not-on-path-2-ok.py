# framework: tensorflow
# verdict: clean
# seen: heat map (1, 6, 6)
import numpy as np
import tensorflow as tf
from tensorflow import keras

keras.utils.set_random_seed(0)
inputs = keras.Input((8, 8, 1))
maps = keras.layers.Conv2D(3, 3, activation="relu", name="last_conv")(inputs)
logits = keras.layers.Dense(2)(keras.layers.GlobalAveragePooling2D()(maps))
model = keras.Model(inputs, [maps, logits])


def grad_cam(image, label):
    with tf.GradientTape() as tape:
        activation, scores = model(image)
        score = tf.reduce_sum(scores[:, label])
    slope = tape.gradient(score, activation)
    importance = tf.reduce_mean(slope, axis=(1, 2), keepdims=True)
    return slope, tf.reduce_sum(importance * activation, axis=-1)


slope, heat = grad_cam(tf.random.uniform((1, 8, 8, 1)), 1)
kernel = model.get_weights()[2]
assert np.allclose(slope, kernel[:, 1] / 36.0, atol=1e-6)
print("OBSERVED clean", "heat map", tuple(heat.shape))
