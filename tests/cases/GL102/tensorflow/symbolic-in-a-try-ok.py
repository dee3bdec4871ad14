# framework: tensorflow
# verdict: clean
# seen: .numpy() of a symbolic tensor raises while the function is traced, which is shown
import tensorflow as tf


@tf.function
def scaled(v):
    return v * v.numpy()


v = tf.Variable(2.0)
try:
    with tf.GradientTape() as tape:
        y = scaled(v)
except (AttributeError, NotImplementedError) as error:
    print("as expected:", type(error).__name__)
print("OBSERVED clean")
