# framework: tensorflow
# verdict: raises
# seen: ValueError: custom_gradient function expected to return 3 gradients, but returned 2 instead.
import tensorflow as tf


@tf.custom_gradient
def fused_affine(x, gamma, beta):
    y = x * gamma + beta

    def backward(dy):
        dx = dy * gamma
        dgamma = tf.reduce_sum(dy * x, axis=0)
        return dx, dgamma  # HAZARD GL801

    return y, backward


gamma, beta = tf.Variable([1.5, 0.5]), tf.Variable([0.0, 0.1])
x = tf.random.normal((4, 2))
with tf.GradientTape() as tape:
    loss = tf.reduce_mean(fused_affine(x, gamma + 0.0, beta + 0.0))
print(tape.gradient(loss, [gamma, beta]))
