# framework: tensorflow
# verdict: none
# seen: none
import tensorflow as tf

threshold = tf.Variable(0.4)
scores, truth = tf.constant([0.2, 0.5, 0.9]), tf.constant([0.0, 1.0, 1.0])
with tf.GradientTape() as tape:
    predicted = tf.cast(tf.greater(scores, threshold), tf.float32)  # HAZARD GL403
    loss = tf.reduce_mean(tf.abs(predicted - truth))
print("OBSERVED", "none" if tape.gradient(loss, threshold) is None else "clean")
