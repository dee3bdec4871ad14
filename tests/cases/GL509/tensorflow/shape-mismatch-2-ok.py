# framework: tensorflow
# verdict: clean
# seen: encoder and decoder gradients as derived by hand
import numpy as np
import tensorflow as tf

encoder = tf.Variable(tf.random.normal((6, 3), seed=1))
decoder = tf.Variable(tf.random.normal((6, 3), seed=2))
x = tf.random.normal((10, 6), seed=3)

with tf.GradientTape() as tape:
    code = tf.tanh(tf.matmul(x, encoder))
    rebuilt = tf.matmul(code, decoder, transpose_b=True)
    loss = tf.reduce_sum(tf.square(rebuilt - x))
d_encoder, d_decoder = tape.gradient(loss, [encoder, decoder])
c, residual = code.numpy(), (rebuilt - x).numpy()
assert np.allclose(d_decoder, 2.0 * residual.T @ c, rtol=1e-3, atol=1e-3)
back = 2.0 * residual @ decoder.numpy() * (1.0 - c**2)
assert np.allclose(d_encoder, x.numpy().T @ back, rtol=1e-3, atol=1e-3)
print("OBSERVED clean", "encoder and decoder gradients as derived by hand")
