# framework: tensorflow
# verdict: clean
# seen: the weights move
import numpy as np
import tensorflow as tf
from tensorflow import keras


class Classifier(keras.Model):
    def __init__(self, net):
        super().__init__()
        self.net = net
        self.ce = keras.losses.SparseCategoricalCrossentropy(from_logits=True)

    def call(self, x):
        return self.net(x)

    def train_step(self, data):
        x, y = data
        with tf.GradientTape() as tape:
            loss = self.ce(y, self.net(x))
            scaled = self.optimizer.scale_loss(loss)
        weights = self.net.trainable_variables
        grads = tape.gradient(scaled, weights)
        self.optimizer.apply_gradients(zip(grads, weights))
        return {"loss": loss}


net = keras.Sequential([keras.Input((4,)), keras.layers.Dense(3)])
model = Classifier(net)
optimizer = keras.optimizers.LossScaleOptimizer(keras.optimizers.SGD(0.1))
model.compile(optimizer=optimizer, run_eagerly=True)
model.fit(np.ones((8, 4), "float32"), np.zeros(8, "int32"), verbose=0)
