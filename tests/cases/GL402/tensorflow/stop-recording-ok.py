# framework: tensorflow
# verdict: clean
# seen: student gradient has 4 rows
import numpy as np
import tensorflow as tf
from tensorflow import keras

keras.utils.set_random_seed(0)
teacher = keras.Sequential([keras.Input((4,)), keras.layers.Dense(1)])
student = keras.Sequential([keras.Input((4,)), keras.layers.Dense(1, use_bias=False)])
mae = keras.metrics.MeanAbsoluteError()
x = tf.random.normal((8, 4))

with tf.GradientTape() as tape:
    pred = student(x, training=True)
    with tape.stop_recording():
        soft_target = teacher(x, training=False)
        mae.update_state(soft_target, pred)
    loss = tf.reduce_mean(tf.square(pred - soft_target))
grads = tape.gradient(loss, student.trainable_variables)
expected = 2.0 * x.numpy().T @ (pred.numpy() - soft_target.numpy()) / 8
assert np.allclose(grads[0], expected, atol=1e-5)
print("OBSERVED clean", "student gradient has", grads[0].shape[0], "rows")
