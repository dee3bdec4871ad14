# framework: tensorflow
# verdict: clean
# seen: hand-written Adam with slots trains; schedule and clipping are plain Python
"""An optimiser from scratch with slot variables, parameter groups, warm-up schedule and an EMA of the weights."""
import itertools
import math
from contextlib import contextmanager
from dataclasses import dataclass

import numpy as np
import tensorflow as tf


@dataclass
class Warmup:
    peak: float
    steps: int

    def __call__(self, step: int) -> float:
        if step < self.steps:
            return self.peak * (step + 1) / self.steps
        return self.peak * 0.5 * (1 + math.cos(math.pi * min(1.0, (step - self.steps) / 50)))


class Adam(tf.Module):
    def __init__(self, groups, schedule, betas=(0.9, 0.99), eps=1e-8):
        super().__init__()
        self.groups = groups
        self.schedule, self.betas, self.eps = schedule, betas, eps
        self.step_count = tf.Variable(0, trainable=False, dtype=tf.int64)
        self.slots = {
            v.ref(): (tf.Variable(tf.zeros_like(v), trainable=False), tf.Variable(tf.zeros_like(v), trainable=False))
            for v in itertools.chain.from_iterable(g["variables"] for g in groups)
        }

    def apply(self, grads_by_group):
        rate = self.schedule(int(self.step_count))
        t = tf.cast(self.step_count.assign_add(1), tf.float32)
        b1, b2 = self.betas
        for group, grads in zip(self.groups, grads_by_group):
            for v, g in zip(group["variables"], grads):
                if g is None:
                    continue
                if decay := group.get("decay", 0.0):
                    v.assign_sub(rate * decay * v)
                m, s = self.slots[v.ref()]
                m.assign(b1 * m + (1 - b1) * g)
                s.assign(b2 * s + (1 - b2) * tf.square(g))
                m_hat, s_hat = m / (1 - b1**t), s / (1 - b2**t)
                v.assign_sub(rate * m_hat / (tf.sqrt(s_hat) + self.eps))


class Average:
    def __init__(self, variables, decay=0.9):
        self.variables = list(variables)
        self.decay = decay
        self.shadow = [tf.Variable(v, trainable=False) for v in self.variables]

    def update(self):
        for s, v in zip(self.shadow, self.variables):
            s.assign_sub((1 - self.decay) * (s - v))

    @contextmanager
    def swapped(self):
        backup = [tf.identity(v) for v in self.variables]
        for v, s in zip(self.variables, self.shadow):
            v.assign(s)
        try:
            yield
        finally:
            for v, b in zip(self.variables, backup):
                v.assign(b)


class Mlp(tf.Module):
    def __init__(self, *sizes):
        super().__init__()
        self.w = [tf.Variable(tf.random.stateless_normal(s, (i, i)) / math.sqrt(s[0])) for i, s in enumerate(zip(sizes, sizes[1:]))]
        self.b = [tf.Variable(tf.zeros(n)) for n in sizes[1:]]

    def __call__(self, x):
        for i, (w, b) in enumerate(zip(self.w, self.b)):
            x = x @ w + b
            if i + 1 < len(self.w):
                x = tf.nn.silu(x)
        return x


if __name__ == "__main__":
    rng = np.random.default_rng(0)
    x = rng.normal(size=(64, 3)).astype(np.float32)
    y = np.sin(x.sum(1, keepdims=True)).astype(np.float32)
    net = Mlp(3, 16, 1)
    opt = Adam([{"variables": net.w, "decay": 1e-3}, {"variables": net.b}], Warmup(0.02, 5))
    average, losses = Average(net.trainable_variables), []
    for _ in range(30):
        with tf.GradientTape() as tape:
            loss = tf.reduce_mean(tf.math.squared_difference(net(x), y))
        grads = tape.gradient(loss, [net.w, net.b])
        flat, norm = tf.clip_by_global_norm(tf.nest.flatten(grads), 1.0)
        opt.apply(tf.nest.pack_sequence_as(grads, flat))
        average.update()
        losses.append(loss.numpy())
    with average.swapped():
        smooth = float(tf.reduce_mean((net(x) - y) ** 2))
    assert losses[-1] < losses[0] and smooth < losses[0]
