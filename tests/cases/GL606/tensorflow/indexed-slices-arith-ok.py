# framework: tensorflow
# verdict: clean
# seen: rows 1, 2 and 4 moved
import numpy as np
import tensorflow as tf

tf.random.set_seed(1)
vectors = tf.Variable(tf.random.normal((50, 8)), name="word_vectors")
context = tf.Variable(tf.zeros((50, 8)))


def skip_gram_loss(centers, neighbours):
    v = tf.nn.embedding_lookup(vectors, centers)
    c = tf.nn.embedding_lookup(context, neighbours)
    return -tf.reduce_mean(tf.math.log_sigmoid(tf.reduce_sum(v * c, axis=1)))


with tf.GradientTape() as tape:
    loss = skip_gram_loss([3, 7, 7], [1, 2, 4])
by_vectors, by_context = tape.gradient(loss, [vectors, context])
dense = tf.convert_to_tensor(by_vectors)
vectors.assign_sub(0.5 * dense)
context.scatter_sub(tf.IndexedSlices(0.5 * by_context.values, by_context.indices))
expected = 0.5 * 0.5 * vectors.numpy()[[3, 7, 7]] / 3.0
assert np.allclose(context.numpy()[[1, 2, 4]], expected, atol=1e-5)
print("OBSERVED clean", "rows 1, 2 and 4 moved")
