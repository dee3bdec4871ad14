# framework: tensorflow
# verdict: raises
# seen: AttributeError: 'NoneType' object has no attribute '_tape'
import tensorflow as tf

x = tf.constant([1.0, 2.0])
tape = tf.GradientTape(persistent=True)
tape.watch(x)  # HAZARD GL304
with tape:
    y = x ** 3
g = tape.gradient(y, x)
