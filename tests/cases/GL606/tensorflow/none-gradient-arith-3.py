# framework: tensorflow
# verdict: raises
# seen: TypeError: unsupported operand type(s) for ** or pow(): 'NoneType' and 'int'
import tensorflow as tf

scale, offset = tf.Variable(2.0), tf.Variable(1.0)
with tf.GradientTape() as tape:
    loss = scale ** 2
grads = tape.gradient(loss, {"scale": scale, "offset": offset})
norm = tf.sqrt(sum(tf.reduce_sum(g ** 2) for g in grads.values()))  # HAZARD GL606
