# framework: tensorflow
# verdict: zero
# seen: query gradient below 1e-6
import tensorflow as tf

query = tf.Variable([[0.2, -0.4, 0.9]])
keys = tf.constant([[1.0, 0.0, 0.5], [0.3, 0.8, -0.2], [-0.5, 0.1, 0.7], [0.0, 1.0, 1.0]])


def attention_weights(q):
    scores = tf.matmul(q, keys, transpose_b=True) / 3.0**0.5
    return tf.nn.softmax(scores, axis=-1)


with tf.GradientTape() as tape:
    weights = attention_weights(query)
pull = tape.gradient(weights, query)  # HAZARD GL504
assert float(tf.reduce_max(tf.abs(pull))) < 1e-6
print("OBSERVED zero", "query gradient below 1e-6")
