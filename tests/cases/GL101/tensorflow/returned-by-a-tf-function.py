# framework: tensorflow
# verdict: raises
# seen: NotImplementedError: in user code:
import numpy as np
import tensorflow as tf

slope, offset = tf.Variable(0.3), tf.Variable(0.0)


@tf.function
def log_likelihood(x, y):
    logits = slope * x + offset
    return -np.sum(tf.nn.sigmoid_cross_entropy_with_logits(labels=y, logits=logits))  # HAZARD GL101


x, y = tf.constant([-1.0, 0.5, 2.0]), tf.constant([0.0, 1.0, 1.0])
with tf.GradientTape() as tape:
    loss = -log_likelihood(x, y)
print(tape.gradient(loss, [slope, offset]))
