# framework: tensorflow
# verdict: none
# seen: none
import tensorflow as tf

style = tf.Variable([0.2, 0.4], trainable=False)
goal = tf.constant([1.0, 0.0])
opt = tf.keras.optimizers.Adam(0.1)
with tf.GradientTape() as tape:
    loss = tf.reduce_sum((tf.sigmoid(style) - goal) ** 2)
grads = tape.gradient(loss, [style])  # HAZARD GL307
print("OBSERVED", "none" if grads == [None] else "clean")
