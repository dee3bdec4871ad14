# framework: tensorflow
# verdict: raises
# seen: TypeError: unsupported operand type(s) for *: 'float' and 'NoneType'
import tensorflow as tf

rates = tf.Variable([0.1, 0.2])
snapshots = []
for step in range(4):
    snapshots.append(rates)
    with tf.GradientTape() as tape:
        cost = tf.reduce_sum(tf.exp(rates) - rates)
    slope = tape.gradient(cost, rates)
    rates = rates - 0.5 * slope  # HAZARD GL305
