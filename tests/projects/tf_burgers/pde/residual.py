import tensorflow as tf


def burgers(net, points, nu=0.01):
    with tf.GradientTape() as outer:
        outer.watch(points)
        with tf.GradientTape() as inner:
            inner.watch(points)
            u = net(points)
        du = inner.gradient(u, points)
        u_x = du[:, 0:1]
        u_t = du[:, 1:2]
    u_xx = outer.gradient(u_x, points)[:, 0:1]
    return u_t + u * u_x - nu * u_xx
