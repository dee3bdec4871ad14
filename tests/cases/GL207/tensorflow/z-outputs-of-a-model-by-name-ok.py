# framework: tensorflow
# verdict: clean
# seen: runs: a model with named outputs returns a dictionary
import keras
import tensorflow as tf

given = keras.Input((4,))
hidden = keras.layers.Dense(3)(given)
model = keras.Model(given, {"score": keras.layers.Dense(1)(hidden), "hidden": hidden})

out = model(tf.ones((2, 4)))
out["score"] = tf.squeeze(out["score"], -1)
print(sorted(out), out["score"].shape)
