# framework: tensorflow
# verdict: raises
# seen: AttributeError: 'Adam' object has no attribute 'minimize'
import tensorflow as tf

inputs = tf.constant([[1.0, 2.0], [3.0, 4.0]])
labels = tf.constant([[1.0], [0.0]])
w = tf.Variable(tf.zeros((2, 1)))
b = tf.Variable(0.0)
optimizer = tf.keras.optimizers.Adam(learning_rate=0.1)


def logistic_loss():
    logits = tf.matmul(inputs, w) + b
    return tf.reduce_mean(tf.nn.sigmoid_cross_entropy_with_logits(labels=labels, logits=logits))


for step in range(5):
    optimizer.minimize(logistic_loss, var_list=[w, b])  # HAZARD GL505
    print(step, float(logistic_loss()))
