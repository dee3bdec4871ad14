# framework: tensorflow
# verdict: clean
# seen: probabilities for the report only
import numpy as np
import tensorflow as tf


class Tagger(tf.Module):
    def __init__(self, width, tags):
        super().__init__()
        self.w = tf.Variable(tf.random.stateless_normal((width, tags), seed=[1, 1]))

    def logits(self, tokens):
        return tf.matmul(tokens, self.w)

    def probabilities(self, tokens):
        return tf.nn.softmax(self.logits(tokens))


tagger = Tagger(5, 4)
tokens = tf.random.stateless_normal((10, 5), seed=[2, 2])
labels = tf.one_hot(tf.range(10) % 4, 4)
with tf.GradientTape() as tape:
    brier = tf.reduce_mean(tf.square(tagger.probabilities(tokens) - labels))
    loss = tf.reduce_mean(tf.nn.softmax_cross_entropy_with_logits(labels, tagger.logits(tokens)))
grad = tape.gradient(loss, tagger.w).numpy()
true = tokens.numpy().T @ (tagger.probabilities(tokens).numpy() - labels.numpy()) / 10
assert np.allclose(grad, true, atol=1e-5) and float(brier) > 0.0
print("OBSERVED clean", "probabilities for the report only")
