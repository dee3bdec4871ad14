# framework: tensorflow
# verdict: clean
# seen: kernel after one step [0.125, 0.75] (2, 1)
import keras
import numpy as np
import tensorflow as tf


class LogisticModel(keras.Model):
    def __init__(self):
        super().__init__()
        self.score = keras.layers.Dense(1, use_bias=False, kernel_initializer="zeros")
        self.tracker = keras.metrics.Mean(name="loss")

    @property
    def metrics(self):
        return [self.tracker]

    def call(self, x):
        return self.score(x)

    def train_step(self, data):
        x, y = data
        with tf.GradientTape() as tape:
            logits = self(x, training=True)
            loss = tf.reduce_mean(tf.nn.sigmoid_cross_entropy_with_logits(labels=y, logits=logits))
        grads = tape.gradient(loss, self.trainable_variables)
        self.optimizer.apply_gradients(zip(grads, self.trainable_variables))
        self.tracker.update_state(loss)
        return {"loss": self.tracker.result()}


model = LogisticModel()
model.compile(optimizer=keras.optimizers.SGD(1.0))
x = np.array([[1.0, 2.0], [0.5, -1.0]], np.float32)
y = np.array([[1.0], [0.0]], np.float32)
model.fit(x, y, batch_size=2, verbose=0)
kernel = model.score.kernel.numpy()
assert np.allclose(kernel, -(x.T @ (0.5 - y)) / 2, atol=1e-6)
print("OBSERVED clean", "kernel after one step", kernel[:, 0].round(3).tolist(), model(x).numpy().shape)
