# framework: tensorflow
# verdict: raises
# seen: AttributeError: 'SymbolicTensor' object has no attribute 'numpy'
"""Self-paced learning: the hardness threshold is computed by a helper that asks for host numbers."""
import keras
import numpy as np
import tensorflow as tf


class SelfPaced(keras.Model):
    def __init__(self, net, quantile=0.8):
        super().__init__()
        self.net, self.quantile = net, quantile
        self.kept = keras.metrics.Mean(name="kept")

    def call(self, x, training=False):
        return self.net(x, training=training)

    def _weights(self, losses):
        ordered = tf.sort(losses)
        cut = int(self.quantile * ordered.shape[0])
        threshold = ordered.numpy()[cut]  # HAZARD GL102
        return tf.cast(losses <= threshold, tf.float32)

    def train_step(self, data):
        x, y = data
        with tf.GradientTape() as tape:
            logits = self(x, training=True)
            losses = keras.losses.sparse_categorical_crossentropy(y, logits, from_logits=True)
            weights = self._weights(losses)
            loss = tf.reduce_sum(losses * weights) / tf.maximum(tf.reduce_sum(weights), 1.0)
        grads = tape.gradient(loss, self.trainable_variables)
        self.optimizer.apply_gradients(zip(grads, self.trainable_variables))
        self.kept.update_state(weights)
        return {"loss": loss, "kept": self.kept.result()}


def make():
    return SelfPaced(keras.Sequential([keras.Input((4,)), keras.layers.Dense(8, "relu"), keras.layers.Dense(3)]))


if __name__ == "__main__":
    rng = np.random.default_rng(0)
    x = rng.normal(size=(32, 4)).astype("float32")
    y = np.argmax(x[:, :3], axis=1)
    model = make()
    model.compile(optimizer=keras.optimizers.Adam(1e-2))
    model.fit(x, y, batch_size=16, epochs=1, verbose=0)
