# framework: tensorflow
# verdict: raises
# seen: AttributeError: 'SymbolicTensor' object has no attribute 'numpy'
import keras
import numpy as np
import tensorflow as tf


class FocalClassifier(keras.Model):
    def __init__(self):
        super().__init__()
        self.score = keras.layers.Dense(1)

    def call(self, x):
        return self.score(x)

    def train_step(self, data):
        x, y = data
        with tf.GradientTape() as tape:
            ce = tf.nn.sigmoid_cross_entropy_with_logits(labels=y, logits=self(x, training=True))
            focus = (1.0 - tf.exp(-ce).numpy()) ** 2  # HAZARD GL102
            loss = tf.reduce_mean(focus * ce)
        grads = tape.gradient(loss, self.trainable_variables)
        self.optimizer.apply_gradients(zip(grads, self.trainable_variables))
        return {"loss": loss}


model = FocalClassifier()
model.compile(optimizer=keras.optimizers.SGD(0.1))
x = np.random.default_rng(1).normal(size=(8, 3)).astype(np.float32)
y = (x[:, :1] > 0).astype(np.float32)
model.fit(x, y, batch_size=4, verbose=0)
