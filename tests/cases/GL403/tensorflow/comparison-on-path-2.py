# framework: tensorflow
# verdict: none
# seen: threshold gradient None
import tensorflow as tf
from tensorflow import GradientTape

threshold = tf.Variable(0.35, name="threshold")
scores = tf.constant([0.1, 0.4, 0.6, 0.8])
labels = tf.constant([0.0, 0.0, 1.0, 1.0])


def balanced_error(cut):
    decided = tf.where(scores >= cut, 1.0, 0.0)  # HAZARD GL403
    missed = tf.reduce_sum(labels * (1.0 - decided)) / tf.reduce_sum(labels)
    false_alarm = tf.reduce_sum((1.0 - labels) * decided) / tf.reduce_sum(1.0 - labels)
    return 0.5 * (missed + false_alarm)


with GradientTape() as tape:
    objective = balanced_error(threshold)
update = tape.gradient(objective, threshold)
assert update is None
print("OBSERVED none", "threshold gradient", update)
