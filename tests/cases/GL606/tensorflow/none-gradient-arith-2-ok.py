# framework: tensorflow
# verdict: clean
# seen: all three parameters fitted
import numpy as np
import tensorflow as tf


class Oscillator(tf.Module):
    def __init__(self):
        super().__init__()
        self.frequency = tf.Variable(1.3)
        self.damping = tf.Variable(0.1)
        self.phase = tf.Variable(0.2)

    def trajectory(self, t):
        return tf.exp(-self.damping * t) * tf.cos(self.frequency * t + self.phase)


model = Oscillator()
times = tf.linspace(0.0, 4.0, 9)
measured = tf.cos(1.5 * times)
params = [model.frequency, model.damping, model.phase]
with tf.GradientTape() as tape:
    misfit = tf.reduce_mean(tf.square(model.trajectory(times) - measured))
grads = tape.gradient(misfit, params)
t = np.linspace(0.0, 4.0, 9)
gap = np.exp(-0.1 * t) * np.cos(1.3 * t + 0.2) - np.cos(1.5 * t)
assert np.isclose(grads[2], 2.0 * np.mean(gap * -np.exp(-0.1 * t) * np.sin(1.3 * t + 0.2)), atol=1e-4)
for p, g in zip(params, grads):
    p.assign_sub(0.1 * g)
assert np.isclose(model.phase, 0.2 - 0.1 * float(grads[2]), atol=1e-6)
print("OBSERVED clean", "all three parameters fitted")
