# framework: tensorflow
# verdict: clean
# seen: 4.0 and 0.5: the results are in a list, and going through it is no operation
import tensorflow as tf


def doubled(states):
    @tf.custom_gradient
    def run(*given):
        return [2.0 * each for each in given], lambda *upstream: [2.0 * each for each in upstream]

    return run(*states)


inputs = [tf.constant(1.0), tf.constant(0.25)]
with tf.GradientTape(persistent=True) as tape:
    tape.watch(inputs)
    results = doubled([inputs[0] * 2.0, inputs[1] * 0.25])
for result, source in zip(results, inputs):
    print(tape.gradient(result, source).numpy())
for result in results:
    assert any(tape.gradient(result, source) is not None for source in inputs)
