# framework: tensorflow
# verdict: clean
# seen: first row [0.0629, -0.0629]
import numpy as np
import tensorflow as tf
from tensorflow import keras

keras.utils.set_random_seed(0)
table = tf.Variable(np.arange(6, dtype=np.float32).reshape(3, 2))
temperature = tf.Variable(2, dtype="float32")
tokens = tf.constant([0, 2, 2])
labels = tf.constant([1, 0, 1])

with tf.GradientTape() as tape:
    logits = tf.nn.embedding_lookup(table, tokens) / temperature
    loss = tf.reduce_mean(tf.nn.sparse_softmax_cross_entropy_with_logits(labels=labels, logits=logits))
d_table, d_temperature = tape.gradient(loss, [table, temperature])
d_table = tf.convert_to_tensor(d_table)

high_chance = 1.0 / (1.0 + np.exp(-0.5))
expected_row = np.array([1.0 - high_chance, high_chance - 1.0]) / 2.0 / 3.0
assert np.allclose(d_table[0], expected_row, atol=1e-5)
assert d_temperature is not None and np.allclose(d_table[1], 0.0)
print("OBSERVED clean", "first row", [round(float(v), 4) for v in d_table[0]])
