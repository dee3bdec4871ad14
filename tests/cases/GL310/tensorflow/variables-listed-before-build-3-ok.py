# framework: tensorflow
# verdict: clean
# seen: gradient as expected
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
    net(x[:1])
    params = net.trainable_variables
    trace = []
    for _ in range(4):
        with tf.GradientTape() as tape:
            loss = tf.reduce_mean((net(x) - y) ** 2)
        opt.apply_gradients(zip(tape.gradient(loss, params), params))
        trace.append(float(loss))
    return trace


seq = keras.Sequential([keras.Input((2,)), keras.layers.Dense(1)])
weights = seq.trainable_variables
trace = train(Net(), tf.ones((3, 2)), 2.0 * tf.ones((3, 1)), keras.optimizers.SGD(0.01))
print("OBSERVED", "clean" if trace[-1] < trace[0] and len(weights) == 2 else "wrong")
