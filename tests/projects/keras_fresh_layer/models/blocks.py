import keras
from keras import layers


class SqueezeExcite(layers.Layer):
    def __init__(self, ratio=4, **kwargs):
        super().__init__(**kwargs)
        self.ratio = ratio

    def build(self, shape):
        self.channels = shape[-1]

    def call(self, x):
        squeezed = keras.ops.mean(x, axis=1)
        hidden = layers.Dense(self.channels // self.ratio, activation="relu")(squeezed)  # HAZARD dense-in-call-reduce GL309
        scale = layers.Dense(self.channels, activation="sigmoid")(hidden)  # HAZARD dense-in-call-expand GL309
        return x * keras.ops.expand_dims(scale, 1)


class ConvBlock(layers.Layer):
    def __init__(self, filters, **kwargs):
        super().__init__(**kwargs)
        self.steps = [layers.Conv1D(filters, 3, padding="same"), layers.LayerNormalization(), layers.Activation("relu")]

    def call(self, x):
        for step in self.steps:
            x = step(x)
        return x
