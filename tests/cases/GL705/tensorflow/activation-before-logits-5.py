# framework: tensorflow
# verdict: wrong
# seen: softmax output given to sparse_softmax_cross_entropy_with_logits: the loss cannot fall below 0.55
"""Intent classifier; the model is built in one place and its loss written in another."""
import numpy as np
import tensorflow as tf
import keras
from keras import layers


def build_classifier(n_features, n_classes):
    inputs = keras.Input((n_features,))
    h = layers.Dense(16, activation="relu")(inputs)
    outputs = layers.Dense(n_classes, activation="softmax")(h)
    return keras.Model(inputs, outputs)


def loss_value(model, x, y):
    scores = model(x, training=True)
    each = tf.nn.sparse_softmax_cross_entropy_with_logits(labels=y, logits=scores)  # HAZARD GL705
    return tf.reduce_mean(each)


def train(model, x, y, steps=5):
    opt = keras.optimizers.Adam(1e-2)
    for _ in range(steps):
        with tf.GradientTape() as tape:
            loss = loss_value(model, x, y)
        grads = tape.gradient(loss, model.trainable_weights)
        opt.apply_gradients(zip(grads, model.trainable_weights))
    return float(loss), grads


if __name__ == "__main__":
    keras.utils.set_random_seed(0)
    x = np.eye(3, dtype="float32")
    model = build_classifier(3, 3)
    train(model, x, np.arange(3), steps=60)
    # a perfect classifier still has a loss of log(e + 2) - 1 = 0.55
    assert float(loss_value(model, x, np.arange(3))) > 0.55
