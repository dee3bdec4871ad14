# framework: tensorflow
# verdict: zero
# seen: zero
import numpy as np
import tensorflow as tf

w = tf.Variable([1.0, 4.0])
with tf.GradientTape() as tape:
    root = np.sqrt(w)  # HAZARD GL101
    loss = tf.reduce_sum(root)
g = tape.gradient(loss, w, unconnected_gradients=tf.UnconnectedGradients.ZERO)  # HAZARD GL606
print("OBSERVED", "zero" if not g.numpy().any() else "clean")
