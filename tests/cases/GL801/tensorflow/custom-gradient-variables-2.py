# framework: tensorflow
# verdict: raises
# seen: TypeError: @tf.custom_gradient grad_fn must accept keyword argument 'variables', since function uses variables: [<tf.Variable 'Variable:0' shape=() dt
import tensorflow as tf

gain = tf.Variable(2.0)


@tf.custom_gradient
def amplify(x):
    y = gain * x

    def grad(dy):  # HAZARD GL801
        return dy * gain

    return y, grad


with tf.GradientTape() as tape:
    x = tf.constant(3.0)
    tape.watch(x)
    y = amplify(x)
tape.gradient(y, x)
