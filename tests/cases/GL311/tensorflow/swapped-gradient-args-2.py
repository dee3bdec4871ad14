# framework: tensorflow
# verdict: none
# seen: none
import tensorflow as tf

w, b = tf.Variable(1.0), tf.Variable(2.0)
params = [w, b]
with tf.GradientTape() as tape:
    cost = tf.square(w * 3.0 + b)
g = tape.gradient(params, cost)  # HAZARD GL311
print("OBSERVED", "none" if g is None else "clean")
