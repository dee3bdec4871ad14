# framework: tensorflow
# verdict: clean
# seen: the loss falls: fit() calls train_step() before the name is bound to the copy
import numpy as np
import tensorflow as tf
from tensorflow import keras


class Encoder(keras.Model):
    def __init__(self, inner, **named):
        super().__init__(**named)
        self.inner = inner
        self.tracker = keras.metrics.Mean(name="loss")

    def call(self, x, training=False):
        return encoder(x, training=training)

    def train_step(self, x):
        with tf.GradientTape() as tape:
            loss = tf.reduce_mean(tf.square(self(x, training=True) - 1.0))
        grads = tape.gradient(loss, self.trainable_variables)
        self.optimizer.apply_gradients(zip(grads, self.trainable_variables))
        self.tracker.update_state(loss)
        return {"loss": self.tracker.result()}


inputs = keras.Input((3,))
encoder = keras.Model(inputs, keras.layers.Dense(2)(inputs))
both = Encoder(encoder)
both.compile(optimizer=keras.optimizers.SGD(0.1))
data = np.ones((8, 3), np.float32)
losses = both.fit(data, epochs=2, verbose=0).history["loss"]
assert losses[1] < losses[0]
encoder = keras.models.clone_model(encoder)
print(encoder(data).shape)
