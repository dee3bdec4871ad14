# framework: tensorflow
# verdict: clean
# seen: all weights of the decoder train although sampled tokens are fed back
"""Sequence decoder with scheduled sampling: sampled or gold token chosen per step, label smoothing, greedy decode."""
import asyncio
import random

import keras
import numpy as np
import tensorflow as tf


class Decoder(keras.Model):
    def __init__(self, vocab=9, dim=8):
        super().__init__()
        self.vocab = vocab
        self.embed = keras.layers.Embedding(vocab, dim)
        self.cell = keras.layers.LSTMCell(dim)
        self.out = keras.layers.Dense(vocab)

    def start(self, n):
        return [tf.zeros((n, self.cell.units)) for _ in range(2)]

    def step(self, token, state):
        h, state = self.cell(self.embed(token), state)
        return self.out(h), state

    def call(self, gold, ratio=1.0):
        state, token = self.start(gold.shape[0]), gold[:, 0]
        outputs = []
        for t in range(1, gold.shape[1]):
            logits, state = self.step(token, state)
            outputs.append(logits)
            if random.random() < ratio:
                token = gold[:, t]
            else:
                token = tf.random.categorical(logits, 1, dtype=tf.int32)[:, 0]
        return tf.stack(outputs, axis=1)

    def greedy(self, first, length):
        state, token, out = self.start(len(first)), tf.constant(first), []
        for _ in range(length):
            logits, state = self.step(token, state)
            token = tf.argmax(logits, -1, output_type=tf.int32)
            out.append(token.numpy())
        return np.stack(out, 1)


def smoothed(labels, logits, smoothing=0.1, pad=0):
    n = logits.shape[-1]
    soft = tf.one_hot(labels, n) * (1.0 - smoothing) + smoothing / n
    each = tf.nn.softmax_cross_entropy_with_logits(soft, logits)
    keep = tf.cast(tf.not_equal(labels, pad), tf.float32)
    return tf.reduce_sum(each * keep) / tf.maximum(tf.reduce_sum(keep), 1.0)


async def batches(n, queue):
    rng = np.random.default_rng(0)
    for _ in range(n):
        start = rng.integers(1, 9, size=(8, 1))
        await queue.put(((start + np.arange(6) - 1) % 8 + 1).astype(np.int32))
    await queue.put(None)


async def train(model, steps=25):
    queue: asyncio.Queue = asyncio.Queue(maxsize=2)
    producer = asyncio.create_task(batches(steps, queue))
    opt, history, done = keras.optimizers.Adam(2e-2), [], 0
    while (gold := await queue.get()) is not None:
        with tf.GradientTape() as tape:
            logits = model(gold, ratio=max(0.5, 1.0 - done / steps))
            loss = smoothed(gold[:, 1:], logits)
        grads = tape.gradient(loss, model.trainable_variables)
        opt.apply_gradients(zip(grads, model.trainable_variables))
        history.append(float(loss))
        done += 1
    await producer
    return history, grads


if __name__ == "__main__":
    keras.utils.set_random_seed(1)
    model = Decoder()
    history, grads = asyncio.run(train(model))
    assert np.mean(history[-4:]) < np.mean(history[:4]) and all(g is not None for g in grads)
    assert model.greedy([1, 2], 4).shape == (2, 4)
