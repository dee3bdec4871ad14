# framework: tensorflow
# verdict: clean
# seen: traced and in a graph of its own
import numpy as np
import tensorflow as tf
from tensorflow import keras

keras.utils.set_random_seed(0)
critic = keras.Sequential([keras.Input((3,)), keras.layers.Dense(1, use_bias=False)])


@tf.function
def action_gradient(states):
    values = tf.reduce_sum(tf.square(critic(states)))
    return tf.gradients(values, states)[0]


states = tf.random.normal((5, 3))
slope = action_gradient(states).numpy()
w = critic.get_weights()[0]
assert np.allclose(slope, 2.0 * (states.numpy() @ w) @ w.T, atol=1e-4)

with tf.Graph().as_default(), tf.compat.v1.Session() as session:
    x = tf.compat.v1.placeholder(tf.float32, ())
    (dx,) = tf.gradients(x**3, x)
    assert session.run(dx, {x: 2.0}) == 12.0
print("OBSERVED clean", "traced and in a graph of its own")
