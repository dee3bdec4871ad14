# framework: tensorflow
# verdict: clean
# seen: gradient as expected
import tensorflow as tf

logits = tf.Variable([[0.1, 0.5, 0.2]])
loc, scale = tf.Variable(0.3), tf.Variable(1.0)
values = tf.constant([1.0, 2.0, 5.0])
with tf.GradientTape(persistent=True) as tape:
    idx = tf.random.categorical(tf.stop_gradient(logits), 16)
    reward = tf.gather(values, idx)
    logp = tf.gather(tf.nn.log_softmax(logits), idx, axis=1)
    pg = -tf.reduce_mean(logp * (reward - tf.reduce_mean(reward)))
    z = loc + scale * tf.random.normal((8,))
    elbo = tf.reduce_mean(z ** 2) - tf.math.log(scale)
    gumbel = -tf.math.log(-tf.math.log(tf.random.uniform((1, 3), 1e-6, 1.0)))
    soft = tf.nn.softmax((logits + gumbel) / 0.5)
    relaxed = tf.reduce_sum(soft * values)
    shuffled = tf.gather(logits[0], tf.random.shuffle(tf.range(3)))
    extra = tf.reduce_sum(shuffled * values)
got = [tape.gradient(t, s) for t, s in ((pg, logits), (elbo, loc), (relaxed, logits), (extra, logits))]
print("OBSERVED", "clean" if all(g is not None for g in got) else "none")
