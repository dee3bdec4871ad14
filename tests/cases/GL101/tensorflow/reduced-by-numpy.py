# framework: tensorflow
# verdict: raises
# seen: AttributeError: 'numpy.float32' object has no attribute '_id'
import numpy as np
import tensorflow as tf

weights = tf.Variable([[0.5], [-0.5]])
inputs = tf.constant([[1.0, 2.0], [3.0, 4.0]])
targets = tf.constant([[1.0], [0.0]])
with tf.GradientTape() as tape:
    error = tf.square(inputs @ weights - targets)
    loss = np.mean(error)  # HAZARD GL101
gradient = tape.gradient(loss, weights)
weights.assign_sub(0.1 * gradient)
