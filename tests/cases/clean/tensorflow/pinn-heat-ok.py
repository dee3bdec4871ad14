# framework: tensorflow
# verdict: clean
# seen: PINN with correctly nested tapes (finite differences)
"""u_t = k u_xx on a strip, learned by a small network (second derivatives with nested tapes)."""
import numpy as np
import tensorflow as tf

keras = tf.keras


class HeatNet(keras.Model):
    def __init__(self, k=0.4):
        super().__init__()
        init = keras.initializers.GlorotNormal(seed=0)
        self.layers_ = [keras.layers.Dense(10, activation="tanh", kernel_initializer=init) for _ in range(2)]
        self.head = keras.layers.Dense(1)
        self.k = k

    def call(self, t, x):
        h = tf.concat([t, x], axis=1)
        for layer in self.layers_:
            h = layer(h)
        return self.head(h)

    def residual(self, t, x):
        with tf.GradientTape() as second:
            second.watch(x)
            with tf.GradientTape(persistent=True) as first:
                first.watch([t, x])
                u = self(t, x)
            u_t = first.gradient(u, t)
            u_x = first.gradient(u, x)
            del first
        u_xx = second.gradient(u_x, x)
        return u_t - self.k * u_xx


def collocation(n, rng):
    return [tf.convert_to_tensor(rng.uniform(size=(n, 1)).astype(np.float32)) for _ in range(2)]


def fit(steps=4):
    rng = np.random.default_rng(0)
    net, opt, curve = HeatNet(), keras.optimizers.Adam(1e-2), []
    for _ in range(steps):
        t, x = collocation(24, rng)
        with tf.GradientTape() as tape:
            physics = tf.reduce_mean(net.residual(t, x) ** 2)
            u0 = net(tf.zeros_like(x), x)
            initial = tf.reduce_mean((u0 - tf.sin(np.pi * x)) ** 2)
            loss = physics + initial
        grads = tape.gradient(loss, net.trainable_variables)
        opt.apply_gradients(zip(grads, net.trainable_variables))
        curve.append(np.log10(loss.numpy()))
    return grads, curve


if __name__ == "__main__":
    g, c = fit()
    assert len(g) == 6 and all(float(tf.reduce_sum(tf.abs(v))) > 0 for v in g)
    assert np.isfinite(c).all()
