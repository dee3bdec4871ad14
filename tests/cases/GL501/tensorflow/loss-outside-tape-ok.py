# framework: tensorflow
# verdict: clean
# seen: kernel after one step [-0.25, -4.5]
import keras
import numpy as np
import tensorflow as tf


class Regressor(keras.Model):
    def __init__(self):
        super().__init__()
        self.out = keras.layers.Dense(1, use_bias=False, kernel_initializer="ones")
        self.mae = keras.metrics.MeanAbsoluteError(name="mae")

    @property
    def metrics(self):
        return [self.mae]

    def call(self, x):
        return self.out(x)

    def train_step(self, data):
        x, y = data
        with tf.GradientTape() as tape:
            y_pred = self(x, training=True)
            loss = tf.reduce_mean(tf.square(y - y_pred))
        rmse = tf.sqrt(loss)
        grads = tape.gradient(loss, self.trainable_variables)
        self.optimizer.apply_gradients(zip(grads, self.trainable_variables))
        self.mae.update_state(y, y_pred)
        return {"rmse": rmse, "mae": self.mae.result()}


model = Regressor()
model.compile(optimizer=keras.optimizers.SGD(1.0))
x, y = np.array([[1.0, 2.0], [0.5, -1.0]], np.float32), np.array([[1.0], [1.0]], np.float32)
model.fit(x, y, batch_size=2, verbose=0)
expected = 1.0 - x.T @ (x.sum(axis=1, keepdims=True) - y)
assert np.allclose(model.out.get_weights()[0], expected, atol=1e-5)
print("OBSERVED clean", "kernel after one step", [round(float(v), 3) for v in expected[:, 0]])
