# framework: tensorflow
"""A loss written for any Keras backend stays free of TensorFlow."""

import keras
import numpy as np
from keras import ops

keras.utils.set_random_seed(3)


def margin_loss(wanted, scores):
    return ops.mean(ops.log(1 + ops.exp(-wanted * scores)))


model = keras.Sequential([keras.Input((3,)), keras.layers.Dense(1)])
model.compile("sgd", loss=margin_loss)
rows = np.linspace(-1.0, 1.0, 12, dtype="float32").reshape(4, 3)
signs = np.array([[1.0], [-1.0], [1.0], [-1.0]], dtype="float32")
first_loss = model.evaluate(rows, signs, verbose=0)
