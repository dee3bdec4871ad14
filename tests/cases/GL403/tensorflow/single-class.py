# framework: tensorflow
# verdict: zero
# seen: a softmax over one unit is 1 for every input, so that nothing is learnt
import tensorflow as tf

tf.keras.utils.set_random_seed(0)
x = tf.random.normal((8, 4))
y = tf.cast(tf.reduce_sum(x, 1, keepdims=True) > 0, tf.float32)
hidden = tf.keras.layers.Dense(6, activation="relu")
last = tf.keras.layers.Dense(1)
with tf.GradientTape() as tape:
    p = tf.nn.softmax(last(hidden(x)))  # HAZARD GL403
    loss = tf.reduce_mean((p - y) ** 2)
grads = tape.gradient(loss, last.trainable_variables)
print("OBSERVED", "zero" if all(float(tf.reduce_max(tf.abs(g))) < 1e-6 for g in grads) else "clean")
