import tensorflow as tf

from linreg.fit import sgd
from linreg.variables import LinearParams


def main():
    x = tf.random.normal([32, 3])
    y = tf.reduce_sum(x, 1, keepdims=True) + 1.0
    print(float(sgd(LinearParams(3), x, y, 0.1, 10)))


if __name__ == "__main__":
    main()
