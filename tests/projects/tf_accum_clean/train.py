import tensorflow as tf

from engine.accumulate import Accumulator
from engine.averaging import blend, shadow_of
from losses import objective
from model import Net

ROUNDS = 4


def batch(n):
    x = tf.random.normal([n, 5])
    mask = tf.cast(tf.random.uniform([n]) > 0.2, tf.float32)
    return x, tf.reduce_sum(x, axis=1), mask


def main():
    tf.random.set_seed(0)
    net = Net(5, 8)
    variables = net.trainable_variables
    optimizer = tf.keras.optimizers.SGD(0.05)
    accumulator = Accumulator(variables, ROUNDS)
    shadow = shadow_of(variables)
    for step in range(12):
        with tf.GradientTape() as tape:
            loss = objective(net, *batch(16))
        accumulator.add(tape.gradient(loss, variables))
        if (step + 1) % ROUNDS == 0:
            accumulator.apply(optimizer)
            shadow = blend(shadow, variables, 0.9)
            print(f"step {step} loss {float(loss):.4f} drift {abs(shadow[0] - variables[0].numpy()).max():.4f}")


if __name__ == "__main__":
    main()
