# framework: tensorflow
# verdict: raises
# seen: TypeError: 'tensorflow.python.framework.ops.EagerTensor' object does not support item assignment
import tensorflow as tf


def mask_diagonal(scores):
    for i in range(scores.shape[0]):
        scores[i, i] = -1e9  # HAZARD GL207
    return tf.nn.softmax(scores)


w = tf.Variable(tf.ones((3, 3)))
with tf.GradientTape() as tape:
    loss = tf.reduce_sum(mask_diagonal(w @ w))
tape.gradient(loss, w)
