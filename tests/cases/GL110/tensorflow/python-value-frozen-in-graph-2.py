# framework: tensorflow
# verdict: wrong
# seen: perturbation identical in every epoch
import numpy as np
import tensorflow as tf
from tensorflow import keras


class NoisyRegressor(keras.Model):
    def __init__(self):
        super().__init__()
        self.head = keras.layers.Dense(1, use_bias=False, kernel_initializer="zeros")

    def call(self, x, training=False):
        if training:
            noise = np.random.normal(scale=0.5, size=(4, 2))  # HAZARD GL110
            x = x + tf.constant(noise, tf.float32)
        return self.head(x)


model = NoisyRegressor()
model.compile(keras.optimizers.SGD(1.0), loss="mse")
x, y = np.ones((4, 2), "float32"), np.ones((4, 1), "float32")
steps = []
for _ in range(3):
    model.fit(x, y, batch_size=4, epochs=1, verbose=0)
    steps.append(model.head.get_weights()[0].copy())
    model.head.set_weights([np.zeros((2, 1), "float32")])
assert np.array_equal(steps[0], steps[1]) and np.array_equal(steps[1], steps[2])
print("OBSERVED wrong", "perturbation identical in every epoch")
