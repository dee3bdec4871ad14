# framework: tensorflow
# verdict: clean
# seen: log determinant and bilinear cycle
import numpy as np
import tensorflow as tf

factor = tf.Variable([[2.0, 0.3], [0.1, 1.5]])
field = tf.Variable(tf.reshape(tf.range(16.0), (1, 4, 4, 1)))
reference = tf.image.resize(tf.ones((1, 8, 8, 1)), (2, 2), method="area")


def objective():
    covariance = tf.matmul(factor, factor, transpose_b=True)
    chol = tf.linalg.cholesky(covariance)
    logdet = 2.0 * tf.reduce_sum(tf.math.log(tf.linalg.diag_part(chol)))
    coarse = tf.image.resize(field, (2, 2), method="bilinear", antialias=True)
    return logdet + tf.reduce_sum(tf.square(coarse - reference))


with tf.GradientTape() as tape:
    value = objective()
by_factor, by_field = tape.gradient(value, [factor, field])
assert np.allclose(by_factor, 2.0 * np.linalg.inv(factor.numpy()).T, atol=1e-4)
start = field.numpy()
bump = np.zeros((1, 4, 4, 1), "float32")
bump[0, 1, 2, 0] = 0.5
field.assign(start + bump)
up = float(objective())
field.assign(start - bump)
assert np.isclose(by_field[0, 1, 2, 0], up - float(objective()), rtol=1e-2)
print("OBSERVED clean", "log determinant and bilinear cycle")
