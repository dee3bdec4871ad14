# framework: tensorflow
# verdict: raises
# seen: AttributeError: 'numpy.ndarray' object has no attribute '_id'
import numpy as np
import tensorflow as tf

design = np.random.default_rng(1).normal(size=(10, 3)).astype(np.float32)
response = design @ np.array([1.0, -1.0, 0.5], np.float32)
beta = np.zeros(3, dtype=np.float32)

for iteration in range(5):
    with tf.GradientTape() as tape:
        residual = tf.linalg.matvec(design, beta) - response
        loss = tf.reduce_mean(tf.square(residual))
    grad = tape.gradient(loss, beta)  # HAZARD GL307
    beta -= 0.1 * grad.numpy()
print(beta)
