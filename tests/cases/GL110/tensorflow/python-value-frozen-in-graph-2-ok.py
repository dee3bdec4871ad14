# framework: tensorflow
# verdict: clean
# seen: fresh noise each epoch, fixed features
import numpy as np
import tensorflow as tf
from tensorflow import keras


class NoisyRegressor(keras.Model):
    def __init__(self):
        super().__init__()
        self.basis = np.random.normal(size=(2, 3)).astype("float32")
        self.head = keras.layers.Dense(1, use_bias=False, kernel_initializer="zeros")

    def call(self, x, training=False):
        if training:
            x = x + tf.random.normal(tf.shape(x), stddev=0.5)
        return self.head(tf.matmul(x, self.basis))


np.random.seed(3)
model = NoisyRegressor()
model.compile(keras.optimizers.SGD(1.0), loss="mse")
order = np.random.permutation(4)
x, y = np.ones((4, 2), "float32")[order], np.ones((4, 1), "float32")
steps = []
for _ in range(3):
    model.fit(x, y, batch_size=4, epochs=1, verbose=0)
    steps.append(model.head.get_weights()[0].copy())
    model.head.set_weights([np.zeros((3, 1), "float32")])
assert not np.array_equal(steps[0], steps[1]) and not np.array_equal(steps[1], steps[2])
with tf.GradientTape() as tape:
    loss = tf.reduce_mean(tf.square(model(x) - y))
(grad,) = tape.gradient(loss, model.trainable_variables)
assert np.allclose(grad[:, 0], -2.0 * model.basis.sum(axis=0), atol=1e-5)
print("OBSERVED clean", "fresh noise each epoch, fixed features")
