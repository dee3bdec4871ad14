# framework: tensorflow
# verdict: raises
# seen: TypeError: unsupported operand type(s) for *: 'float' and 'NoneType'
import tensorflow as tf

rng = tf.random.Generator.from_seed(1)
x = rng.normal((20, 2))
y = tf.matmul(x, [[2.0], [-1.0]]) + 0.5
w = tf.Variable(tf.zeros((2, 1)))
b = tf.Variable(0.0)
learning_rate = 0.1

for epoch in range(10):
    with tf.GradientTape() as tape:
        pred = tf.matmul(x, w) + b
        loss = tf.reduce_mean(tf.square(pred - y))
    grad_w, grad_b = tape.gradient(loss, [w, b])
    w = w - learning_rate * grad_w  # HAZARD GL305
    b = b - learning_rate * grad_b  # HAZARD GL305
print("weights", w, "bias", b)
