import keras
from keras import layers

from models.blocks import ConvBlock, SqueezeExcite


class SignalNet(keras.Model):
    def __init__(self, filters, classes):
        super().__init__()
        self.block = ConvBlock(filters)
        self.excite = SqueezeExcite()
        self.pool = layers.GlobalAveragePooling1D()
        self.out = layers.Dense(classes)

    def call(self, x, training=False):
        return self.out(self.pool(self.excite(self.block(x))))
