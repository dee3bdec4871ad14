import keras
from keras import layers


def small_mlp(dim, hidden):
    return keras.Sequential([keras.Input((dim,)), layers.Dense(hidden, activation="tanh"), layers.Dense(1)])
