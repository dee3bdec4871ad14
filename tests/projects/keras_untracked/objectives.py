import tensorflow as tf


def agreement(a, b):
    a = tf.stop_gradient(tf.math.l2_normalize(a, axis=-1))  # HAZARD stopped-prediction GL401
    b = tf.math.l2_normalize(b, axis=-1)
    return 1.0 - tf.reduce_mean(tf.reduce_sum(a * b, axis=-1))
