# framework: tensorflow
# verdict: none
# seen: None
import tensorflow as tf

table = tf.Variable(tf.random.stateless_normal((16, 3), seed=(1, 2)))
words = tf.gather(  # HAZARD GL501
    table, [ord(letter) % 16 for letter in """to be
or not to be"""]
)
with tf.GradientTape() as tape:
    loss = tf.reduce_sum(tf.square(words))
gradient = tape.gradient(loss, table)
print("OBSERVED none", gradient)
assert gradient is None
