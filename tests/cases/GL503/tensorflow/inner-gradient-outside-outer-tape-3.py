# framework: tensorflow
# verdict: none
# seen: none
import tensorflow as tf

x = tf.Variable(2.0)
with tf.GradientTape() as second:
    with tf.GradientTape() as first:
        y = x ** 3
dy = first.gradient(y, x)  # HAZARD GL503
d2y = second.gradient(dy, x)
print("OBSERVED", "none" if d2y is None else "clean")
