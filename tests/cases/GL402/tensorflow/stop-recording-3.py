# framework: tensorflow
# verdict: none
# seen: the decoder gets no gradient because its output was made while recording was paused
"""Super-resolution with a perceptual term; the pause meant for the frozen features also covers the decoder."""
import keras
import tensorflow as tf


def feature_net():
    net = keras.Sequential([keras.Input((8,)), keras.layers.Dense(6, "relu"), keras.layers.Dense(4)])
    net.trainable = False
    return net


class Upscaler(keras.Model):
    def __init__(self, factor=2, width=4):
        super().__init__()
        self.up = keras.layers.Dense(factor * width, activation="relu")
        self.refine = keras.layers.Dense(factor * width)

    def call(self, low):
        h = self.up(low)
        return h + self.refine(h)


class PerceptualLoss:
    def __init__(self, features):
        self.features = features

    def __call__(self, tape, model, low, high):
        with tape.stop_recording():
            goal = self.features(high)
            restored = model(low)  # HAZARD GL402
        return tf.reduce_mean(tf.abs(self.features(restored) - goal))


def fit(model, loss_fn, pairs):
    opt = keras.optimizers.Adam(1e-3)
    seen = []
    for low, high in pairs:
        with tf.GradientTape() as tape:
            loss = loss_fn(tape, model, low, high)
        grads = tape.gradient(loss, model.trainable_variables)
        usable = [(g, v) for g, v in zip(grads, model.trainable_variables) if g is not None]
        if usable:
            opt.apply_gradients(usable)
        seen.append(len(usable))
    return seen


if __name__ == "__main__":
    keras.utils.set_random_seed(0)
    high = tf.random.normal((12, 8))
    pairs = tf.data.Dataset.from_tensor_slices((high[:, ::2], high)).batch(4)
    assert sum(fit(Upscaler(), PerceptualLoss(feature_net()), pairs)) == 0
