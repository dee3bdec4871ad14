# framework: tensorflow
# verdict: clean
# seen: gradient as expected
import tensorflow as tf
from tensorflow import keras

keras.utils.set_random_seed(0)


def net(params, x):
    w1, b1, w2, b2 = params
    return tf.nn.tanh(x @ w1 + b1) @ w2 + b2


meta = [tf.Variable(tf.random.normal((1, 8))), tf.Variable(tf.zeros(8)), tf.Variable(tf.random.normal((8, 1))), tf.Variable(tf.zeros(1))]
opt = keras.optimizers.Adam(1e-2)
mse = keras.losses.MeanSquaredError()


def sample_task():
    a = tf.random.uniform(())
    x = tf.random.uniform((20, 1), -2, 2)
    y = a * tf.sin(x)
    return x[:10], y[:10], x[10:], y[10:]


for _ in range(2):
    with tf.GradientTape() as outer:
        losses = []
        for _ in range(3):
            xs, ys, xq, yq = sample_task()
            fast = list(meta)
            for _ in range(2):
                with tf.GradientTape() as inner:
                    inner.watch(fast)
                    support = mse(ys, net(fast, xs))
                grads = inner.gradient(support, fast)
                fast = [p - 0.05 * g for p, g in zip(fast, grads)]
            losses.append(mse(yq, net(fast, xq)))
        loss = tf.add_n(losses) / len(losses)
    g = outer.gradient(loss, meta)
    opt.apply_gradients(zip(g, meta))
    tf.print("", end="")
    value = loss.numpy()
x = tf.Variable(2.0)
with tf.GradientTape(persistent=True) as t2:
    with tf.GradientTape(persistent=True) as t1:
        y = x ** 3
        z = tf.exp(x)
    dy, dz = t1.gradient(y, x), t1.gradient(z, x)
d2y, d2z = t2.gradient(dy, x), t2.gradient(dz, x)
del t1, t2
print("OBSERVED", "clean" if None not in g and abs(float(d2y) - 12) < 1e-4 and d2z is not None else "none")
