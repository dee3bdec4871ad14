# framework: tensorflow
# verdict: none
# seen: sampled tokens are the only link to the discriminator (None; the REINFORCE use of them is right); tf.random.shuffle of probabilities: None
"""Sequence generator trained against a discriminator; three experiments with sampled tokens."""
import tensorflow as tf
from tensorflow import keras

VOCAB, DIM, STEPS = 8, 5, 4


class Generator(keras.Model):
    def __init__(self):
        super().__init__()
        self.embed = keras.layers.Embedding(VOCAB, DIM)
        self.cell = keras.layers.GRUCell(DIM)
        self.out = keras.layers.Dense(VOCAB)

    def unroll(self, batch):
        h, tok = tf.zeros((batch, DIM)), tf.zeros((batch,), tf.int64)
        tokens, logits = [], []
        for _ in range(STEPS):
            _, h = self.cell(self.embed(tok), h)
            h = h[0] if isinstance(h, (list, tuple)) else h
            logits.append(self.out(h))
            tok = tf.random.categorical(logits[-1], 1)[:, 0]  # HAZARD GL405
            tokens.append(tok)
        return tf.stack(tokens, 1), tf.stack(logits, 1)


gen = Generator()
judge = keras.Sequential([keras.Input((STEPS, VOCAB)), keras.layers.Flatten(), keras.layers.Dense(1)])


def fool_loss(batch=6):
    tokens, _ = gen.unroll(batch)
    realness = judge(tf.one_hot(tokens, VOCAB))
    return tf.reduce_mean(tf.nn.softplus(-realness))


def reinforce_loss(batch=6):
    tokens, logits = gen.unroll(batch)
    reward = tf.stop_gradient(tf.squeeze(judge(tf.one_hot(tokens, VOCAB)), -1))
    logp = -tf.nn.sparse_softmax_cross_entropy_with_logits(labels=tokens, logits=logits)
    return -tf.reduce_mean((reward - tf.reduce_mean(reward)) * tf.reduce_sum(logp, 1))


def consistency_loss(batch=6):
    _, logits = gen.unroll(batch)
    probs = tf.nn.softmax(logits)
    other = tf.random.shuffle(probs)  # HAZARD GL403
    return tf.reduce_mean(other * tf.constant([0.0] * (VOCAB - 1) + [1.0]))


def grads_of(loss_fn):
    with tf.GradientTape() as tape:
        loss = loss_fn()
    return tape.gradient(loss, gen.trainable_variables)


if __name__ == "__main__":
    good = grads_of(reinforce_loss)
    assert len(good) == 6 and all(g is not None for g in good)
    assert all(g is None for g in grads_of(fool_loss))
    assert all(g is None for g in grads_of(consistency_loss))
