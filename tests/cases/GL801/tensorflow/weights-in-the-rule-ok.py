# framework: tensorflow
# verdict: clean
# seen: the weights get their gradient in the rule of the layer
import tensorflow as tf

weights = tf.Variable([[1.0, 0.5], [0.2, 2.0]])
scale = tf.Variable(3.0)


@tf.custom_gradient
def project(x):
    y = tf.matmul(x, weights)

    def backward(upstream, variables=None):
        return tf.matmul(upstream, weights, transpose_b=True), [tf.matmul(x, upstream, transpose_a=True)]

    return y, backward


x = tf.constant([[1.0, 2.0]])
with tf.GradientTape() as tape:
    loss = tf.reduce_sum(project(x * scale) ** 2)
grads = tape.gradient(loss, weights)
print("OBSERVED clean", grads)
assert grads is not None
