# framework: tensorflow
# verdict: clean
# seen: the step of Adam with the sum is that with the mean
import tensorflow as tf
from tensorflow import keras

keras.utils.set_random_seed(0)
net = keras.Sequential([keras.Input((3,)), keras.layers.Dense(1)])
x, y = tf.random.normal((8, 3)), tf.random.normal((8, 1))
opt = keras.optimizers.Adam(0.1)
accum = [tf.zeros_like(v) for v in net.trainable_variables]
for xb, yb in tf.data.Dataset.from_tensor_slices((x, y)).batch(2):
    with tf.GradientTape() as tape:
        loss = tf.reduce_mean((net(xb) - yb) ** 2)
    grads = tape.gradient(loss, net.trainable_variables)
    accum = [a + g for a, g in zip(accum, grads)]
before = net.get_weights()
opt.apply_gradients(zip(accum, net.trainable_variables))
moved = [abs(one - two) for one, two in zip(before, net.get_weights())]
assert all(abs(each - 0.1).max() < 1e-3 for each in moved)
print("OBSERVED clean", "the step of Adam with the sum is that with the mean")
