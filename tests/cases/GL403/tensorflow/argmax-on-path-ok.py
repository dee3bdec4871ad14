# framework: tensorflow
# verdict: clean
# seen: gradient of the pseudo-label loss as derived by hand
import keras
import numpy as np
import tensorflow as tf

keras.utils.set_random_seed(0)
student = keras.Sequential([keras.Input((4,)), keras.layers.Dense(3, use_bias=False)])
weak = tf.random.normal((6, 4))
strong = weak + 0.1 * tf.random.normal((6, 4))
accuracy = keras.metrics.SparseCategoricalAccuracy()

with tf.GradientTape() as tape:
    weak_probs = tf.nn.softmax(student(weak))
    pseudo = tf.argmax(weak_probs, axis=-1)
    sure = tf.cast(tf.reduce_max(weak_probs, axis=-1) > 0.4, tf.float32)
    logits = student(strong)
    per_example = tf.nn.sparse_softmax_cross_entropy_with_logits(labels=pseudo, logits=logits)
    loss = tf.reduce_mean(tf.stop_gradient(sure) * per_example)
    accuracy.update_state(pseudo, logits)
grads = tape.gradient(loss, student.trainable_variables)

residual = tf.nn.softmax(logits).numpy() - np.eye(3)[pseudo.numpy()]
expected = strong.numpy().T @ (sure.numpy()[:, None] * residual) / 6
assert np.allclose(grads[0], expected, atol=1e-5)
print("OBSERVED clean", "gradient of the pseudo-label loss as derived by hand")
