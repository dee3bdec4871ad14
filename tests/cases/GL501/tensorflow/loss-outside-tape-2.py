# framework: tensorflow
# verdict: none
# seen: gradients [None, None]
import tensorflow as tf

rate = tf.Variable(0.4)
amplitude = tf.Variable(2.0)
times = tf.linspace(0.0, 3.0, 7)
signal = tf.exp(-0.7 * times)


def residuals():
    return amplitude * tf.exp(-rate * times) - signal


def fit_step(lr):
    with tf.GradientTape() as tape:
        squared = tf.square(residuals())
    objective = tf.reduce_mean(squared)  # HAZARD GL501
    grads = tape.gradient(objective, [rate, amplitude])
    for variable, grad in zip([rate, amplitude], grads):
        if grad is not None:
            variable.assign_sub(lr * grad)
    return grads


grads = fit_step(0.1)
assert grads == [None, None] and abs(float(rate) - 0.4) < 1e-6
print("OBSERVED none", "gradients", grads)
