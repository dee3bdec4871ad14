# framework: tensorflow
# verdict: zero
# seen: zero
import tensorflow as tf

w = tf.Variable([0.5, -0.5])


def binarise(v):
    return tf.math.sign(v)  # HAZARD GL403


with tf.GradientTape() as tape:
    loss = tf.reduce_sum(binarise(w) * [2.0, 3.0])
print("OBSERVED", "zero" if not tape.gradient(loss, w).numpy().any() else "clean")
