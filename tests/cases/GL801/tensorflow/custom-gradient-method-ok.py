# framework: tensorflow
# verdict: clean
# seen: True
"""A method with its own gradient is bound to its object first: `self` gets no gradient."""

import tensorflow as tf


class Clustering:
    def __init__(self, sizes):
        self.sizes = sizes

    @tf.custom_gradient
    def averaged(self, centroids, sizes):
        def grad(upstream):
            return tf.math.divide_no_nan(upstream, sizes), None

        return tf.identity(centroids), grad

    def __call__(self, centroids):
        return self.averaged(centroids, self.sizes)


centroids = tf.Variable([1.0, 2.0])
with tf.GradientTape() as tape:
    total = tf.reduce_sum(Clustering(tf.constant([2.0, 4.0]))(centroids))
assert tape.gradient(total, centroids).numpy().tolist() == [0.5, 0.25]
print("OBSERVED clean")
