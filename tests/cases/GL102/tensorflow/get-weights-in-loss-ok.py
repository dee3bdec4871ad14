# framework: tensorflow
# verdict: clean
# seen: every kernel entry moves by 0.6
import numpy as np
import tensorflow as tf
from tensorflow import keras

keras.utils.set_random_seed(7)
model = keras.Sequential([keras.Input((3,)), keras.layers.Dense(2, use_bias=False)])
anchor = model.get_weights()
fisher = [np.full(w.shape, 0.25, np.float32) for w in anchor]
x = tf.ones((4, 3))
model.set_weights([w + 0.1 for w in anchor])

with tf.GradientTape() as tape:
    new_task = tf.reduce_mean(model(x, training=True))
    elastic = tf.add_n(
        [tf.reduce_sum(f * tf.square(v - a)) for v, a, f in zip(model.trainable_variables, anchor, fisher)]
    )
    loss = new_task + 2.0 * elastic
(grad,) = tape.gradient(loss, model.trainable_variables)
assert np.allclose(grad, 0.5 + 2.0 * 2.0 * 0.25 * 0.1, atol=1e-5)
print("OBSERVED clean", "every kernel entry moves by", round(float(grad[0, 0]), 3))
