# framework: tensorflow
# verdict: raises
# seen: TypeError: unsupported operand type(s) for *: 'float' and 'NoneType'
import keras
import tensorflow as tf

keras.utils.set_random_seed(4)
features = keras.Sequential([keras.Input((8, 8, 1)), keras.layers.Conv2D(3, 3, activation="relu")])
content = tf.random.uniform((1, 8, 8, 1))
target = features(content)


def paint(steps, rate):
    canvas = tf.Variable(tf.fill((1, 8, 8, 1), 0.5))
    for _ in range(steps):
        with tf.GradientTape() as tape:
            loss = tf.reduce_mean(tf.square(features(canvas) - target))
        grad = tape.gradient(loss, canvas)
        canvas = tf.clip_by_value(canvas - rate * grad, 0.0, 1.0)  # HAZARD GL305
    return canvas, loss


print(paint(5, 0.2)[1])
