# framework: tensorflow
# verdict: wrong
# seen: the gradient of the encoder lacks the last term
import tensorflow as tf
from tensorflow import keras


def gradients(x, shares):
    keras.utils.set_random_seed(0)
    encoder, decoder = keras.layers.Dense(3), keras.layers.Dense(4)
    with tf.GradientTape() as tape:
        code = encoder(x)
        made = decoder(code)
        first, last = shares
        near = tf.reduce_mean((made - x) ** 2)
        small = tf.reduce_mean(tf.norm(code, axis=1))
        loss = first * near + last * float(small)  # HAZARD GL104
        asked = encoder.trainable_variables + decoder.trainable_variables
    return tape.gradient(loss, asked), tape, code


if __name__ == "__main__":
    one = gradients(tf.ones((2, 4)), eval("(1.0, 5.0)"))[0]
    other = gradients(tf.ones((2, 4)), eval("(1.0, 0.0)"))[0]
    print("OBSERVED", "wrong" if float(tf.norm(one[0] - other[0])) < 1e-6 else "clean")
