# framework: tensorflow
# verdict: raises
# seen: TypeError: unsupported operand type(s) for *: 'float' and 'NoneType'
import tensorflow as tf


class Oscillator(tf.Module):
    def __init__(self):
        super().__init__()
        self.frequency = tf.Variable(1.3)
        self.damping = tf.Variable(0.1)
        self.phase = tf.Variable(0.0)

    def trajectory(self, t):
        return tf.exp(-self.damping * t) * tf.cos(self.frequency * t)


model = Oscillator()
times = tf.linspace(0.0, 4.0, 9)
measured = tf.cos(1.5 * times)
params = [model.frequency, model.damping, model.phase]
for _ in range(10):
    with tf.GradientTape() as tape:
        misfit = tf.reduce_mean(tf.square(model.trajectory(times) - measured))
    grads = tape.gradient(misfit, params)
    for p, g in zip(params, grads):
        p.assign_sub(0.1 * g)  # HAZARD GL606
