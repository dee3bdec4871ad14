# framework: tensorflow
# verdict: clean
# seen: gradient as expected: the tape is told to record once more
import tensorflow as tf


def per_row(tape, target, sources):
    with tape._ensure_recording():
        target = tf.reshape(target, [-1])
    rows = []
    for i in range(2):
        with tape._ensure_recording():
            one = tf.gather(target, i)
        rows.append(tape.gradient(one, sources))
    return rows


weights = tf.Variable([1.0, 2.0])
tape = tf.GradientTape(persistent=True)
with tape:
    loss = weights * weights
print(per_row(tape, loss, [weights]))
