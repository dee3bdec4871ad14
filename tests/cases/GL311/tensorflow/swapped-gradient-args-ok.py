# framework: tensorflow
# verdict: clean
# seen: inverse map differentiated both ways
import numpy as np
import tensorflow as tf

gain = tf.Variable([1.5, 0.5])


def by_source(tape, sources, target):
    return tape.gradient(target, sources)


with tf.GradientTape(persistent=True) as tape:
    volts = tf.constant([2.0, 4.0])
    tape.watch(volts)
    amps = gain * tf.square(volts)
    power = tf.reduce_sum(amps * volts)
to_amps = tape.gradient(power, amps)
to_gain = tape.gradient(sources=gain, target=power)
to_volts = by_source(tape, volts, power)
assert np.allclose(to_amps, [2.0, 4.0])
assert np.allclose(to_gain, [8.0, 64.0])
assert np.allclose(to_volts, 3.0 * np.array([1.5, 0.5]) * np.array([4.0, 16.0]))
print("OBSERVED clean", "inverse map differentiated both ways")
