# framework: tensorflow
# verdict: raises
# seen: ValueError: in user code:
import tensorflow as tf


class Accumulate(tf.Module):
    @tf.function
    def __call__(self, xs):
        total = tf.Variable(0.0)  # HAZARD GL309
        for x in xs:
            total.assign_add(x)
        return total.read_value()


Accumulate()(tf.constant([1.0, 2.0]))
