# framework: tensorflow
# verdict: clean
# seen: gradient as expected
import tensorflow as tf


def grad_of(f):
    def inner(x):
        with tf.GradientTape() as tape:
            tape.watch(x)
            y = f(x)
        return tape.gradient(y, x)

    return inner


def hmc(logp, q, steps=2, dt=0.1):
    g = grad_of(logp)
    p = tf.random.normal(q.shape)
    for _ in range(steps):
        p = p + dt * g(q)
        q = q + dt * p
    return q


def sensitivity(model, x, params):
    with tf.GradientTape(persistent=True) as tape:
        tape.watch(x)
        h = x * params
        y = tf.reduce_sum(tf.sin(h))
    dh = tape.gradient(y, h)
    return dh, tape.gradient(y, x), tape.gradient(y, params)


q = hmc(lambda v: -tf.reduce_sum(v ** 2), tf.ones(3))
got = sensitivity(None, tf.ones(3), tf.Variable([1.0, 2.0, 3.0]))
print("OBSERVED", "clean" if all(g is not None for g in got) and q.shape == (3,) else "none")
