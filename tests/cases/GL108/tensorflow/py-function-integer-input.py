# framework: tensorflow
# verdict: raises
# seen: InvalidArgumentError: {{function_node __wrapped__EagerPyFunc
import tensorflow as tf

lengths = tf.constant([2, 3, 1])
scores = tf.Variable(tf.ones((3, 4)))


def masked_mean(rows, sizes):
    keep = tf.sequence_mask(sizes, maxlen=4, dtype=tf.float32)
    return tf.reduce_sum(rows * keep) / tf.reduce_sum(keep)


with tf.GradientTape() as tape:
    pooled = tf.py_function(masked_mean, [scores, lengths], tf.float32)  # HAZARD GL108
    loss = tf.square(pooled - 0.5)
print(tape.gradient(loss, scores))
