# framework: tensorflow
# verdict: zero
# seen: zero
import tensorflow as tf


def clip_energy(e):
    return e.numpy().clip(0.0, 10.0)


x = tf.Variable([1.0, 2.0, 3.0])
with tf.GradientTape() as tape:
    e = tf.py_function(func=clip_energy, inp=[x], Tout=tf.float32)  # HAZARD GL108
    loss = tf.reduce_sum(e)
g = tape.gradient(loss, x)
print("OBSERVED", "zero" if not g.numpy().any() else "clean")
