# framework: tensorflow
# verdict: wrong
# seen: the factor is the same in all calls
import random

import tensorflow as tf

w = tf.Variable(tf.ones((3, 1)))


def jitter(x):
    return x * random.uniform(0.9, 1.1)  # HAZARD GL110


@tf.function
def step(x):
    return tf.reduce_mean((jitter(x) @ w) ** 2)


for x in tf.data.Dataset.from_tensors(tf.ones((2, 3))).repeat(3):
    with tf.GradientTape() as tape:
        loss = step(x)
    print(tape.gradient(loss, w))
