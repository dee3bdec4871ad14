import tensorflow as tf

from pde.boundary import boundary_loss
from pde.residual import burgers


class Solver:
    def __init__(self, net, rate=1e-3):
        self.net = net
        self.opt = tf.keras.optimizers.Adam(rate)

    def losses(self, points, x):
        return {
            "pde": tf.reduce_mean(tf.square(burgers(self.net, points))),
            "ic": boundary_loss(self.net, x),
        }

    def step(self, points, x):
        with tf.GradientTape() as tape:
            parts = self.losses(points, x)
            total = tf.add_n(list(parts.values()))
        grads = tape.gradient(total, self.net.trainable_variables)
        self.opt.apply_gradients(zip(grads, self.net.trainable_variables))
        return {k: float(v) for k, v in parts.items()}
