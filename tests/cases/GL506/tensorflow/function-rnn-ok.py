# framework: tensorflow
# verdict: clean
# seen: AutoGraph: float(tensor), while, if in a tf.function are differentiable (finite differences)
"""A hand-written recurrent cell in graph mode, with a dynamic number of steps."""
import tensorflow as tf


class Elman(tf.Module):
    def __init__(self, n_in, n_hid):
        super().__init__()
        init = tf.initializers.GlorotUniform(seed=4)
        self.wx = tf.Variable(init((n_in, n_hid)))
        self.wh = tf.Variable(init((n_hid, n_hid)))
        self.out = tf.Variable(init((n_hid, 1)))
        self.calls = 0

    @tf.function
    def __call__(self, x, length):
        h = tf.zeros((tf.shape(x)[0], self.wh.shape[0]))
        states = tf.TensorArray(tf.float32, size=0, dynamic_size=True)
        t = tf.constant(0)
        while t < length:
            tf.autograph.experimental.set_loop_options(shape_invariants=[(h, tf.TensorShape([None, 5]))])
            h = tf.tanh(x[:, t] @ self.wx + h @ self.wh)
            if tf.reduce_max(tf.abs(h)) > 0.99:
                h = h / float(tf.reduce_max(tf.abs(h)))
            states = states.write(t, h)
            t += 1
        self.calls += 1
        stacked = tf.transpose(states.stack(), (1, 0, 2))
        return tf.squeeze(stacked[:, -1] @ self.out, -1), stacked


@tf.function(reduce_retracing=True)
def loss_and_grads(net, x, y, length):
    with tf.GradientTape() as tape:
        pred, states = net(x, length)
        loss = tf.reduce_mean((pred - y) ** 2) + 1e-3 * tf.reduce_mean(states ** 2)
    return loss, tape.gradient(loss, [net.wx, net.wh, net.out])


def train(steps=3):
    net = Elman(2, 5)
    tf.random.set_seed(0)
    for i in range(steps):
        x = tf.random.normal((8, 6, 2))
        loss, grads = loss_and_grads(net, x, tf.reduce_sum(x[:, -1], -1), tf.constant(6))
        for v, g in zip((net.wx, net.wh, net.out), grads):
            v.assign_sub(0.1 * g)
        if i % 2 == 0:
            print("step", i, "loss", loss.numpy())
    return net, grads


if __name__ == "__main__":
    net, grads = train()
    assert all(float(tf.norm(g)) > 0 for g in grads)
    x, y = 3.0 * tf.ones((2, 6, 2)), tf.zeros(2)
    n = tf.constant(6)
    g = loss_and_grads(net, x, y, n)[1][2][0, 0]
    net.out[0, 0].assign(net.out[0, 0] + 1e-2)
    up = loss_and_grads(net, x, y, n)[0]
    net.out[0, 0].assign(net.out[0, 0] - 2e-2)
    tf.debugging.assert_near((up - loss_and_grads(net, x, y, n)[0]) / 2e-2, g, atol=1e-2, rtol=1e-2)
