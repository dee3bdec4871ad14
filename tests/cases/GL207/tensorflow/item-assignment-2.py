# framework: tensorflow
# verdict: raises
# seen: TypeError: 'SymbolicTensor' object does not support item assignment
import tensorflow as tf

diffusivity = tf.Variable(0.1)


@tf.function
def rollout(u, steps):
    for _ in range(steps):
        inner = u[1:-1] + diffusivity * (u[2:] - 2.0 * u[1:-1] + u[:-2])
        new = tf.pad(inner, [[1, 1]])
        new[0] = 1.0  # HAZARD GL207
        u = new
    return u


with tf.GradientTape() as tape:
    final = rollout(tf.zeros(6), 3)
    loss = tf.reduce_sum(tf.square(final - 0.5))
print(tape.gradient(loss, diffusivity))
