# framework: tensorflow
# verdict: clean
# seen: the gradients are there: a tensor is taken out of a tuple after the tape
import tensorflow as tf


@tf.custom_gradient
def halves(x):
    def grad(low, high):
        return low + high

    return (x * 1.0, x * 1.0), grad


weight = tf.Variable(3.0)
with tf.GradientTape(persistent=True) as tape:
    parts = halves(weight * 2.0)
print(tape.gradient(parts[0], weight), tape.gradient(parts[-1], weight))
