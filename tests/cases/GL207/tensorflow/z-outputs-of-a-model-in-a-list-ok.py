# framework: tensorflow
# verdict: clean
# seen: runs: a model with a list of outputs returns a list
import keras
import tensorflow as tf

given = keras.Input((4,))
low = keras.layers.Dense(3, name="low")(given)
high = keras.layers.Dense(2, name="high")(low)
whole = keras.Model(given, high)
backbone = keras.Model(inputs=whole.input, outputs=[whole.get_layer(name).output for name in ("low", "high")])

x = backbone(tf.ones((1, 4)))
x[-1] = x[-1] * 2
first, last = x
print(first.shape, last.shape)
