# framework: tensorflow
# verdict: wrong
# seen: gradient squashed by more than half
import numpy as np
import tensorflow as tf


class Tagger(tf.Module):
    def __init__(self, width, tags):
        super().__init__()
        self.w = tf.Variable(tf.random.stateless_normal((width, tags), seed=[1, 1]))

    def __call__(self, tokens):
        return tf.nn.softmax(tf.matmul(tokens, self.w))


tagger = Tagger(5, 4)
tokens = tf.random.stateless_normal((10, 5), seed=[2, 2])
labels = tf.one_hot(tf.range(10) % 4, 4)
with tf.GradientTape() as tape:
    scores = tagger(tokens)
    nll = tf.nn.softmax_cross_entropy_with_logits(labels, scores)  # HAZARD GL705
    loss = tf.reduce_mean(nll)
grad = tape.gradient(loss, tagger.w).numpy()
true = tokens.numpy().T @ (tagger(tokens).numpy() - labels.numpy()) / 10
assert np.linalg.norm(grad) < 0.5 * np.linalg.norm(true)
print("OBSERVED wrong", "gradient squashed by more than half")
