# framework: tensorflow
# verdict: clean
# seen: the second request of a tape that is used up raises RuntimeError, which is shown
import tensorflow as tf


def slopes(v):
    with tf.GradientTape() as tape:
        y = v * v
    return tape.gradient(y, v), tape.gradient(y, v)


v = tf.Variable(2.0)
try:
    slopes(v)
except RuntimeError as error:
    print("as expected:", error)
print("OBSERVED clean")
