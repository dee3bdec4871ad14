# framework: tensorflow
# verdict: clean
# seen: running loss 3.0 over 1 step
import numpy as np
import tensorflow as tf
from tensorflow import keras

heads = [keras.layers.Dense(1, use_bias=False, kernel_initializer="ones") for _ in range(3)]
running = tf.Variable(0.0, trainable=False)
seen = tf.Variable(0, trainable=False)


def multi_task_step(x, targets):
    with tf.GradientTape() as tape:
        objective = tf.constant(0.0)
        for head, y in zip(heads, targets):
            term = tf.reduce_mean(tf.square(head(x) - y))
            objective += term
            running.assign_add(term)
        seen.assign_add(1)
    variables = [v for head in heads for v in head.trainable_variables]
    grads = tape.gradient(objective, variables)
    for variable, grad in zip(variables, grads):
        variable.assign_sub(0.1 * grad)
    return grads


grads = multi_task_step(tf.ones((4, 2)), [tf.ones((4, 1))] * 3)
assert len(grads) == 3 and all(np.allclose(g, 2.0) for g in grads)
print("OBSERVED clean", "running loss", float(running), "over", int(seen), "step")
