import keras

from layers_lib import scale  # noqa: F401
from layers_lib.registry import LAYERS


def build_projector(dim, out, scaling):
    inputs = keras.Input((dim,))
    h = keras.layers.Dense(16, activation="relu")(inputs)
    h = LAYERS[scaling]()(h)
    return keras.Model(inputs, keras.layers.Dense(out)(h))
