import tensorflow as tf


def distortion(original, decoded):
    return tf.reduce_mean(tf.square(original - decoded))


def psnr(original, decoded):
    mse = distortion(original, decoded).numpy()
    return float(-10.0 * tf.experimental.numpy.log10(mse))
