# framework: tensorflow
# verdict: clean
# seen: the weights move
import keras
import numpy as np
import tensorflow as tf


class Net(keras.Model):
    def __init__(self):
        super().__init__()
        self.d = keras.layers.Dense(1)

    def call(self, x):
        return self.d(x)

    def train_step(self, data):
        x, y = data
        with tf.GradientTape() as tape:
            loss = tf.reduce_mean((self(x, training=True) - y) ** 2)
            scaled = self.optimizer.scale_loss(loss)
        grads = tape.gradient(scaled, self.trainable_variables)
        self.optimizer.apply_gradients(zip(grads, self.trainable_variables))
        return {"loss": loss}


keras.utils.set_random_seed(0)
net = Net()
net.compile(optimizer=keras.mixed_precision.LossScaleOptimizer(keras.optimizers.SGD(0.05)))
x, y = np.ones((8, 3), "float32"), 5 * np.ones((8, 1), "float32")
net(x)
w = net.get_weights()[0]
net.fit(x, y, epochs=8, batch_size=8, verbose=0)
broken = np.abs(w - net.get_weights()[0]).max() < 0.01
assert not broken
