# framework: tensorflow
# verdict: clean
# seen: gradient as expected
import tensorflow as tf


class Physics:
    def __init__(self, f):
        self.f = f

    def derivatives(self, x, order=2):
        tapes, outs = [], []
        with tf.GradientTape(persistent=True) as t2:
            t2.watch(x)
            with tf.GradientTape(persistent=True) as t1:
                t1.watch(x)
                y = self.f(x)
            dy = t1.gradient(y, x)
        d2y = t2.gradient(dy, x)
        del t1, t2
        return y, dy, d2y

    def hessian(self, x):
        with tf.GradientTape() as outer:
            outer.watch(x)
            with tf.GradientTape() as inner:
                inner.watch(x)
                y = tf.reduce_sum(self.f(x))
            g = inner.gradient(y, x)
        return outer.jacobian(g, x)


p = Physics(lambda v: v ** 3)
x = tf.constant([1.0, 2.0])
y, dy, d2y = p.derivatives(x)
h = p.hessian(x)
ok = abs(d2y - 6 * x).numpy().max() < 1e-5 and abs(tf.linalg.diag_part(h) - 6 * x).numpy().max() < 1e-5
print("OBSERVED", "clean" if ok else "none")
