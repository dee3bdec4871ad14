# framework: tensorflow
# verdict: clean
# seen: the table comes from elsewhere and is an array of NumPy
import numpy as np
import tensorflow as tf
from tensorflow.keras.layers import *
from tensorflow.keras.models import *


def prepare(table):
    table = table[:, :2] / 2.0
    table[table < 0] = 0.0
    table[0] += 1.0
    return table


vars().update(measurements=np.full((3, 2), -1.0, dtype="float32"))
head = Dense(1)
inputs = concatenate([prepare(measurements), tf.ones((3, 1))])
with tf.GradientTape() as tape:
    loss = tf.reduce_sum(head(inputs))
grads = tape.gradient(loss, head.trainable_variables)
assert grads[0].shape == (3, 1)
print("OBSERVED clean", grads[0].shape)
