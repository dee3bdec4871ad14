# framework: tensorflow
# verdict: wrong
# seen: wrong
import tensorflow as tf

w = tf.Variable([1.0, 3.0])


def normalised(v):
    total = 0.0
    for i in range(2):
        total += float(v[i]) ** 2  # HAZARD GL104
    return v / total ** 0.5


with tf.GradientTape() as tape:
    loss = tf.reduce_sum(normalised(w) * [1.0, 2.0])
g = tape.gradient(loss, w)
with tf.GradientTape() as tape:
    loss = tf.reduce_sum(w / tf.sqrt(tf.reduce_sum(w ** 2)) * [1.0, 2.0])
print("OBSERVED", "clean" if abs(g - tape.gradient(loss, w)).numpy().max() < 1e-4 else "wrong")
