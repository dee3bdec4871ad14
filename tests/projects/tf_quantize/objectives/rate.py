import numpy as np
import tensorflow as tf


def rate_penalty(codes):
    magnitude = np.log1p(np.abs(codes.numpy()))  # HAZARD numpy-rate GL101,GL102,GL103
    return tf.reduce_mean(tf.constant(magnitude))
