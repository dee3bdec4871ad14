# framework: tensorflow
# verdict: raises
# seen: TypeError: unsupported operand type(s) for *: 'float' and 'NoneType'
import tensorflow as tf

weights = tf.Variable([0.5, 0.5])
x, y = tf.constant([[1.0, 2.0], [2.0, 1.0]]), tf.constant([1.0, 0.0])
for _ in range(5):
    with tf.GradientTape() as tape:
        loss = tf.reduce_mean(tf.square(tf.linalg.matvec(x, weights) - y))
    gradient = tape.gradient(loss, weights)
    previous = weights
    weights = weights - 0.1 * gradient  # HAZARD GL305
    print(tf.norm(weights - previous))
