# framework: tensorflow
# verdict: none
# seen: the running mean of the metric is no function of the weights any more
"""A step that backpropagates the smoothed loss instead of the loss of the batch."""
import keras
import numpy as np
import tensorflow as tf


class Smoothed:
    def __init__(self, model):
        self.model = model
        self.loss_fn = keras.losses.MeanSquaredError()
        self.mean = keras.metrics.Mean()
        self.opt = keras.optimizers.SGD(0.1)

    def forward(self, x, y):
        value = self.loss_fn(y, self.model(x, training=True))
        self.mean.update_state(value)
        return self.mean.result()  # HAZARD GL107

    def step(self, x, y):
        with tf.GradientTape() as tape:
            loss = self.forward(x, y)
        grads = tape.gradient(loss, self.model.trainable_variables)
        live = [(g, v) for g, v in zip(grads, self.model.trainable_variables) if g is not None]
        if live:
            self.opt.apply_gradients(live)
        return float(loss), len(live)

    def epoch(self, batches):
        self.mean.reset_state()
        return [self.step(*batch) for batch in batches]


if __name__ == "__main__":
    x = np.random.default_rng(0).normal(size=(16, 3)).astype("float32")
    trainer = Smoothed(keras.Sequential([keras.Input((3,)), keras.layers.Dense(1)]))
    out = trainer.epoch(tf.data.Dataset.from_tensor_slices((x, x[:, :1])).batch(8))
    assert all(n == 0 for _, n in out)
