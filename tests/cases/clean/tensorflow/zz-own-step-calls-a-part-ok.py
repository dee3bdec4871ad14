# framework: tensorflow
# verdict: clean
# seen: the generator learns, and call() is only used to look at pictures
import numpy as np
import tensorflow as tf


class Painter(tf.keras.Model):
    def __init__(self):
        super().__init__()
        self.generator = tf.keras.Sequential([tf.keras.layers.Dense(8, activation="relu"), tf.keras.layers.Dense(4)])

    def call(self, noise):
        pictures = self.generator(noise)
        return np.clip((pictures * 0.5 + 0.5) * 255, 0, 255).astype(np.uint8)

    def train_step(self, data):
        noise = tf.random.normal((tf.shape(data)[0], 3))
        with tf.GradientTape() as tape:
            loss = tf.reduce_mean((self.generator(noise) - data) ** 2)
        weights = self.generator.trainable_weights
        self.optimizer.apply_gradients(zip(tape.gradient(loss, weights), weights))
        return {"loss": loss}


tf.random.set_seed(0)
painter = Painter()
painter.compile(optimizer=tf.keras.optimizers.Adam(0.01))
painter.fit(tf.random.normal((16, 4)), epochs=1, batch_size=8, verbose=0)
print(painter(tf.random.normal((2, 3))).shape)
