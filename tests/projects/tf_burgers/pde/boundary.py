import numpy as np
import tensorflow as tf


def initial(x):
    return -np.sin(np.pi * x)


def boundary_loss(net, x):
    t0 = tf.zeros_like(x)
    pred = net(tf.concat([x, t0], axis=1))
    return tf.reduce_mean(tf.square(pred.numpy() - initial(x)))  # HAZARD numpy-pred GL101,GL102
