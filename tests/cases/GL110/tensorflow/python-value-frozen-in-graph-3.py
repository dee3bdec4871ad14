# framework: tensorflow
# verdict: wrong
# seen: wrong
import random
import tensorflow as tf

w = tf.Variable(1.0)


@tf.function
def noisy_step(x):
    with tf.GradientTape() as tape:
        jitter = random.gauss(0.0, 1.0)  # HAZARD GL110
        loss = (w * x + jitter) ** 2
    return loss, tape.gradient(loss, w)


a = {float(noisy_step(tf.constant(2.0))[0]) for _ in range(4)}
print("OBSERVED", "wrong" if len(a) == 1 else "clean")
