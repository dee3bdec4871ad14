# framework: tensorflow
# verdict: clean
# seen: finite at 61
import numpy as np
import tensorflow as tf

shift = tf.Variable([30.0])
noise = tf.constant([[0.3], [-0.5], [1.1]])


def discriminator(samples):
    return 2.0 * samples - 1.0


def generator_loss():
    score = discriminator(noise + shift)
    saturating = tf.reduce_mean(tf.math.log_sigmoid(-score))
    evidence = tf.reduce_logsumexp(score, axis=0)[0]
    spread = tf.math.log1p(tf.square(score[0, 0] - 59.0))
    return saturating + 0.1 * evidence + spread


with tf.GradientTape() as tape:
    loss = generator_loss()
grad = tape.gradient(loss, shift).numpy()
top = float(tf.reduce_max(discriminator(noise + shift)))
gap = 2.0 * 30.3 - 1.0 - 59.0
assert np.allclose(grad, -2.0 + 0.1 * 2.0 + 2.0 * 2.0 * gap / (1.0 + gap**2), atol=1e-3)
print("OBSERVED clean", "finite at", round(top))
