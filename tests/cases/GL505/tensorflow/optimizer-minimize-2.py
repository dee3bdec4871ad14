# framework: tensorflow
# verdict: raises
# seen: RuntimeError: `loss` passed to Optimizer.compute_gradients should be a function
import tensorflow as tf

slope = tf.Variable(0.0)
intercept = tf.Variable(1.0)
x = tf.constant([0.0, 1.0, 2.0])
y = tf.constant([1.0, 3.0, 5.0])

loss = tf.reduce_mean(tf.square(slope * x + intercept - y))
train_op = tf.compat.v1.train.AdamOptimizer(0.05).minimize(loss)  # HAZARD GL505
for _ in range(100):
    print(float(loss), train_op)
