# framework: tensorflow
# verdict: none
# seen: None for each weight of the student
import tensorflow as tf

tf.random.set_seed(0)
student = tf.keras.Sequential([tf.keras.Input((4,)), tf.keras.layers.Dense(3)])
teacher = tf.keras.Sequential([tf.keras.Input((4,)), tf.keras.layers.Dense(3)])
x, y = tf.random.normal((8, 4)), tf.random.normal((8, 3))
with tf.GradientTape() as tape:
    loss = tf.reduce_mean(tf.square(teacher(x) - y))
grads = tape.gradient(loss, student.trainable_weights)  # HAZARD GL311
print("OBSERVED", "none" if grads == [None, None] else "clean")
