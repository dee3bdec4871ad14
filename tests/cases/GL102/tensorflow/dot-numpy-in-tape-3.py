# framework: tensorflow
# verdict: none
# seen: none
import tensorflow as tf
from tensorflow import keras

keras.utils.set_random_seed(0)
student, teacher = keras.layers.Dense(3), keras.layers.Dense(3)
x = tf.random.normal((4, 2))
opt = keras.optimizers.SGD(0.1)


def distil(x, temperature=2.0):
    soft = tf.nn.softmax(teacher(x) / temperature)
    hard = student(x).numpy()  # HAZARD GL102
    return -tf.reduce_mean(tf.reduce_sum(soft * tf.nn.log_softmax(hard / temperature), axis=-1))


with tf.GradientTape() as tape:
    loss = distil(x)
g = tape.gradient(loss, student.trainable_variables)
print("OBSERVED", "none" if g[0] is None else "clean")
