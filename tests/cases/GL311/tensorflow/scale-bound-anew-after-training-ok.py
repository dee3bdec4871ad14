# framework: tensorflow
# verdict: clean
# seen: the gradient is not None: the head that train_step() uses is the one that it was built with
import numpy as np
import tensorflow as tf
from tensorflow import keras

head = keras.Sequential([keras.Input((2,)), keras.layers.Dense(1)])


class Trainer(keras.Model):
    def __init__(self, part):
        super().__init__()
        self.part = part

    def call(self, x):
        return head(x)

    def train_step(self, batch):
        with tf.GradientTape() as tape:
            loss = tf.reduce_mean(head(batch) ** 2)
        grads = tape.gradient(loss, self.part.trainable_variables)
        self.optimizer.apply_gradients(zip(grads, self.part.trainable_variables))
        return {"loss": loss}


trainer = Trainer(head)
trainer.compile(optimizer="sgd")
trainer.fit(np.ones((4, 2), np.float32), verbose=0)
head = keras.Sequential([keras.Input((2,)), keras.layers.Dense(1)])
print(head(np.ones((4, 2), np.float32)).shape)
