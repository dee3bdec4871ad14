# framework: tensorflow
# verdict: raises
# seen: Keras traces the layer while the model is put together, also with run_eagerly
import keras
import numpy as np
from keras import layers


class Ranked(layers.Layer):
    def call(self, inputs):
        return np.sort(inputs, axis=-1)  # HAZARD GL101


def build():
    inputs = keras.Input((4,))
    hidden = layers.Dense(8, activation="relu")(inputs)
    return keras.Model(inputs, layers.Dense(1)(Ranked()(hidden)))


model = build()
model.compile(optimizer="sgd", loss="mse", run_eagerly=True)
model.fit(np.ones((4, 4)), np.ones((4, 1)))
