# framework: tensorflow
# verdict: clean
# seen: gradient as expected
import tensorflow as tf

w, b = tf.Variable(2.0), tf.Variable(1.0)
frozen = tf.Variable([1.0, 1.0], trainable=False)
with tf.GradientTape(watch_accessed_variables=False, persistent=True) as tape:
    tape.watch([w, b])
    loss = (w * 3.0 + b) ** 2 * tf.reduce_sum(frozen)
dw, db = tape.gradient(loss, [w, b])
del tape
tape = tf.GradientTape()
with tape:
    tape.watch(frozen)
    score = tf.reduce_sum(frozen * w)
g = tape.gradient(score, frozen)
print("OBSERVED", "clean" if dw is not None and g is not None else "none")
