# framework: tensorflow
# verdict: clean
# seen: latent moved 3 times
import numpy as np
import tensorflow as tf

kernel = tf.constant([[1.0, -2.0, 0.5], [0.3, 0.8, -1.0]])
target = tf.constant([[0.2, 0.1, -0.4]])
latent = tf.Variable(tf.zeros((1, 2)), trainable=False, name="latent")
visits = tf.Variable(0, trainable=False, dtype=tf.int64)
average = tf.Variable(tf.zeros((1, 2)), trainable=False)

for _ in range(3):
    with tf.GradientTape() as tape:
        tape.watch(latent)
        distance = tf.reduce_sum(tf.square(tf.matmul(latent, kernel) - target))
    direction = tape.gradient(distance, latent)
    expected = 2.0 * (latent.numpy() @ kernel.numpy() - target.numpy()) @ kernel.numpy().T
    assert np.allclose(direction, expected, atol=1e-5)
    latent.assign_sub(0.05 * direction)
    average.assign(0.9 * average + 0.1 * latent)
    visits.assign_add(1)
print("OBSERVED clean", "latent moved", int(visits), "times")
