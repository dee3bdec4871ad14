# framework: tensorflow
# verdict: clean
# seen: weights [2.0, -1.0] bias 0.5
import numpy as np
import tensorflow as tf

rng = tf.random.Generator.from_seed(1)
x = rng.normal((20, 2))
truth = tf.constant([[2.0], [-1.0]])
y = tf.matmul(x, truth) + 0.5
w = tf.Variable(tf.zeros((2, 1)))
b = tf.Variable(0.0)
learning_rate = 0.1

for epoch in range(200):
    with tf.GradientTape() as tape:
        pred = tf.matmul(x, w)
        pred = pred + b
        loss = tf.reduce_mean(tf.square(pred - y))
    grad_w, grad_b = tape.gradient(loss, [w, b])
    w.assign_sub(learning_rate * grad_w)
    b.assign(b - learning_rate * grad_b)
    learning_rate = learning_rate * 0.999
assert np.allclose(w, truth, atol=1e-2) and abs(float(b) - 0.5) < 1e-2
print("OBSERVED clean", "weights", [round(float(v), 1) for v in w[:, 0]], "bias", round(float(b), 1))
