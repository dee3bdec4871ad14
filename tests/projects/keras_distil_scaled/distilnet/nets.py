from tensorflow import keras
from tensorflow.keras import layers


def small_net(classes, width=16):
    inputs = keras.Input((8,))
    h = layers.Dense(width, activation="relu", name="body")(inputs)
    h = layers.BatchNormalization()(h)
    return keras.Model(inputs, layers.Dense(classes, name="logits")(h))
