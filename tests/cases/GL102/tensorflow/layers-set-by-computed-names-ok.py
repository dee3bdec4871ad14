# framework: tensorflow
# verdict: clean
# seen: gradient as expected: the numbers are printed, and the loss keeps the tensor
import tensorflow as tf
from tensorflow import keras


class Net(keras.Model):
    def __init__(self, sizes):
        super().__init__()
        for number, size in enumerate(sizes):
            setattr(self, f"dense{number}", keras.layers.Dense(size))

    def call(self, x):
        for layer in self.layers:
            x = layer(x)
        return x


def gradients(sizes, x, y):
    net = Net(sizes)
    with tf.GradientTape() as tape:
        made = net(x)
        print(made.numpy().mean())
        loss = tf.reduce_mean((made - y) ** 2)
    return tape.gradient(loss, net.trainable_variables)


found = gradients([4, 2], tf.ones((3, 5)), tf.ones((3, 2)))
assert len(found) == 4 and all(each is not None for each in found)
