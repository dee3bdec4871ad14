# framework: tensorflow
# verdict: raises
# seen: ValueError: Passed in object
import numpy as np
import tensorflow as tf
from tensorflow import keras

model = keras.Sequential([keras.Input((4,)), keras.layers.Dense(3)])
samples = np.random.default_rng(0).normal(size=(2, 4)).astype(np.float32)


def input_sensitivity(batch, klass):
    with tf.GradientTape() as tape:
        tape.watch(batch)  # HAZARD GL307
        score = model(batch)[:, klass]
    return tape.gradient(score, batch)


print(input_sensitivity(samples, 1))
