import keras
from keras import layers


class GatedMix(layers.Layer):
    def __init__(self, units, branches=2, **kwargs):
        super().__init__(**kwargs)
        self.branches = [layers.Dense(units, activation="tanh") for _ in range(branches)]
        self.gates = {"mix": layers.Dense(branches)}

    def build(self, shape):
        for layer in [*self.branches, self.gates["mix"]]:
            layer.build(shape)
        self.scale = self.add_weight(shape=(), initializer="ones", name="scale")

    def call(self, x):
        weight = keras.ops.softmax(self.gates["mix"](x), axis=-1)
        mixed = keras.ops.stack([b(x) for b in self.branches], axis=-1)
        return self.scale * keras.ops.sum(mixed * weight[:, None, :], axis=-1)
