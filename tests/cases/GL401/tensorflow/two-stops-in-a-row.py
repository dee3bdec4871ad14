# framework: tensorflow
# verdict: none
# seen: None
import tensorflow as tf

w = tf.Variable([1.0, 2.0])
with tf.GradientTape() as tape:
    kept = tf.stop_gradient(w * 3.0)  # HAZARD GL401
    curve = tf.stop_gradient(tf.exp(kept))  # HAZARD GL401
    loss = tf.reduce_sum(curve**2)
gradient = tape.gradient(loss, w)
print("OBSERVED none", gradient)
assert gradient is None
