import tensorflow as tf


def gradient_penalty(critic, points):
    with tf.GradientTape() as inner:
        inner.watch(points)
        scores = critic(points)
    slopes = inner.gradient(scores, points)
    norm = tf.sqrt(tf.reduce_sum(tf.square(slopes), axis=-1) + 1e-8)
    return tf.reduce_mean(tf.square(norm - 1.0))
