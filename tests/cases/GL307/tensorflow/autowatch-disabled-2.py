# framework: tensorflow
# verdict: none
# seen: none
import tensorflow as tf

w, b = tf.Variable(2.0), tf.Variable(1.0)
with tf.GradientTape(watch_accessed_variables=False, persistent=True) as tape:  # HAZARD GL307
    loss = (w * 3.0 + b) ** 2
dw = tape.gradient(loss, w)
print("OBSERVED", "none" if dw is None else "clean")
