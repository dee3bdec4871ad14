# framework: tensorflow
# verdict: wrong
# seen: both gradients are the same
import tensorflow as tf


def main():
    v = tf.Variable([1.0, 2.0])
    opt = tf.keras.optimizers.SGD(0.0)
    temperature = 1.0

    @tf.function
    def step(x):
        with tf.GradientTape() as tape:
            loss = tf.reduce_sum(v * x) / temperature  # HAZARD GL110
        g = tape.gradient(loss, [v])
        opt.apply_gradients(zip(g, [v]))
        return g[0]

    x = tf.constant([1.0, 1.0])
    a = step(x)
    temperature = 10.0
    b = step(x)
    return a, b


a, b = main()
broken = bool(tf.reduce_all(a == b))
assert broken
