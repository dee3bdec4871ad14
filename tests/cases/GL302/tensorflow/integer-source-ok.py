# framework: tensorflow
# verdict: clean
# seen: updates 2 last loss 1.67
import numpy as np
import tensorflow as tf

exponents = tf.Variable([3, 1, 2], dtype=tf.float32, name="exponents")
updates = tf.Variable(0, trainable=False, name="updates")
base = tf.constant([2.0, 3.0, 1.5])
observed = tf.constant([7.0, 2.0, 4.0])

for _ in range(2):
    with tf.GradientTape() as tape:
        gap = tf.pow(base, exponents) - observed
        loss = tf.reduce_mean(tf.square(gap))
    grad = tape.gradient(loss, exponents)
    b, e = base.numpy(), exponents.numpy()
    expected = 2.0 / 3.0 * (b**e - observed.numpy()) * b**e * np.log(b)
    assert np.allclose(grad, expected, rtol=1e-4)
    exponents.assign_sub(0.001 * grad)
    updates.assign_add(1)
print("OBSERVED clean", "updates", int(updates), "last loss", round(float(loss), 2))
