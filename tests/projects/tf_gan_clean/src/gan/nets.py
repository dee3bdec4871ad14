import keras
from keras import layers


def make_generator(latent):
    return keras.Sequential([keras.Input((latent,)), layers.Dense(16, activation="elu"), layers.Dense(2)], name="generator")


def make_critic():
    return keras.Sequential([keras.Input((2,)), layers.Dense(16, activation="elu"), layers.Dense(1)], name="critic")
