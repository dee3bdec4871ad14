# framework: tensorflow
# verdict: clean
# seen: gradient as expected
import tensorflow as tf


class Fit:
    def __init__(self):
        self.w = tf.Variable([0.0, 0.0])

    def run(self, x, y, steps=3):
        curve = []
        for _ in range(steps):
            with tf.GradientTape() as tape:
                loss = tf.reduce_mean((tf.linalg.matvec(x, self.w) - y) ** 2)
            g = tape.gradient(loss, self.w)
            self.w.assign(self.w - 0.1 * g)
            curve.append(float(loss))
        return curve


def langevin(energy, x, steps=3):
    for _ in range(steps):
        with tf.GradientTape() as tape:
            tape.watch(x)
            e = tf.reduce_sum(energy(x))
        x = x - 0.1 * tape.gradient(e, x) + 0.01 * tf.random.normal(x.shape)
    return x


def newton(x):
    x = tf.Variable(x)
    for _ in range(3):
        with tf.GradientTape() as t2, tf.GradientTape() as t1:
            pass
        with tf.GradientTape() as t2:
            with tf.GradientTape() as t1:
                y = tf.cosh(x - 1.0)
            g = t1.gradient(y, x)
        h = t2.gradient(g, x)
        x.assign_sub(g / h)
    return x


curve = Fit().run(tf.constant([[1.0, 2.0], [0.0, 1.0]]), tf.constant([1.0, 2.0]))
s = langevin(lambda v: v ** 2, tf.ones((4,)))
print("OBSERVED", "clean" if curve[-1] < curve[0] and abs(float(newton(0.5)) - 1) < 1e-3 and s.shape == (4,) else "wrong")
