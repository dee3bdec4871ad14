# framework: tensorflow
# verdict: none
# seen: argmin index is the only link from the encoder weight to the loss (None); Gram matrix written into a NumPy buffer (None)
"""Autoencoder over a learned dictionary of symbols, first attempt."""
import numpy as np
import tensorflow as tf

tf.random.set_seed(3)


class Dictionary(tf.Module):
    def __init__(self, size, dim, name=None):
        super().__init__(name=name)
        self.atoms = tf.Variable(tf.random.normal((size, dim)), name="atoms")

    def lookup(self, code):
        gap = tf.reduce_sum((code[:, None, :] - self.atoms[None]) ** 2, axis=-1)
        symbol = tf.argmin(gap, axis=-1)  # HAZARD GL403
        return tf.nn.embedding_lookup(self.atoms, symbol)


def coherence(atoms):
    n = atoms.shape[0]
    gram = np.zeros((n, n), "float32")
    for i in range(n):
        for j in range(i):
            gram[i, j] = tf.tensordot(atoms[i], atoms[j], 1)  # HAZARD GL103
    return tf.reduce_sum(tf.square(gram))


def spread_atoms(book):
    with tf.GradientTape() as tape:
        cost = coherence(book.atoms)
    return tape.gradient(cost, book.atoms)


class Coder(tf.Module):
    def __init__(self, dim=5, width=3):
        super().__init__()
        self.down = tf.Variable(tf.random.normal((dim, width)) * 0.4)
        self.up = tf.Variable(tf.random.normal((width, dim)) * 0.4)
        self.book = Dictionary(7, width)

    def __call__(self, x):
        code = tf.tanh(x @ self.down)
        return self.book.lookup(code) @ self.up


def train(coder, x, lr=0.05, steps=3):
    for _ in range(steps):
        with tf.GradientTape() as tape:
            err = tf.reduce_mean(tf.square(coder(x) - x))
        wanted = [coder.down, coder.up, coder.book.atoms]
        grads = tape.gradient(err, wanted)
        for v, g in zip(wanted, grads):
            if g is not None:
                v.assign_sub(lr * tf.convert_to_tensor(g))
    return grads


if __name__ == "__main__":
    g = train(Coder(), tf.random.normal((16, 5)))
    assert g[0] is None and g[1] is not None and g[2] is not None
    assert spread_atoms(Dictionary(4, 3)) is None
