import tensorflow as tf


def ranking_loss(labels, scores):
    return tf.reduce_mean(tf.nn.sparse_softmax_cross_entropy_with_logits(labels=labels, logits=scores))


def decay(variables, rate):
    return rate * tf.add_n([tf.nn.l2_loss(v) for v in variables if len(v.shape) > 1])
