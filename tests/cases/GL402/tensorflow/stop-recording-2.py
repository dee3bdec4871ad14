# framework: tensorflow
# verdict: none
# seen: none
import tensorflow as tf

w = tf.Variable([1.0, 2.0])
with tf.GradientTape() as tape:
    with tape.stop_recording():
        weights = tf.nn.softmax(w)  # HAZARD GL402
    loss = tf.reduce_sum(weights * [3.0, 5.0])
print("OBSERVED", "none" if tape.gradient(loss, w) is None else "clean")
