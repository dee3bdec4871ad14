# framework: tensorflow
# verdict: nan
# seen: generator step is nan
import tensorflow as tf

shift = tf.Variable([30.0])
noise = tf.constant([[0.3], [-0.5], [1.1]])


def discriminator(samples):
    return 2.0 * samples - 1.0


def generator_loss():
    score = discriminator(noise + shift)
    return tf.reduce_mean(tf.math.log(1.0 - tf.sigmoid(score)))  # HAZARD GL703


with tf.GradientTape() as tape:
    loss = generator_loss()
grad = tape.gradient(loss, shift)
assert bool(tf.reduce_any(tf.math.is_nan(grad)))
print("OBSERVED nan", "generator step is nan")
