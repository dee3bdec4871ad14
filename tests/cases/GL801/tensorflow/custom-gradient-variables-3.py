# framework: tensorflow
# verdict: raises
# seen: TypeError: @tf.custom_gradient grad_fn must accept
"""Invertible-ish block with a hand-written gradient around a keras layer held by the class."""
import keras
import tensorflow as tf


class ScaledResidual(tf.Module):
    """Forward f(x) + x, backward with the residual part damped."""

    def __init__(self, units, damping=0.5):
        super().__init__()
        self.inner = keras.layers.Dense(units, activation="tanh")
        self.inner.build((None, units))
        self.damping = damping

    def __call__(self, x):
        @tf.custom_gradient
        def block(h):
            with tf.GradientTape() as tape:
                tape.watch(h)
                out = self.inner(h)

            def grad(dy):  # HAZARD GL801
                return dy + self.damping * tape.gradient(out, h, output_gradients=dy)

            return h + out, grad

        return block(x)


class Net(tf.Module):
    def __init__(self, depth=2, units=4):
        super().__init__()
        self.blocks = [ScaledResidual(units) for _ in range(depth)]
        self.head = tf.Variable(tf.ones((units, 1)))

    def __call__(self, x):
        for block in self.blocks:
            x = block(x)
        return x @ self.head


def main():
    net = Net()
    x = tf.random.stateless_normal((3, 4), (0, 0))
    with tf.GradientTape() as tape:
        loss = tf.reduce_mean(net(x) ** 2)
    return tape.gradient(loss, net.head)


if __name__ == "__main__":
    main()
