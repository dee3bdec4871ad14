import tensorflow as tf


def build_policy(obs, actions):
    return tf.keras.Sequential([
        tf.keras.Input((obs,)),
        tf.keras.layers.Dense(16, activation="tanh"),
        tf.keras.layers.Dense(actions),
    ])


def log_prob(logits, actions):
    chosen = tf.one_hot(actions, logits.shape[-1])
    return tf.reduce_sum(chosen * tf.nn.log_softmax(logits), axis=-1)


def entropy(logits):
    p = tf.nn.softmax(logits)
    return -tf.reduce_sum(p * tf.math.log(p), axis=-1)  # HAZARD log-softmax GL703,GL702
