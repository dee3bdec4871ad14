# framework: tensorflow
# verdict: raises
# seen: ValueError: No gradients provided for any variable.
import tensorflow as tf
from tensorflow.keras import layers


def decide(probabilities):
    return tf.cast(probabilities > 0.5, tf.float32)  # HAZARD GL403


model = tf.keras.Sequential([layers.Input((3,)), layers.Dense(5, activation="relu"), layers.Dense(1, activation="sigmoid")])
model.add(layers.Lambda(decide))
model.compile(optimizer="sgd", loss=tf.keras.losses.BinaryCrossentropy(), metrics=["accuracy"])
model.fit(tf.ones((4, 3)), tf.ones((4, 1)), verbose=0)
