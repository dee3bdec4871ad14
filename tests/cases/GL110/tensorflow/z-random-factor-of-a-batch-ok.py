# framework: tensorflow
# verdict: clean
# seen: another factor in each call
import tensorflow as tf

w = tf.Variable(tf.ones((3, 1)))


def jitter(x):
    return x * tf.random.uniform((), 0.9, 1.1)


@tf.function
def step(x):
    return tf.reduce_mean((jitter(x) @ w) ** 2)


for x in tf.data.Dataset.from_tensors(tf.ones((2, 3))).repeat(3):
    with tf.GradientTape() as tape:
        loss = step(x)
    print(tape.gradient(loss, w))
