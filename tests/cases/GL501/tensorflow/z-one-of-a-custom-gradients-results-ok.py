# framework: tensorflow
# verdict: clean
# seen: the gradient is there: an element of a list is taken, not of a tensor
import tensorflow as tf


def both(first, second):
    @tf.custom_gradient
    def run(*given):
        def grad(*up):
            return [2.0 * each for each in up]

        return [2.0 * each for each in given], grad

    return run(first, second)


x = tf.constant([1.0, 2.0])
a = tf.constant(2.0)
with tf.GradientTape(persistent=True) as tape:
    tape.watch([x, a])
    out = both(x, a)
print(tape.gradient(out[1], a))
