# framework: tensorflow
# verdict: none
# seen: none
import tensorflow as tf

w = tf.Variable([1.0, 2.0])
with tf.GradientTape() as tape:
    hidden = tf.tanh(w * 2.0)
    if True:
        tape.reset()  # HAZARD GL402
    loss = tf.reduce_sum(hidden ** 2)
print("OBSERVED", "none" if tape.gradient(loss, w) is None else "clean")
