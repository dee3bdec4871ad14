# framework: tensorflow
# verdict: clean
# seen: functional graph with 4 weights
import numpy as np
import tensorflow as tf
from tensorflow import keras
from tensorflow.keras.layers import Dense


def project(tokens, units):
    return Dense(units, use_bias=False)(tokens)


def build_scorer(length, width, units):
    tokens = keras.Input((length, width))
    hidden = tokens
    for size in units:
        hidden = project(hidden, size)
    score = keras.layers.GlobalAveragePooling1D()(hidden)
    return keras.Model(tokens, Dense(1)(score))


keras.utils.set_random_seed(0)
scorer = build_scorer(4, 3, (6, 2))
tokens = tf.random.normal((2, 4, 3))
with tf.GradientTape() as tape:
    loss = tf.reduce_sum(scorer(tokens))
grads = tape.gradient(loss, scorer.trainable_variables)
w1, w2, w3, b = scorer.get_weights()
pooled = tokens.numpy().mean(axis=1).sum(axis=0)
assert np.allclose(grads[0], np.outer(pooled, (w2 @ w3)[:, 0]), atol=1e-4)
assert np.allclose(grads[3], 2.0)
print("OBSERVED clean", "functional graph with", len(grads), "weights")
