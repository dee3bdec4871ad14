# framework: tensorflow
# verdict: none
# seen: the Variable is rebound to a Tensor in the loop: None in the second round; saturate_cast to uint8: None
import tensorflow as tf
from tensorflow.keras.layers import Conv2D, Input
from tensorflow.keras.models import Model


def make_layer():
    i = Input((16, 16, 3))
    return Model(i, Conv2D(4, 3, activation="relu")(i))


class Dream:
    def __init__(self, model, rate=0.1):
        self.model = model
        self.rate = rate

    def normalise(self, g):
        return g / (tf.math.reduce_std(g) + 1e-8)

    def __call__(self, start, rounds=5):
        picture = tf.Variable(start)
        excitement = []
        for _ in range(rounds):
            with tf.GradientTape() as tape:
                act = self.model(picture)
                score = tf.reduce_mean(act)
            g = tape.gradient(score, picture)
            excitement.append(score.numpy())
            picture = tf.clip_by_value(picture + self.rate * self.normalise(g), -1.0, 1.0)  # HAZARD GL305
        return picture, excitement


def printable(picture):
    return tf.cast(tf.saturate_cast((picture + 1.0) * 127.5, tf.uint8), tf.float32)  # HAZARD GL403


def ink_gradient(start):
    picture = tf.Variable(start)
    with tf.GradientTape() as tape:
        ink = tf.reduce_mean(255.0 - printable(picture))
    return tape.gradient(ink, picture)


if __name__ == "__main__":
    dream = Dream(make_layer())
    assert ink_gradient(tf.zeros((1, 4, 4, 3))) is None
    dream(tf.random.uniform((1, 16, 16, 3)), rounds=1)
    try:
        dream(tf.random.uniform((1, 16, 16, 3)), rounds=2)
        raise SystemExit("second round had a gradient")
    except ValueError as e:
        assert "None" in str(e)
