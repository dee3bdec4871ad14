# framework: tensorflow
# verdict: clean
# seen: the whole gradient arrives
import keras
import tensorflow as tf

encoder = tf.Variable([[0.5, -0.2], [0.1, 0.9], [0.3, 0.3]])
readout = tf.constant([[1.0], [2.0]])
samples = tf.random.shuffle(tf.random.normal((6, 3), seed=3))
stream = tf.data.Dataset.from_tensor_slices(samples).shuffle(6, seed=0).batch(6)


def manifold_mixup(hidden, lam):
    order = tf.random.shuffle(tf.range(tf.shape(hidden)[0]))
    return lam * hidden + (1.0 - lam) * tf.gather(hidden, order)


for batch in stream:
    with tf.GradientTape() as tape:
        mixed = manifold_mixup(tf.matmul(batch, encoder), 0.7)
        loss = tf.reduce_mean(tf.matmul(keras.random.shuffle(mixed, seed=1), readout))
    grad = tape.gradient(loss, encoder)
true = tf.reduce_mean(batch, axis=0)[:, None] * tf.transpose(readout)
assert float(tf.reduce_max(tf.abs(grad - true))) < 1e-5
print("OBSERVED clean", "the whole gradient arrives")
