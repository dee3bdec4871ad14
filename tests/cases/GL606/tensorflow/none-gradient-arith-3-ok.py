# framework: tensorflow
# verdict: clean
# seen: gradient as expected
import tensorflow as tf

scale, offset, table = tf.Variable(2.0), tf.Variable(1.0), tf.Variable(tf.ones((4, 2)))
with tf.GradientTape() as tape:
    loss = scale ** 2 + tf.reduce_sum(tf.gather(table, [0, 0, 2]))
variables = [scale, offset, table]
grads = tape.gradient(loss, variables)
clipped, norm = tf.clip_by_global_norm(grads, 1.0)
kept = [(tf.convert_to_tensor(g) * 0.5, v) for g, v in zip(grads, variables) if g is not None]
for g, v in kept:
    v.assign_sub(0.1 * g)
filled = [tf.zeros_like(v) if g is None else g for g, v in zip(grads, variables)]
total = tf.add_n([tf.reduce_sum(tf.convert_to_tensor(g) ** 2) for g in filled])
print("OBSERVED", "clean" if float(norm) > 0 and len(kept) == 2 and float(total) > 0 else "wrong")
