import argparse

import tensorflow as tf

from codec import Codec
from objectives import total_loss
from objectives.distortion import psnr


def step(codec, optimizer, x, weight):
    with tf.GradientTape() as tape:
        codes = codec.encode(x)
        decoded = codec.decode(codec.quantize(codes))
        loss = total_loss(x, decoded, codes, weight)
    variables = codec.trainable_variables
    grads = tape.gradient(loss, variables)
    optimizer.apply_gradients([(g, v) for g, v in zip(grads, variables) if g is not None])
    return loss, psnr(x, decoded)


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--weight", type=float, default=0.05)
    args = parser.parse_args()
    tf.random.set_seed(0)
    codec = Codec(8, 4)
    optimizer = tf.keras.optimizers.SGD(0.05)
    for i in range(5):
        loss, quality = step(codec, optimizer, tf.random.normal([32, 8]), args.weight)
        print(f"step {i} loss {float(loss):.4f} psnr {quality:.2f}")


if __name__ == "__main__":
    main()
