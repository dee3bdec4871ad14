# framework: tensorflow
# verdict: clean
# seen: gradient as expected
import tensorflow as tf
from tensorflow import keras

keras.utils.set_random_seed(0)
vgg = keras.Sequential([keras.Input((8, 8, 3)), keras.layers.Conv2D(4, 3, activation="relu", name="c1"), keras.layers.Conv2D(4, 3, name="c2")])
extractor = keras.Model(vgg.inputs, [vgg.get_layer(n).output for n in ("c1", "c2")])
extractor.trainable = False
content, style = tf.random.uniform((1, 8, 8, 3)), tf.random.uniform((1, 8, 8, 3))


def gram(t):
    g = tf.linalg.einsum("bijc,bijd->bcd", t, t)
    s = tf.shape(t)
    return g / tf.cast(s[1] * s[2], tf.float32)


style_target = [gram(f) for f in extractor(style)]
content_target = extractor(content)[-1]
image = tf.Variable(content)
opt = keras.optimizers.Adam(0.02, beta_1=0.99, epsilon=1e-1)


def clip_0_1(img):
    return tf.clip_by_value(img, clip_value_min=0.0, clip_value_max=1.0)


@tf.function()
def train_step(img):
    with tf.GradientTape() as tape:
        feats = extractor(img)
        loss = tf.add_n([tf.reduce_mean((gram(f) - t) ** 2) for f, t in zip(feats, style_target)])
        loss += 1e-2 * tf.reduce_mean((feats[-1] - content_target) ** 2)
        loss += 1e-3 * tf.reduce_sum(tf.image.total_variation(img))
    g = tape.gradient(loss, img)
    opt.apply_gradients([(g, img)])
    img.assign(clip_0_1(img))
    return g


def dream(img, steps=2, lr=0.01):
    for _ in range(steps):
        with tf.GradientTape() as tape:
            tape.watch(img)
            loss = tf.reduce_mean(extractor(img)[0])
        g = tape.gradient(loss, img)
        g /= tf.math.reduce_std(g) + 1e-8
        img = clip_0_1(img + g * lr)
    return img


def fgsm(img, label):
    with tf.GradientTape() as tape:
        tape.watch(img)
        logits = tf.reduce_mean(extractor(img)[1], (1, 2))
        loss = keras.losses.sparse_categorical_crossentropy(label, logits, from_logits=True)
    return img + 0.1 * tf.sign(tape.gradient(loss, img))


opt.build([image])
g = train_step(image)
d, a = dream(content), fgsm(content, tf.constant([1]))
out = tf.cast(image[0] * 255, tf.uint8).numpy()
print("OBSERVED", "clean" if tf.norm(g) > 0 and out.shape == (8, 8, 3) and d.shape == a.shape else "none")
