# framework: tensorflow
# verdict: raises
# seen: TypeError: unsupported operand type(s) for *: 'float' and 'NoneType'
import tensorflow as tf

position = tf.Variable([2.0, -1.0])
path = []
for _ in range(3):
    with tf.GradientTape() as tape:
        energy = tf.reduce_sum(tf.square(position))
    path.append(position)
    position = position - 0.1 * tape.gradient(energy, position)  # HAZARD GL305
