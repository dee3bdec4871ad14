# framework: tensorflow
# verdict: clean
# seen: another Python number has the function traced again
import tensorflow as tf


def main():
    w = tf.Variable(2.0)
    scale = 1.0

    @tf.function
    def step(x, epoch):
        with tf.GradientTape() as tape:
            loss = w * x * scale + epoch
        return tape.gradient(loss, w)

    first = step(tf.constant(1.0), 0)
    scale = 10.0
    return float(first), float(step(tf.constant(1.0), 1))


assert main() == (1.0, 10.0)
