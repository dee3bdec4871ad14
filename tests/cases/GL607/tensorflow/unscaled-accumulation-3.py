# framework: tensorflow
# verdict: wrong
# seen: wrong
import tensorflow as tf
from tensorflow import keras

keras.utils.set_random_seed(0)
net = keras.Sequential([keras.Input((3,)), keras.layers.Dense(1)])
x, y = tf.random.normal((8, 3)), tf.random.normal((8, 1))
opt = keras.optimizers.SGD(0.1)
accum = [tf.zeros_like(v) for v in net.trainable_variables]
for xb, yb in tf.data.Dataset.from_tensor_slices((x, y)).batch(2):
    with tf.GradientTape() as tape:
        loss = tf.reduce_mean((net(xb) - yb) ** 2)
    grads = tape.gradient(loss, net.trainable_variables)
    accum = [a + g for a, g in zip(accum, grads)]  # HAZARD GL607
with tf.GradientTape() as tape:
    whole = tf.reduce_mean((net(x) - y) ** 2)
true = tape.gradient(whole, net.trainable_variables)[0]
opt.apply_gradients(zip(accum, net.trainable_variables))
print("OBSERVED", "wrong" if abs(accum[0] - 4 * true).numpy().max() < 1e-4 else "clean")
