# framework: tensorflow
# verdict: raises
# seen: TypeError: @tf.custom_gradient grad_fn must accept keyword argument 'variables'
import tensorflow as tf


class SpikingLayer(tf.Module):
    def __init__(self, inputs, units):
        super().__init__()
        self.kernel = tf.Variable(tf.ones((inputs, units)) * 0.4)

    def __call__(self, x):
        @tf.custom_gradient
        def spike(v):
            membrane = tf.matmul(v, self.kernel)

            def surrogate(dy):  # HAZARD GL801
                slope = 1.0 / tf.square(1.0 + tf.abs(membrane - 1.0))
                return tf.matmul(dy * slope, self.kernel, transpose_b=True)

            return tf.cast(membrane > 1.0, tf.float32), surrogate

        return spike(x)


layer = SpikingLayer(3, 2)
current = tf.Variable([[1.0, 0.5, 2.0]])
with tf.GradientTape() as tape:
    rate = tf.reduce_mean(layer(current + 0.0))
print(tape.gradient(rate, current))
