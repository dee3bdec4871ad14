# framework: tensorflow
# verdict: raises
# seen: Input to reshape is a tensor with 40 values, but the requested shape has 60
import tensorflow as tf

projection = tf.Variable(tf.random.normal((12, 8)))
tokens = tf.random.normal((5, 12))


def split_heads(x, heads):
    return tf.transpose(tf.reshape(x, (5, heads, 3)), (1, 0, 2))  # HAZARD GL509


with tf.GradientTape() as tape:
    queries = split_heads(tf.matmul(tokens, projection), 4)
    loss = tf.reduce_mean(tf.square(queries))
print(tape.gradient(loss, projection))
