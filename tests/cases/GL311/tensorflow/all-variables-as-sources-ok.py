# framework: tensorflow
# verdict: clean
# seen: 5 trained, 7 averaged
import keras
import numpy as np
import tensorflow as tf
from keras import layers

keras.utils.set_random_seed(0)
model = keras.Sequential(
    [keras.Input((3,)), layers.Dense(4, use_bias=False), layers.BatchNormalization(), layers.Dense(1)]
)
average = keras.models.clone_model(model)
optimizer = keras.optimizers.SGD(0.5)
x, y = tf.random.normal((6, 3)), tf.ones((6, 1))
with tf.GradientTape() as tape:
    pred = model(x, training=True)
    loss = tf.reduce_mean(tf.square(pred - y))
grads = tape.gradient(loss, model.trainable_variables)
optimizer.apply_gradients(zip(grads, model.trainable_variables))
for slow, fast in zip(average.variables, model.variables):
    slow.assign(0.9 * slow + 0.1 * fast)
assert np.allclose(grads[-1], 2.0 * np.mean(pred.numpy() - 1.0), atol=1e-5)
print("OBSERVED clean", len(grads), "trained,", len(average.variables), "averaged")
