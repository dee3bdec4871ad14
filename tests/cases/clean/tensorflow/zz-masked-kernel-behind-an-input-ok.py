# framework: tensorflow
# verdict: clean
# seen: build() makes its mask with NumPy, and the loss is one that a layer adds
import keras
import numpy as np
from keras import layers, ops


class MaskedDense(layers.Layer):
    def __init__(self, units):
        super().__init__()
        self.dense = layers.Dense(units)

    def build(self, input_shape):
        self.dense.build(input_shape)
        shape = ops.shape(self.dense.kernel)
        self.mask = np.zeros(shape=shape, dtype="float32")
        self.mask[: shape[0] // 2] = 1.0

    def call(self, inputs):
        return ops.matmul(inputs, self.dense.kernel * self.mask)


class Residual(layers.Layer):
    def __init__(self, units):
        super().__init__()
        self.inner = MaskedDense(units)

    def call(self, inputs):
        return inputs + self.inner(inputs)


class Endpoint(layers.Layer):
    def call(self, logits, targets):
        self.add_loss(ops.mean(ops.square(logits - targets)))
        return ops.softmax(logits)


inputs, targets = keras.Input((4,)), keras.Input((1,))
logits = layers.Dense(1)(Residual(4)(inputs))
model = keras.Model([inputs, targets], Endpoint()(logits, targets))
model.compile(keras.optimizers.SGD(0.1))
start = np.array(model.trainable_variables[-1])
model.fit([np.ones((8, 4)), np.ones((8, 1))], epochs=1, verbose=0)
print("OBSERVED", "clean" if not np.array_equal(start, model.trainable_variables[-1]) else "zero")
