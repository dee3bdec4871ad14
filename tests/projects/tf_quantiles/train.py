import tensorflow as tf

from forecast.losses import crossing, pinball
from forecast.model import build

LEVELS = [0.1, 0.5, 0.9]


def step(model, optimizer, loss, x, y):
    with tf.GradientTape() as tape:
        predicted = model(x, training=True)
        total = loss(y, predicted) + 0.1 * crossing(predicted)
    slopes = tape.gradient(total, model.trainable_variables)
    optimizer.apply_gradients(zip(slopes, model.trainable_variables))
    return total


if __name__ == "__main__":
    tf.keras.utils.set_random_seed(0)
    model, optimizer = build(LEVELS), tf.keras.optimizers.Adam(1e-2)
    for _ in range(3):
        x = tf.random.normal((8, 5))
        print(float(step(model, optimizer, pinball(LEVELS), x, tf.reduce_sum(x, -1, keepdims=True))))
