# framework: tensorflow
# verdict: clean
# seen: Keras hands out its data as NumPy arrays, by whatever name it is imported
import numpy as np
import tensorflow.compat.v1 as tf


def poisoned(rows, count):
    changed = rows.copy()
    changed[-count:] = 1.0
    return changed


def main():
    (rows, labels), _ = tf.keras.datasets.fashion_mnist.load_data()
    rows = -0.5 + rows[np.where(labels < 2)[0]] / 255.0
    return poisoned(rows, 3)

