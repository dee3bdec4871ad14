# framework: tensorflow
# verdict: clean
# seen: 7 rows of the table touched
import keras
import numpy as np
import tensorflow as tf

keras.utils.set_random_seed(0)
embed = keras.layers.Embedding(20, 4)
head = keras.layers.Dense(1, use_bias=False)
optimizer = keras.optimizers.SGD(0.1)
tokens = tf.constant([[1, 5, 9, 11], [2, 2, 7, 8]])
with tf.GradientTape() as tape:
    pooled = tf.reduce_mean(embed(tokens), axis=1)
    loss = tf.reduce_sum(head(pooled))
variables = embed.trainable_variables + head.trainable_variables
grads = tape.gradient(loss, variables)
bounded, norm = tf.clip_by_global_norm([tf.convert_to_tensor(g) for g in grads], 1e6)
before = embed.get_weights()[0]
optimizer.apply_gradients(zip(grads, variables))
step = before - embed.get_weights()[0]
assert np.allclose(step[2], 2.0 * step[1], atol=1e-6)
assert np.allclose(step, 0.1 * bounded[0].numpy(), atol=1e-6)
print("OBSERVED clean", int((np.abs(step).sum(axis=1) > 0).sum()), "rows of the table touched")
