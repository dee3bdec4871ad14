# framework: tensorflow
# verdict: clean
# seen: reversed by 0.1
import numpy as np
import tensorflow as tf
from tensorflow import keras


def gradient_reversal(strength):
    @tf.custom_gradient
    def reverse(x):
        def grad(upstream):
            flipped = tf.negative(upstream)
            return strength * flipped

        return tf.identity(x), grad

    return reverse


keras.utils.set_random_seed(0)
domain_head = keras.layers.Dense(1, use_bias=False)
features = tf.Variable(tf.random.normal((4, 3)))
domain = tf.constant([[0.0], [1.0], [1.0], [0.0]])
with tf.GradientTape() as tape:
    logits = domain_head(gradient_reversal(0.1)(features + 0.0))
    loss = tf.reduce_mean(tf.nn.sigmoid_cross_entropy_with_logits(domain, logits))
grad = tape.gradient(loss, features)
residual = (tf.sigmoid(logits) - domain).numpy() / 4.0
assert np.allclose(grad, -0.1 * residual @ domain_head.get_weights()[0].T, atol=1e-6)
print("OBSERVED clean", "reversed by 0.1")
