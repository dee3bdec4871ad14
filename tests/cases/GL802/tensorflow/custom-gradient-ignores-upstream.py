# framework: tensorflow
# verdict: wrong
# seen: -0.1 everywhere, whatever the domain loss
import tensorflow as tf
from tensorflow import keras


@tf.custom_gradient
def reverse(x):
    def grad(upstream):
        return -0.1 * tf.ones_like(x)  # HAZARD GL802

    return tf.identity(x), grad


keras.utils.set_random_seed(0)
domain_head = keras.layers.Dense(1)
features = tf.Variable(tf.random.normal((4, 3)))
domain = tf.constant([[0.0], [1.0], [1.0], [0.0]])
with tf.GradientTape() as tape:
    logits = domain_head(reverse(features + 0.0))
    loss = tf.reduce_mean(tf.nn.sigmoid_cross_entropy_with_logits(domain, logits))
grad = tape.gradient(loss, features)
assert bool(tf.reduce_all(tf.abs(grad + 0.1) < 1e-7))
print("OBSERVED wrong", "-0.1 everywhere, whatever the domain loss")
