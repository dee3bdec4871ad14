# framework: tensorflow
# verdict: clean
# seen: straight-through round, grad_pass_through floor, custom_gradient binarisation
"""Quantisation-aware training: three ways to get a gradient through round()."""
import numpy as np
import tensorflow as tf

rng = np.random.default_rng(0)


def ste_round(x):
    return x + tf.stop_gradient(tf.round(x) - x)


passed_floor = tf.grad_pass_through(tf.floor)


@tf.custom_gradient
def binarise(w):
    keep = tf.cast(tf.abs(w) <= 1.0, w.dtype)
    return tf.sign(w) + tf.cast(tf.equal(w, 0.0), w.dtype), lambda g: g * keep


class QDense(tf.Module):
    def __init__(self, n_in, n_out, bits=4, how="ste"):
        super().__init__()
        self.w = tf.Variable(rng.normal(size=(n_in, n_out), scale=0.5).astype("float32"))
        self.step = tf.Variable(0.1)
        self.levels = 2 ** (bits - 1) - 1
        self.how = how

    def quantised(self):
        if self.how == "ste":
            q = tf.clip_by_value(ste_round(self.w / self.step), -self.levels, self.levels)
            return q * self.step
        if self.how == "floor":
            return passed_floor(self.w / self.step + 0.5) * self.step
        return binarise(self.w) * tf.reduce_mean(tf.abs(self.w)) + 0.0 * self.step

    def __call__(self, x):
        return x @ self.quantised()

    def sparsity(self):
        return float(np.mean(np.round(self.w.numpy() / self.step.numpy()) == 0))


def train(how, steps=3):
    net = [QDense(4, 6, how=how), QDense(6, 1, how=how)]
    x = tf.constant(rng.normal(size=(32, 4)), tf.float32)
    y = tf.reduce_sum(x, 1, keepdims=True)
    ws = [layer.w for layer in net]
    for _ in range(steps):
        with tf.GradientTape() as tape:
            loss = tf.reduce_mean((net[1](tf.nn.relu(net[0](x))) - y) ** 2)
        grads = tape.gradient(loss, ws)
        for w, g in zip(ws, grads):
            w.assign_sub(0.01 * g)
    print(how, [round(layer.sparsity(), 2) for layer in net])
    return grads


if __name__ == "__main__":
    for how in ("ste", "floor", "binary"):
        assert all(float(tf.norm(g)) > 0 for g in train(how))
