# framework: tensorflow
# verdict: raises
# seen: ValueError: No gradients provided for any variable.
import tensorflow as tf

inputs = tf.keras.Input((8,))
scores = tf.keras.layers.Dense(4, activation="softmax")(inputs)
label = tf.keras.layers.Lambda(lambda t: tf.cast(tf.argmax(t, axis=-1), tf.float32))(scores)  # HAZARD GL403
model = tf.keras.Model(inputs, tf.keras.layers.Reshape((1,))(label))
model.compile(optimizer="adam", loss="mse")
model.fit(tf.ones((4, 8)), tf.ones((4, 1)), verbose=0)
