# framework: tensorflow
# verdict: raises
# seen: tensorflow.python.framework.errors_impl.InvalidArgumentError: {{function_node __wrapped__MatMul_device_/job:localhost/replica:0/task:0/device:CPU:0}}
import tensorflow as tf

w1, w2 = tf.Variable(tf.ones((4, 8))), tf.Variable(tf.ones((4, 2)))
x = tf.ones((5, 4))
with tf.GradientTape() as tape:
    h = tf.nn.relu(x @ w1)
    out = h @ w2  # HAZARD GL509
    loss = tf.reduce_sum(out)
tape.gradient(loss, [w1, w2])
