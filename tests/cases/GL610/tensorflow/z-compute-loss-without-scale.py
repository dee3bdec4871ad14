# framework: tensorflow
# verdict: wrong
# seen: no weight moves by 0.01 in eight steps
import keras
import numpy as np
import tensorflow as tf


class Denoiser(keras.Model):
    def __init__(self):
        super().__init__()
        self.body = keras.Sequential(
            [keras.layers.Dense(8, activation="relu"), keras.layers.Dense(1, dtype="float32")]
        )

    def call(self, x):
        return self.body(x)

    def train_step(self, data):
        x, y = data
        with tf.GradientTape() as tape:
            out = self(x, training=True)
            loss = self.compute_loss(x=x, y=y, y_pred=out)
        variables = self.trainable_weights
        grads = tape.gradient(loss, variables)  # HAZARD GL610
        self.optimizer.apply(grads, variables)
        return {"loss": loss}


keras.utils.set_random_seed(0)
inner = keras.optimizers.SGD(0.05)
opt = keras.mixed_precision.LossScaleOptimizer(inner)
net = Denoiser()
net.compile(optimizer=opt, loss="mse")
x, y = np.ones((8, 3), "float32"), 5 * np.ones((8, 1), "float32")
net(x)
w = net.get_weights()[0]
net.fit(x, y, epochs=8, batch_size=8, verbose=0)
broken = np.abs(w - net.get_weights()[0]).max() < 0.01
assert broken
