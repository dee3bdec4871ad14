# framework: tensorflow
# verdict: raises
# seen: NotImplementedError: in user code:
import numpy as np
import tensorflow as tf

w = tf.Variable([1.0, 2.0])


@tf.function
def train_step(x):
    with tf.GradientTape() as tape:
        logits = x * w
        probs = np.exp(logits) / tf.reduce_sum(tf.exp(logits))  # HAZARD GL101
        loss = -tf.reduce_sum(probs)
    return tape.gradient(loss, w)


train_step(tf.constant([1.0, 3.0]))
