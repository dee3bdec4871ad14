# framework: tensorflow
# verdict: clean
# seen: gradient as expected
import numpy as np
import tensorflow as tf

SCALE = np.sqrt(2.0)


class PINN(tf.Module):
    def __init__(self, width=8):
        super().__init__()
        rng = np.random.default_rng(0)
        self.w1 = tf.Variable(rng.normal(size=(1, width)).astype(np.float32) * np.float32(SCALE))
        self.b1 = tf.Variable(np.zeros(width, np.float32))
        self.w2 = tf.Variable(rng.normal(size=(width, 1)).astype(np.float32))

    def __call__(self, t):
        h = tf.tanh(t @ self.w1 + self.b1)
        return h @ self.w2 / np.sqrt(h.shape[-1])


def residual_loss(net, t, noise):
    u = net(t)
    target = np.sin(t) + noise
    return tf.reduce_mean((u - target) ** 2) * np.pi


net = PINN()
t = tf.reshape(tf.linspace(0.0, 1.0, 6), (-1, 1))
noise = np.random.default_rng(1).normal(size=(6, 1)).astype(np.float32)
opt = tf.keras.optimizers.Adam(0.01)
curve = []
for _ in range(5):
    with tf.GradientTape() as tape:
        loss = residual_loss(net, t, noise)
    grads = tape.gradient(loss, net.trainable_variables)
    opt.apply_gradients(zip(grads, net.trainable_variables))
    curve.append(np.mean(loss.numpy()))
print("OBSERVED", "clean" if all(g is not None for g in grads) and np.all(np.isfinite(curve)) else "wrong")
