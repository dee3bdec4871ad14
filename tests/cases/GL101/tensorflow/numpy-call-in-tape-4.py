# framework: tensorflow
# verdict: none
# seen: none
import numpy as np
import tensorflow as tf


class PINN(tf.Module):
    def __init__(self, width=8):
        super().__init__()
        self.w1 = tf.Variable(tf.random.normal((1, width), seed=1))
        self.b1 = tf.Variable(tf.zeros(width))
        self.w2 = tf.Variable(tf.random.normal((width, 1), seed=2))

    def __call__(self, t):
        h = np.tanh(t @ self.w1 + self.b1)  # HAZARD GL101
        return h @ self.w2


def residual_loss(net, t):
    u = net(t)
    return tf.reduce_mean((u - tf.sin(t)) ** 2)


net = PINN()
t = tf.reshape(tf.linspace(0.0, 1.0, 6), (-1, 1))
with tf.GradientTape() as tape:
    loss = residual_loss(net, t)
grads = tape.gradient(loss, [net.w1, net.w2])
print("OBSERVED", "none" if grads[0] is None and grads[1] is not None else "clean")
