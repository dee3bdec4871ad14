import keras
from keras import layers

from lib.base import RegularisedModel


class WideDeep(RegularisedModel):
    def __init__(self, hidden, penalty=1e-3):
        super().__init__(penalty)
        self.deep = [layers.Dense(h, activation="tanh") for h in hidden]
        self.wide = layers.Dense(1, use_bias=False)
        self.out = layers.Dense(1)

    def call(self, x, training=False):
        h = x
        for layer in self.deep:
            h = layer(h)
        return self.out(h) + self.wide(x)


class WarmupSchedule(keras.optimizers.schedules.LearningRateSchedule):
    def __init__(self, peak, steps):
        self.peak, self.steps = peak, steps

    def __call__(self, step):
        step = keras.ops.cast(step, "float32")
        return self.peak * keras.ops.minimum(1.0, (step + 1.0) / self.steps)
