import tensorflow as tf


def masked_mse(prediction, target, mask):
    squared = tf.square(prediction - target) * mask
    return tf.math.divide_no_nan(tf.reduce_sum(squared), tf.reduce_sum(mask))


def safe_norm(x):
    squared = tf.reduce_sum(tf.square(x), axis=-1)
    positive = squared > 0
    guarded = tf.where(positive, squared, tf.ones_like(squared))
    return tf.where(positive, tf.sqrt(guarded), tf.zeros_like(squared))


def objective(model, x, target, mask):
    hidden, prediction = model(x)
    return masked_mse(prediction, target, mask) + 0.01 * tf.reduce_mean(safe_norm(hidden))
