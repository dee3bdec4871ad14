# framework: tensorflow
# verdict: none
# seen: picture gradient None
import tensorflow as tf
from tensorflow.keras import Input, Sequential
from tensorflow.keras.layers import Conv2D

extractor = Sequential([Input((8, 8, 3)), Conv2D(4, 3, activation="relu")])
extractor.trainable = False
picture = tf.Variable(tf.random.uniform((1, 8, 8, 3), seed=1))
style = tf.random.uniform((1, 8, 8, 3), seed=2)


def gram(features):
    flat = features.numpy().reshape(-1, features.shape[-1])  # HAZARD GL102
    return tf.matmul(flat, flat, transpose_a=True) / flat.shape[0]


wanted = gram(extractor(style))
with tf.GradientTape() as tape:
    style_loss = tf.reduce_mean(tf.square(gram(extractor(picture)) - wanted))
grad = tape.gradient(style_loss, picture)
assert grad is None
print("OBSERVED none", "picture gradient", grad)
