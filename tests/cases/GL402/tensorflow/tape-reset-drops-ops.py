# framework: tensorflow
# verdict: none
# seen: embedding gradient None
import tensorflow as tf

embed = tf.Variable(tf.random.normal((5, 3), seed=1))
mixer = tf.Variable(tf.random.normal((3, 1), seed=2))
ids = tf.constant([0, 3, 4])
labels = tf.constant([[1.0], [0.0], [1.0]])

with tf.GradientTape(persistent=True) as tape:
    vectors = tf.gather(embed, ids)
    aux = tf.reduce_mean(tf.square(vectors))
    d_aux = tape.gradient(aux, embed)
    tape.reset()  # HAZARD GL402
    logits = tf.matmul(vectors, mixer)
    loss = tf.reduce_mean(tf.nn.sigmoid_cross_entropy_with_logits(labels=labels, logits=logits))
d_embed, d_mixer = tape.gradient(loss, [embed, mixer])
assert d_embed is None and d_mixer is not None and d_aux is not None
print("OBSERVED none", "embedding gradient", d_embed)
