# framework: tensorflow
# verdict: clean
# seen: gradient as expected
import tensorflow as tf
from tensorflow import keras

keras.utils.set_random_seed(0)
student, teacher = keras.layers.Dense(3), keras.layers.Dense(3)
x = tf.random.normal((4, 2))
opt = keras.optimizers.SGD(0.1)


def distil(x, temperature=2.0):
    soft = tf.nn.softmax(teacher(x).numpy() / temperature)
    logits = student(x)
    log.append(logits.numpy().std())
    return -tf.reduce_mean(tf.reduce_sum(soft * tf.nn.log_softmax(logits / temperature), axis=-1))


log = []
student.build((None, 2))
with tf.GradientTape() as tape:
    loss = distil(x)
    print(f"loss {loss.numpy():.3f}")
g = tape.gradient(loss, student.trainable_variables)
opt.apply_gradients(zip(g, student.trainable_variables))
norms = [float(tf.norm(one)) for one in g]
print("OBSERVED", "clean" if norms[0] > 0 and len(log) == 1 else "none")
