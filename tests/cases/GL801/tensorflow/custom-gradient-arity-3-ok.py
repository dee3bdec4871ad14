# framework: tensorflow
# verdict: clean
# seen: gradient as expected
import tensorflow as tf


@tf.custom_gradient
def log1pexp(x):
    e = tf.exp(x)

    def grad(upstream):
        return upstream * (1 - 1 / (1 + e))

    return tf.math.log(1 + e), grad


@tf.custom_gradient
def clip_gradients(y):
    def backward(dy):
        return tf.clip_by_norm(dy, 0.5)

    return y, backward


@tf.custom_gradient
def mul(a, b):
    def grad(dy):
        return dy * b, dy * a

    return a * b, grad


def scaled_linear(w):
    @tf.custom_gradient
    def fn(x):
        y = x * w

        def grad(dy, variables=None):
            gw = [tf.reduce_sum(dy * x)]
            return (dy * w, gw) if variables is not None else dy * w

        return y, grad

    return fn


@tf.custom_gradient
def two_outputs(x):
    s, c = tf.sin(x), tf.cos(x)

    def grad(ds, dc):
        return ds * c - dc * s

    return (s, c), grad


@tf.custom_gradient
def bias_add(x, b):
    def grad(dy):
        return dy, tf.reduce_sum(dy, axis=0)

    return x + b, grad


@tf.custom_gradient
def lookup(table, idx):
    def grad(dy):
        return tf.tensor_scatter_nd_add(tf.zeros_like(table), idx[:, None], dy), None

    return tf.gather(table, idx), grad


x = tf.constant([0.5, -1.0, 30.0])
w = tf.Variable(2.0)
with tf.GradientTape(persistent=True) as tape:
    tape.watch(x)
    y1 = log1pexp(x)
    y2 = clip_gradients(x * 10.0)
    y3 = mul(x, tf.square(x))
    y4 = scaled_linear(w)(x)
    s, c = two_outputs(x)
    y5 = s * c
    y6 = bias_add(tf.ones((4, 3)), x)
    y7 = lookup(tf.stack([x, x]), tf.constant([0, 1, 1]))
ok = all(bool(tf.reduce_all(tf.math.is_finite(tape.gradient(y, x)))) for y in (y1, y2, y3, y4, y5, y6, y7))
ok = ok and float(tape.gradient(y4, w)) == 29.5
num, ana = tf.test.compute_gradient(mul, [tf.constant([1.0]), tf.constant([2.0])])
print("OBSERVED", "clean" if ok and abs(num[0] - ana[0]).max() < 1e-2 else "wrong")
