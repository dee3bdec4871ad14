# framework: tensorflow
# verdict: clean
# seen: gradient as expected
import numpy as np
import tensorflow as tf

tf.keras.utils.set_random_seed(0)
one = tf.keras.Sequential([tf.keras.Input((4,)), tf.keras.layers.Dense(1, activation="sigmoid")])
one.compile(optimizer="sgd", loss="binary_crossentropy")
two = tf.keras.Sequential([tf.keras.Input((4,)), tf.keras.layers.Dense(2, activation="softmax")])
two.compile(optimizer="sgd", loss="sparse_categorical_crossentropy")
x = np.random.normal(size=(16, 4)).astype("float32")
y = (x.sum(1, keepdims=True) > 0).astype("float32")
moved = []
for model in (one, two):
    start = model.get_weights()[0]
    model.fit(x, y, verbose=0)
    moved.append(not np.array_equal(start, model.get_weights()[0]))
attention = tf.Variable(tf.random.normal((3, 1)))
with tf.GradientTape() as tape:
    weights = tf.nn.softmax(attention, axis=0)
    loss = tf.reduce_sum(weights * tf.constant([[1.0], [2.0], [3.0]]))
moved.append(float(tf.reduce_max(tf.abs(tape.gradient(loss, attention)))) > 0)
print("OBSERVED", "clean" if all(moved) else "zero")
