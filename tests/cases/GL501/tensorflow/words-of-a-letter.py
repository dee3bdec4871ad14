# framework: tensorflow
# verdict: none
# seen: None
import tensorflow as tf


def codes(text):
    return [ord(letter) % 32 for letter in text]


name = "Ada"
table = tf.Variable(tf.random.stateless_normal((32, 4), seed=(3, 4)))
prompt = tf.gather(  # HAZARD GL501
    table, codes(f"""Dear {name},
yours sincerely""")
)
with tf.GradientTape() as tape:
    loss = tf.reduce_sum(tf.square(prompt - 1.0))
gradient = tape.gradient(loss, table)
print("OBSERVED none", gradient)
assert gradient is None
