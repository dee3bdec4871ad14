# framework: tensorflow
# verdict: clean
# seen: the lines of a docstring are a list
import tensorflow as tf


def extended(base, note):
    made = type(base.__name__, (base,), {})
    lines = base.__doc__.split("\n")
    lines[1:1] = note.splitlines()
    made.__doc__ = "\n".join(lines)
    return made


print(extended(tf.keras.layers.Conv2D, "With a note.").__doc__[:20])
