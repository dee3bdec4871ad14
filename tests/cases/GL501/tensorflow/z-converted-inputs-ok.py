# framework: tensorflow
# verdict: clean
# seen: 6.0
import tensorflow as tf


def as_tensor(value):
    return tf.convert_to_tensor(value)


x = tf.constant(3.0)
same = as_tensor(x)
with tf.GradientTape() as tape:
    tape.watch(x)
    y = same * same
print(tape.gradient(y, x).numpy())
