# framework: tensorflow
# verdict: clean
# seen: gradient as expected
import tensorflow as tf
from tensorflow import keras

keras.utils.set_random_seed(0)
net = keras.Sequential([keras.Input((2,)), keras.layers.Dense(3)])
x, a = 500.0 * tf.random.normal((6, 2)), tf.constant([0, 1, 2, 0, 1, 2])
ce = keras.losses.CategoricalCrossentropy(from_logits=True, label_smoothing=0.1)


def policy_loss(logits, a, adv):
    logp = tf.nn.log_softmax(logits)
    p = tf.nn.softmax(logits)
    entropy = -tf.reduce_sum(p * logp, -1)
    return -tf.reduce_mean(tf.gather(logp, a, batch_dims=1) * adv + 0.01 * entropy)


with tf.GradientTape() as tape:
    logits = net(x)
    loss = policy_loss(logits, a, tf.ones(6)) + ce(tf.one_hot(a, 3), logits)
    loss += tf.reduce_mean(tf.math.log(tf.clip_by_value(tf.nn.softmax(logits), 1e-7, 1.0)))
    loss += tf.reduce_mean(tf.nn.softplus(-logits)) + tf.reduce_logsumexp(logits)
g = tape.gradient(loss, net.trainable_variables)
print("OBSERVED", "clean" if all(tf.reduce_all(tf.math.is_finite(v)) for v in g) else "nan")
