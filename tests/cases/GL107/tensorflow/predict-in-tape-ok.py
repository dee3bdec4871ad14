# framework: tensorflow
# verdict: clean
# seen: student step matches the closed form
import keras
import numpy as np
import tensorflow as tf

keras.utils.set_random_seed(2)
teacher = keras.Sequential([keras.Input((3,)), keras.layers.Dense(2, activation="tanh")])
student = keras.Sequential([keras.Input((3,)), keras.layers.Dense(2, use_bias=False)])
optimizer = keras.optimizers.SGD(1.0)
batch = tf.random.normal((6, 3))


def distil_step(x):
    with tf.GradientTape() as tape:
        wanted = teacher.predict_on_batch(x)
        loss = tf.reduce_mean(tf.square(student(x, training=True) - wanted))
    grads = tape.gradient(loss, student.trainable_variables)
    optimizer.apply_gradients(zip(grads, student.trainable_variables))
    return wanted


before = student.get_weights()[0]
wanted = distil_step(batch)
x = batch.numpy()
expected = before - 2.0 * x.T @ (x @ before - wanted) / wanted.size
assert np.allclose(student.get_weights()[0], expected, atol=1e-5)
gap = np.abs(student.predict(batch, verbose=0) - wanted).max()
assert np.isfinite(gap)
print("OBSERVED clean", "student step matches the closed form")
