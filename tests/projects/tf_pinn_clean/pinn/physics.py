import tensorflow as tf

from pinn.derivatives import first_and_second


def oscillator_residual(net, t, damping, stiffness):
    u, du, ddu = first_and_second(net, t)
    return tf.reduce_mean(tf.square(ddu + damping * du + stiffness * u))


def boundary(net):
    zero = tf.zeros([1, 1])
    return tf.reduce_sum(tf.square(net(zero) - 1.0))
