# framework: tensorflow
# verdict: wrong
# seen: the gradient is the same whatever the verdict weighs
import sys

import keras
import tensorflow as tf

keras.utils.set_random_seed(3)


def make_cross_entropies():
    bce = keras.losses.BinaryCrossentropy(from_logits=True)

    def judge_loss(real, fake):
        return bce(tf.ones_like(real), real) + bce(tf.zeros_like(fake), fake)

    def maker_loss(fake):
        return bce(tf.ones_like(fake), fake)

    return judge_loss, maker_loss


def make_distances():
    def judge_loss(real, fake):
        return tf.reduce_mean(fake) - tf.reduce_mean(real)

    def maker_loss(fake):
        return -tf.reduce_mean(fake)

    return judge_loss, maker_loss


def make_hinges():
    def judge_loss(real, fake):
        return maker_loss(real) + maker_loss(-fake)

    def maker_loss(fake):
        return tf.reduce_mean(tf.maximum(1.0 - fake, 0.0))

    return judge_loss, maker_loss


def make_squares():
    def judge_loss(real, fake):
        return maker_loss(real) + maker_loss(-fake)

    def maker_loss(fake):
        return tf.reduce_mean((fake - 1.0) ** 2)

    return judge_loss, maker_loss


def make_soft_signs():
    def judge_loss(real, fake):
        return maker_loss(real) + maker_loss(-fake)

    def maker_loss(fake):
        return tf.reduce_mean(tf.nn.softplus(-fake))

    return judge_loss, maker_loss


def make_losses(kind):
    if kind == "entropy":
        return make_cross_entropies()
    elif kind == "distance":
        return make_distances()
    elif kind == "hinge":
        return make_hinges()
    elif kind == "square":
        return make_squares()
    elif kind == "soft":
        return make_soft_signs()


judge_loss, maker_loss = make_losses(sys.argv[1] if len(sys.argv) > 1 else "entropy")
maker, judge = keras.layers.Dense(2), keras.layers.Dense(1)
maker.build((None, 3))
judge.build((None, 2))


@tf.function
def train_maker(noise, weight):
    with tf.GradientTape() as tape:
        made = maker(noise)
        verdict = judge(made)
        adversarial = maker_loss(tf.stop_gradient(verdict))  # HAZARD GL401
        loss = weight * adversarial + tf.reduce_mean((made - noise[:, :2]) ** 2)
    return tape.gradient(loss, maker.trainable_variables)


noise = tf.random.normal((4, 3))
little, much = train_maker(noise, 0.1), train_maker(noise, 1000.0)
broken = bool(tf.reduce_all(little[0] == much[0]))
print("OBSERVED", "wrong" if broken else "clean")
