# framework: tensorflow
# verdict: none
# seen: ['moving_mean', 'moving_variance', 'moving_mean', 'moving_variance']
import keras
import tensorflow as tf
from keras import layers


def conv_block(filters):
    return [layers.Conv2D(filters, 3), layers.BatchNormalization(), layers.ReLU()]


keras.utils.set_random_seed(0)
stages = conv_block(2) + conv_block(4)
model = keras.Sequential([keras.Input((8, 8, 1)), *stages, layers.GlobalAveragePooling2D(), layers.Dense(1)])
optimizer = keras.optimizers.SGD(0.01)
images, scores = tf.random.normal((4, 8, 8, 1)), tf.zeros((4, 1))
with tf.GradientTape() as tape:
    loss = tf.reduce_mean(tf.square(model(images, training=True) - scores))
grads = tape.gradient(loss, model.weights)  # HAZARD GL311
optimizer.apply_gradients(zip(grads, model.weights))
missing = [v.name for v, g in zip(model.weights, grads) if g is None]
assert len(missing) == 4
print("OBSERVED none", missing)
