import keras
import tensorflow as tf
from keras import layers


def make_classifier(size, classes):
    return keras.Sequential([keras.Input((size,)), layers.Dense(12, activation="softplus"), layers.Dense(classes)])


@tf.function
def train_step(model, optimizer, x, y):
    with tf.GradientTape() as tape:
        loss = loss_of(model, x, y)
    grads = tape.gradient(loss, model.trainable_variables)
    optimizer.apply_gradients(zip(grads, model.trainable_variables))
    return loss


def loss_of(model, x, y):
    logits = model(x, training=True)
    return tf.reduce_mean(tf.nn.sparse_softmax_cross_entropy_with_logits(labels=y, logits=logits))
