# framework: tensorflow
# verdict: clean
# seen: diffusivity gradient -1.22
import tensorflow as tf

diffusivity = tf.Variable(0.1)
snapshots = [None] * 4


def rollout(u, steps):
    snapshots[0] = u
    for n in range(steps):
        inner = u[1:-1] + diffusivity * (u[2:] - 2.0 * u[1:-1] + u[:-2])
        u = tf.concat([[1.0], inner, [0.0]], axis=0)
        snapshots[n + 1] = u
    return u


def objective():
    return tf.reduce_sum(tf.square(rollout(tf.zeros(6), 3) - 0.5))


with tf.GradientTape() as tape:
    loss = objective()
grad = float(tape.gradient(loss, diffusivity))
diffusivity.assign(0.11)
high = float(objective())
diffusivity.assign(0.09)
low = float(objective())
assert abs(grad - (high - low) / 0.02) < 1e-2 and snapshots[3] is not None
print("OBSERVED clean", "diffusivity gradient", round(grad, 2))
