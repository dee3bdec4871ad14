# framework: tensorflow
# verdict: raises
# seen: TypeError: unsupported operand type(s) for *: 'float' and 'NoneType'
import tensorflow as tf

params = {"w": tf.Variable([1.0, 2.0]), "b": tf.Variable(0.5)}
x, y = tf.constant([[1.0, 2.0], [3.0, 1.0]]), tf.constant([1.0, 0.0])
for _ in range(3):
    with tf.GradientTape() as tape:
        pred = tf.linalg.matvec(x, params["w"]) + params["b"]
        loss = tf.reduce_mean((pred - y) ** 2)
    grads = tape.gradient(loss, params)
    for k in params:
        params[k] = params[k] - 0.1 * grads[k]  # HAZARD GL305
