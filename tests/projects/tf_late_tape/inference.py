import tensorflow as tf


def predict_scores(model, features):
    hidden = model.trunk(features)
    return model.head(tf.nn.relu(hidden))  # HAZARD forward-before-tape GL501


def top_class(scores):
    return tf.argmax(scores, axis=-1).numpy()
