# framework: tensorflow
# verdict: clean
# seen: three refinement steps of the code
import numpy as np
import tensorflow as tf
from tensorflow import keras

keras.utils.set_random_seed(3)
encoder = keras.Sequential([keras.Input((4,)), keras.layers.Dense(2)])
decoder = keras.Sequential([keras.Input((2,)), keras.layers.Dense(4, use_bias=False)])
batch = tf.random.normal((3, 4))

code = tf.Variable(encoder(batch), name="code")
for _ in range(3):
    with tf.GradientTape() as tape:
        loss = tf.reduce_sum(tf.square(decoder(code) - batch))
    grad = tape.gradient(loss, code)
    kernel = decoder.get_weights()[0]
    expected = 2.0 * (code.numpy() @ kernel - batch.numpy()) @ kernel.T
    assert np.allclose(grad, expected, atol=1e-4)
    code.assign_sub(0.05 * grad)
print("OBSERVED clean", "three refinement steps of the code")
