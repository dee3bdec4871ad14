# framework: tensorflow
# verdict: clean
# seen: style transfer, targets precomputed, clip by assign after the step (finite differences)
"""Neural style transfer with a small random convolutional feature extractor."""
import numpy as np
import tensorflow as tf
from tensorflow.keras import layers, Model


def extractor():
    inp = layers.Input((None, None, 3))
    a = layers.Conv2D(6, 3, padding="same", activation="relu", name="block1")(inp)
    b = layers.Conv2D(8, 3, strides=2, padding="same", activation="relu", name="block2")(a)
    m = Model(inp, [a, b])
    m.trainable = False
    return m


def gram(f):
    n = tf.cast(tf.reduce_prod(tf.shape(f)[1:3]), tf.float32)
    return tf.einsum("bijc,bijd->bcd", f, f) / n


def total_variation(img):
    dx = img[:, :, 1:] - img[:, :, :-1]
    dy = img[:, 1:] - img[:, :-1]
    return tf.reduce_mean(dx ** 2) + tf.reduce_mean(dy ** 2)


def deprocess(img):
    return np.clip(img.numpy()[0] * 255.0, 0, 255).astype("uint8")


def transfer(content, style, steps=3, lr=0.02):
    feats = extractor()
    style_targets = [gram(f) for f in feats(style)]
    content_target = feats(content)[1]
    image = tf.Variable(content)
    opt = tf.keras.optimizers.Adam(lr)
    frames, best = [], np.inf
    for i in range(steps):
        with tf.GradientTape() as tape:
            shallow, deep = feats(image)
            s_loss = tf.add_n([tf.reduce_mean((gram(f) - t) ** 2) for f, t in zip((shallow, deep), style_targets)])
            c_loss = tf.reduce_mean(tf.square(deep - content_target))
            loss = 1e-1 * s_loss + c_loss + 1e-3 * total_variation(image)
        grad = tape.gradient(loss, image)
        opt.apply_gradients([(grad, image)])
        image.assign(tf.clip_by_value(image, 0.0, 1.0))
        if float(loss) < best:
            best = float(loss)
            frames.append(deprocess(image))
    return grad, frames


if __name__ == "__main__":
    tf.random.set_seed(0)
    g, frames = transfer(tf.random.uniform((1, 12, 12, 3)), tf.random.uniform((1, 12, 12, 3)))
    assert g.shape == (1, 12, 12, 3) and float(tf.reduce_max(tf.abs(g))) > 0 and frames
