# framework: tensorflow
# verdict: clean
# seen: Grad-CAM: argmax picks the channel, watched intermediate inside the tape, numpy only for the overlay
"""Grad-CAM and guided saliency for a small convolutional net."""
import numpy as np
import tensorflow as tf
from tensorflow import keras
from tensorflow.keras import layers


def build():
    inp = keras.Input((16, 16, 1))
    x = layers.Conv2D(4, 3, activation="relu", name="last_conv")(inp)
    x = layers.GlobalAveragePooling2D()(x)
    return keras.Model(inp, layers.Dense(3, activation="softmax", name="probs")(x))


def grad_cam(model, img, layer="last_conv", index=None):
    probe = keras.Model(model.inputs, [model.get_layer(layer).output, model.output])
    with tf.GradientTape() as tape:
        conv, preds = probe(img)
        if index is None:
            index = tf.argmax(preds[0])
        channel = preds[:, index]
    grads = tape.gradient(channel, conv)
    pooled = tf.reduce_mean(grads, axis=(0, 1, 2))
    heat = tf.squeeze(conv[0] @ pooled[..., tf.newaxis])
    heat = tf.maximum(heat, 0.0) / (tf.math.reduce_max(heat) + 1e-8)
    return heat.numpy(), grads


@tf.custom_gradient
def guided_relu(x):
    y = tf.nn.relu(x)

    def grad(dy):
        return tf.cast(dy > 0, dy.dtype) * tf.cast(x > 0, dy.dtype) * dy

    return y, grad


def guided(model, img):
    conv, dense = model.get_layer("last_conv"), model.get_layer("probs")
    x = tf.Variable(img)
    with tf.GradientTape() as tape:
        h = guided_relu(tf.nn.convolution(x, conv.kernel.value) + conv.bias)
        logit = tf.reduce_max(tf.reduce_mean(h, (1, 2)) @ dense.kernel)
    return tape.gradient(logit, x)


def overlay(img, heat, alpha=0.4):
    colour = np.uint8(255 * np.clip(heat, 0, 1))
    big = np.kron(colour, np.ones((1, 1)))[: img.shape[1], : img.shape[2]]
    return np.pad(big, 1) * alpha + np.asarray(img)[0, ..., 0]


if __name__ == "__main__":
    model, img = build(), tf.random.uniform((1, 16, 16, 1), seed=3)
    heat, grads = grad_cam(model, img)
    assert grads.shape == (1, 14, 14, 4) and float(tf.reduce_max(tf.abs(grads))) > 0
    assert guided(model, img).shape == img.shape and overlay(img, heat).shape == (16, 16)
