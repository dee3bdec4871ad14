# framework: tensorflow
# verdict: clean
# seen: host access only where the code has asked whether it runs eagerly
"""Library layers that log host numbers in eager mode and keep quiet while they are traced."""
import contextlib

import keras
import numpy as np
import tensorflow as tf

HISTORY: dict[str, list[float]] = {}


def remember(name, tensor):
    """Only eager tensors have numbers to remember."""
    if not tf.executing_eagerly():
        return
    HISTORY.setdefault(name, []).append(float(np.mean(tensor.numpy())))


def describe(tensor):
    if hasattr(tensor, "numpy"):
        return f"{tensor.numpy().mean():.3f}"
    return tensor.name


class Monitored(keras.layers.Layer):
    def __init__(self, units, **kw):
        super().__init__(**kw)
        self.dense = keras.layers.Dense(units, activation="tanh")

    def call(self, x):
        h = self.dense(x)
        remember(self.name, h)
        if tf.is_symbolic_tensor(h):
            tf.print("traced", tf.shape(h), output_stream="file:///dev/null")
        else:
            self.last = np.asarray(h).copy()
        return h


class Net(keras.Model):
    def __init__(self):
        super().__init__()
        self.a, self.b = Monitored(6), Monitored(1)

    def call(self, x):
        return self.b(self.a(x))


def step(net, opt, x, y):
    with tf.GradientTape() as tape:
        loss = tf.reduce_mean(tf.square(net(x) - y))
    grads = tape.gradient(loss, net.trainable_variables)
    opt.apply_gradients(zip(grads, net.trainable_variables))
    if tf.executing_eagerly():
        HISTORY.setdefault("loss", []).append(loss.numpy())
    else:
        with tf.init_scope():
            HISTORY["traces"] = HISTORY.get("traces", []) + [1.0]
    return loss


@contextlib.contextmanager
def compiled(enabled):
    yield tf.function(step) if enabled else step


if __name__ == "__main__":
    keras.utils.set_random_seed(0)
    x = tf.random.normal((16, 3))
    y = tf.reduce_sum(x, -1, keepdims=True)
    for enabled in (False, True):
        net, opt = Net(), keras.optimizers.SGD(0.1)
        net(x)
        opt.build(net.trainable_variables)
        with compiled(enabled) as run:
            values = [float(run(net, opt, x, y)) for _ in range(5)]
        assert values[-1] < values[0]
    assert describe(x) and len(HISTORY["loss"]) == 5
