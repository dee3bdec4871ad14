# framework: tensorflow
# verdict: clean
# seen: a name that no star import exports is what the rest of the script made it
import numpy as np
import tensorflow as tf
from tensorflow.keras import *
from tensorflow.keras.layers import *


class Batches:
    def __init__(self, rows, size):
        self.rows, self.size = rows, size

    def __iter__(self):
        for start in range(0, len(self.rows), self.size):
            batch = self.rows[start : start + self.size].copy()
            for i in range(len(batch)):
                batch[i] = batch[i] * np.random.uniform(0.9, 1.1)
            yield batch


globals()["train_x"] = np.ones((4, 2), dtype="float32")
model = Sequential([Input((2,)), Dense(3, activation="relu"), Dense(1)])
for rows in Batches(train_x, 2):
    with tf.GradientTape() as tape:
        loss = tf.reduce_mean(model(rows) ** 2)
    grads = tape.gradient(loss, model.trainable_variables)
assert all(each is not None for each in grads)
print("OBSERVED clean", len(grads))
