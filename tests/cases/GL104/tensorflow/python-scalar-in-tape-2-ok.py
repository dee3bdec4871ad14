# framework: tensorflow
# verdict: clean
# seen: gradient [0.5, 0.6875, 1.0]
import tensorflow as tf

slope = tf.Variable([0.5, 2.0, 1.0])


@tf.function
def normalised_energy(w):
    top = float(tf.reduce_max(w))
    return tf.reduce_sum(tf.square(w)) / top


@tf.function
def slopes():
    with tf.GradientTape() as tape:
        energy = normalised_energy(slope)
    return tape.gradient(energy, slope)


grad = slopes().numpy()
expected = [0.5, 4.0 / 2.0 - 5.25 / 4.0, 1.0]
assert max(abs(a - b) for a, b in zip(grad.tolist(), expected)) < 1e-5
print("OBSERVED clean", "gradient", grad.round(4).tolist())
