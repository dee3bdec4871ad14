import tensorflow as tf


def nll(labels, logits):
    return tf.reduce_mean(tf.nn.sparse_softmax_cross_entropy_with_logits(labels=labels, logits=logits))


def fit_temperature(scaler, logits, labels, steps, rate):
    history = []
    for _ in range(steps):
        with tf.GradientTape() as tape:
            loss = nll(labels, scaler(logits))
        gradient = tape.gradient(loss, scaler.temperature)
        scaler.temperature.assign_sub(rate * gradient)
        history.append(float(loss))
    return history
