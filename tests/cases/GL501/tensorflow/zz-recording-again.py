# framework: tensorflow
# verdict: none
# seen: the gradient is None: what is gathered after the block is not recorded
import tensorflow as tf


def first_row(tape, target, sources):
    with tape._ensure_recording():
        target = tf.reshape(target, [-1])
    one = tf.gather(target, 0)
    return tape.gradient(one, sources)


weights = tf.Variable([1.0, 2.0])
tape = tf.GradientTape(persistent=True)
with tape:
    loss = weights * weights
print(first_row(tape, loss, [weights]))  # HAZARD GL501
