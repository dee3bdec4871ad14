# framework: tensorflow
# verdict: raises
# seen: ValueError: not enough values to unpack (expected 2, got 0)
import tensorflow as tf
from tensorflow import keras

keras.utils.set_random_seed(0)


class Net(keras.Model):
    def __init__(self):
        super().__init__()
        self.a, self.b = keras.layers.Dense(4), keras.layers.Dense(1)

    def call(self, x):
        return self.b(tf.nn.relu(self.a(x)))


def train(net, x, y, opt):
    params = net.trainable_variables  # HAZARD GL310
    for _ in range(2):
        with tf.GradientTape() as tape:
            loss = tf.reduce_mean((net(x) - y) ** 2)
        opt.apply_gradients(zip(tape.gradient(loss, params), params))


train(Net(), tf.ones((3, 2)), tf.ones((3, 1)), keras.optimizers.SGD(0.1))
