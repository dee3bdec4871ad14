# framework: tensorflow
# verdict: none
# seen: none
import tensorflow as tf

logits = tf.Variable([[0.1, 0.5, 0.2]])
values = tf.constant([1.0, 2.0, 5.0])
with tf.GradientTape() as tape:
    idx = tf.random.categorical(logits, 16)  # HAZARD GL405
    loss = -tf.reduce_mean(tf.gather(values, idx))
print("OBSERVED", "none" if tape.gradient(loss, logits) is None else "clean")
