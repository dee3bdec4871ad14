import tensorflow as tf


def pinball(levels):
    weights = tf.constant(levels)[None]

    def loss(target, predicted):
        error = target - predicted
        return tf.reduce_mean(tf.maximum(weights * error, (weights - 1.0) * error))

    return loss


def crossing(predicted):
    gap = predicted[:, :-1] - predicted[:, 1:]
    broken = tf.cast(gap > 0.0, tf.float32)  # HAZARD crossing-count GL403
    return tf.reduce_mean(tf.reduce_sum(broken, -1))
