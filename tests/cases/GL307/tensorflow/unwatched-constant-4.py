# framework: tensorflow
# verdict: raises
# seen: TypeError: unsupported operand type(s) for *: 'float' and 'NoneType'
import tensorflow as tf


def hmc(logp, q, steps=2, dt=0.1):
    p = tf.random.normal(q.shape)
    for _ in range(steps):
        with tf.GradientTape() as tape:
            value = logp(q)
        p = p + dt * tape.gradient(value, q)  # HAZARD GL307
        q = q + dt * p
    return q


hmc(lambda v: -tf.reduce_sum(v ** 2), tf.zeros(3))
