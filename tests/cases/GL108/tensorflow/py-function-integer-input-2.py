# framework: tensorflow
# verdict: raises
# seen: tensorflow.python.framework.errors_impl.InvalidArgumentError: {{function_node __wrapped__EagerPyFunc_Tin_1_Tout_2_device_/job:localhost/replica:0/task
import tensorflow as tf


def power(base, n):
    return base ** tf.cast(n, base.dtype)


x, order = tf.Variable([1.0, 2.0]), tf.constant([2, 3])
with tf.GradientTape() as tape:
    y = tf.py_function(power, inp=[x, order], Tout=tf.float32)  # HAZARD GL108
    loss = tf.reduce_sum(y)
tape.gradient(loss, x)
