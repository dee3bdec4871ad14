# framework: tensorflow
# verdict: none
# seen: dose gradient None
import tensorflow as tf
import tensorflow.math as tm

dose = tf.Variable([12.3, 27.8, 41.0])
tablet_mg = 5.0


def dispensed(amount):
    return tm.floor(amount / tablet_mg) * tablet_mg  # HAZARD GL403


def response(amount):
    return amount / (amount + 20.0)


wanted = tf.constant([0.3, 0.6, 0.6])
with tf.GradientTape() as tape:
    loss = tm.reduce_mean(tm.squared_difference(response(dispensed(dose)), wanted))
grad = tape.gradient(loss, dose)
assert grad is None
print("OBSERVED none", "dose gradient", grad)
