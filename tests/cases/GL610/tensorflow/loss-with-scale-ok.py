# framework: tensorflow
# verdict: clean
# seen: the loss falls
import tensorflow as tf
from tensorflow import keras

keras.utils.set_random_seed(0)
net = keras.Sequential([keras.Input((3,)), keras.layers.Dense(1)])
optimizer = keras.mixed_precision.LossScaleOptimizer(keras.optimizers.SGD(0.1))
losses = []
for _ in range(5):
    with tf.GradientTape() as tape:
        loss = tf.reduce_mean((net(tf.ones((4, 3))) - 5.0) ** 2)
        scaled = optimizer.scale_loss(loss)
    grads = tape.gradient(scaled, net.trainable_variables)
    optimizer.apply_gradients(zip(grads, net.trainable_variables))
    losses.append(float(loss))
assert losses[-1] < 0.9 * losses[0]
