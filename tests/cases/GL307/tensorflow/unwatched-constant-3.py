# framework: tensorflow
# verdict: none
# seen: none
import tensorflow as tf


def jacobian_norm(f, x):
    with tf.GradientTape() as tape:
        y = f(x)
    j = tape.jacobian(y, x)  # HAZARD GL307
    return None if j is None else tf.norm(j)


print("OBSERVED", "none" if jacobian_norm(tf.sin, tf.constant([1.0, 2.0])) is None else "clean")
