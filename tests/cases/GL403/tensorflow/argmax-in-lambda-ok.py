# framework: tensorflow
# verdict: clean
# seen: integers before the first weights, a choice beside a live path, and a head for decisions without a loss
import tensorflow as tf
from tensorflow.keras import layers

words = layers.Input((4,))
tokens = layers.Lambda(lambda t: tf.cast(t, tf.int32))(words)
vectors = layers.GlobalAveragePooling1D()(layers.Embedding(10, 3)(tokens))
scores = layers.Dense(5, activation="softmax")(vectors)
chosen = layers.Lambda(lambda t: tf.one_hot(tf.argmax(t, axis=-1), 5))(scores)
gated = layers.Multiply()([scores, chosen])
model = tf.keras.Model(words, gated)
model.compile(optimizer="sgd", loss="mse")
before = model.trainable_variables[0].numpy().copy()
model.fit(tf.ones((4, 4)), tf.ones((4, 5)), verbose=0)
assert (before != model.trainable_variables[0].numpy()).any()

decision = tf.keras.Model(words, layers.Lambda(lambda t: tf.argmax(t, axis=-1))(scores))
decision.compile()
steps = tf.keras.Sequential([layers.Lambda(lambda t: tf.round(t)), layers.Dense(1)])
steps.compile(optimizer="sgd", loss="mse")
steps.fit(tf.ones((4, 4)), tf.ones((4, 1)), verbose=0)
print("OBSERVED clean", decision(tf.ones((1, 4))).shape)
