import tensorflow as tf


def first_and_second(fun, t):
    with tf.GradientTape() as outer:
        outer.watch(t)
        with tf.GradientTape() as inner:
            inner.watch(t)
            u = fun(t)
        du = inner.gradient(u, t)
    return u, du, outer.gradient(du, t)
