# framework: tensorflow
# verdict: clean
# seen: four networks, one persistent tape, image pool in numpy
"""CycleGAN step: cycle and identity losses, a history pool of fakes, four optimisers in one loop."""
import random

import keras
import numpy as np
import tensorflow as tf


class ImagePool:
    def __init__(self, size=8):
        self.size, self.items = size, []

    def __call__(self, batch):
        chosen = []
        for item in batch.numpy():
            if len(self.items) < self.size:
                self.items.append(item)
                chosen.append(item)
            elif random.random() < 0.5:
                i = random.randrange(self.size)
                chosen.append(self.items[i])
                self.items[i] = item
            else:
                chosen.append(item)
        return tf.constant(np.stack(chosen))


def generator(dim=4):
    return keras.Sequential([keras.Input((dim,)), keras.layers.Dense(8, "relu"), keras.layers.Dense(dim)])


def discriminator(dim=4):
    return keras.Sequential([keras.Input((dim,)), keras.layers.Dense(8), keras.layers.LeakyReLU(), keras.layers.Dense(1)])


class CycleGan:
    def __init__(self, cycle=10.0, identity=0.5):
        self.nets = {"ab": generator(), "ba": generator(), "a": discriminator(), "b": discriminator()}
        self.opts = {name: keras.optimizers.Adam(2e-3, beta_1=0.5) for name in self.nets}
        self.pools = {"a": ImagePool(), "b": ImagePool()}
        self.cycle, self.identity = cycle, identity

    @staticmethod
    def gan_loss(score, real):
        return tf.reduce_mean((score - (1.0 if real else 0.0)) ** 2)

    def losses(self, a, b):
        n = self.nets
        fake_b, fake_a = n["ab"](a), n["ba"](b)
        back_a, back_b = n["ba"](fake_b), n["ab"](fake_a)
        cyc = self.cycle * (tf.reduce_mean(tf.abs(back_a - a)) + tf.reduce_mean(tf.abs(back_b - b)))
        out = {
            "ab": self.gan_loss(n["b"](fake_b), True) + cyc + self.identity * tf.reduce_mean(tf.abs(n["ab"](b) - b)),
            "ba": self.gan_loss(n["a"](fake_a), True) + cyc + self.identity * tf.reduce_mean(tf.abs(n["ba"](a) - a)),
        }
        for key, real, fake in (("a", a, fake_a), ("b", b, fake_b)):
            old = self.pools[key](fake)
            out[key] = 0.5 * (self.gan_loss(n[key](real), True) + self.gan_loss(n[key](old), False))
        return out

    def step(self, a, b):
        with tf.GradientTape(persistent=True) as tape:
            losses = self.losses(a, b)
        all_grads = {k: tape.gradient(losses[k], self.nets[k].trainable_variables) for k in self.nets}
        del tape
        for name, grads in all_grads.items():
            self.opts[name].apply_gradients(zip(grads, self.nets[name].trainable_variables))
        return {k: float(v) for k, v in losses.items()}, all_grads


if __name__ == "__main__":
    keras.utils.set_random_seed(0)
    gan = CycleGan()
    for _ in range(4):
        losses, grads = gan.step(tf.random.normal((6, 4)), tf.random.uniform((6, 4)))
    assert all(g is not None for group in grads.values() for g in group)
