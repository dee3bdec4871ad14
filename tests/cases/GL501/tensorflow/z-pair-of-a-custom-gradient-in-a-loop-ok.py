# framework: tensorflow
# verdict: clean
# seen: 3.0 and 3.0
import tensorflow as tf


@tf.custom_gradient
def split(x):
    def back(low, high):
        return low + 3.0 * high

    return (x, 3.0 * x), back


weight = tf.Variable(2.0)
with tf.GradientTape(persistent=True) as tape:
    parts = split(weight * 1.0)
total = [tape.gradient(part, weight) for part in parts]
print(total[1].numpy())
for part in list(parts)[1:]:
    print(tape.gradient(part, weight).numpy())
