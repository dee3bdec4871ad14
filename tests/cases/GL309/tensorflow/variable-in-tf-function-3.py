# framework: tensorflow
# verdict: raises
# seen: ValueError: tf.function only supports singleton tf.Variables
"""Feature whitening compiled as one function; the running statistics are made inside of it."""
import tensorflow as tf


class Standardiser(tf.Module):
    def __init__(self, momentum=0.9):
        super().__init__()
        self.momentum = momentum
        self.scale = tf.Variable(1.0)

    def _state(self, like):
        mean = tf.Variable(tf.zeros_like(like), trainable=False)  # HAZARD GL309
        return mean

    @tf.function
    def __call__(self, x):
        batch_mean = tf.reduce_mean(x, axis=0)
        mean = self._state(batch_mean)
        mean.assign(self.momentum * mean + (1 - self.momentum) * batch_mean)
        return self.scale * (x - mean)


def train(module, data):
    opt = tf.keras.optimizers.SGD(0.1)
    for x in data:
        with tf.GradientTape() as tape:
            loss = tf.reduce_mean(module(x) ** 2)
        opt.apply_gradients([(tape.gradient(loss, module.scale), module.scale)])


if __name__ == "__main__":
    train(Standardiser(), tf.data.Dataset.from_tensor_slices(tf.ones((8, 3))).batch(4))
