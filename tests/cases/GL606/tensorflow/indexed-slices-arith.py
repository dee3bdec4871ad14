# framework: tensorflow
# verdict: raises
# seen: TypeError: unsupported operand type(s) for *: 'IndexedSlices' and 'float'
import tensorflow as tf

vectors = tf.Variable(tf.random.normal((50, 8), seed=1), name="word_vectors")
context = tf.Variable(tf.zeros((50, 8)))


def skip_gram_loss(centers, neighbours):
    v = tf.nn.embedding_lookup(vectors, centers)
    c = tf.nn.embedding_lookup(context, neighbours)
    return -tf.reduce_mean(tf.math.log_sigmoid(tf.reduce_sum(v * c, axis=1)))


with tf.GradientTape() as tape:
    loss = skip_gram_loss([3, 7, 7], [1, 2, 4])
by_vectors, by_context = tape.gradient(loss, [vectors, context])
vectors.assign_sub(by_vectors * 0.5)  # HAZARD GL606
