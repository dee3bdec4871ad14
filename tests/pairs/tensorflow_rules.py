"""tf.custom_gradient, with variables, several inputs and factories around it."""

import tensorflow as tf


@tf.custom_gradient
def log1pexp(x):
    e = tf.exp(x)

    def grad(upstream):  # right
        return upstream * (1 - 1 / (1 + e))

    return tf.math.log(1 + e), grad


@tf.custom_gradient
def log1pexp_wrong(x):
    e = tf.exp(x)

    def grad(upstream):  # wrong: chain factor
        return upstream / (1 + e)

    return tf.math.log(1 + e), grad


@tf.custom_gradient
def ignoring(x):
    def grad(upstream):  # wrong: the upstream
        return 2.0 * x

    return x * x, grad


@tf.custom_gradient
def product(x, y):
    def grad(upstream):  # right
        return upstream * y, upstream * x

    return x * y, grad


@tf.custom_gradient
def product_wrong(x, y):
    def grad(upstream):  # wrong
        return upstream * x, upstream * y

    return x * y, grad


@tf.custom_gradient
def clip_gradient(x):
    def grad(dy):  # surrogate
        return tf.clip_by_value(dy, -0.5, 0.5)

    return tf.identity(x), grad


@tf.custom_gradient
def hard_step(x):
    def grad(dy):  # surrogate
        return dy * tf.exp(-tf.abs(x))

    return tf.cast(x > 0, x.dtype), grad


weight = tf.Variable(1.7, dtype=tf.float64)


@tf.custom_gradient
def scaled(x):
    value = weight.read_value()

    def grad(dy, variables=None):  # right
        return dy * value, [tf.reduce_sum(dy * x)]

    return x * weight, grad


@tf.custom_gradient
def too_few(x, y):
    def grad(dy):  # raises
        return dy * y

    return x * y, grad


def matmul(a, b):
    @tf.custom_gradient
    def inner(a, b):
        def grad(dy):  # right
            return dy @ tf.transpose(b), tf.transpose(a) @ dy

        return a @ b, grad

    return inner(a, b)


def matmul_wrong(A, B):
    @tf.custom_gradient
    def inner(A, B):
        def grad(dy):  # wrong
            return dy @ tf.transpose(B), tf.transpose(A) @ dy * 2.0

        return A @ B, grad

    return inner(A, B)
