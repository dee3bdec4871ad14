# framework: tensorflow
# verdict: wrong
# seen: 1 draw for 5 steps
import random

import tensorflow as tf

w = tf.Variable([0.4, -0.3])
x = tf.constant([[1.0, 2.0], [0.5, -1.0]])


@tf.function
def noisy_step(batch):
    gain = random.uniform(0.5, 1.5)  # HAZARD GL110
    with tf.GradientTape() as tape:
        loss = tf.reduce_sum(tf.square(tf.linalg.matvec(batch * gain, w)))
    return tape.gradient(loss, w)


draws = {tuple(noisy_step(x).numpy().tolist()) for _ in range(5)}
assert len(draws) == 1
print("OBSERVED wrong", len(draws), "draw for 5 steps")
