"""TensorFlow and Keras."""

from __future__ import annotations

from gradlint.knowledge.names.checked import names

BUILDING_METHODS = names(
    "keras.Model",
    "predict predict_on_batch evaluate test_on_batch fit train_on_batch build",
)
"""Methods of a model after which it has its variables."""
NO_NUMBERS_OF_LAYERS = names(
    "keras.Model",
    "build fit evaluate summary save save_weights set_weights load_weights compute_metrics compute_output_shape "
    "compute_output_spec compute_mask count_params get_config get_build_config get_compile_config to_json export "
    "reset_metrics",
)
"""Methods of a layer or model that compute nothing with its weights: shapes, settings, files."""
KERAS_LAYERS_THAT_KEEP_SHAPE = names(
    "keras.layers",
    "Activation ReLU LeakyReLU PReLU ELU Softmax Dropout GaussianNoise GaussianDropout "
    "LayerNormalization BatchNormalization GroupNormalization UnitNormalization Identity Rescaling",
)
KERAS_MERGES = names("keras.layers", "Add Subtract Multiply Average Maximum Minimum")
TF_FACTORIES = names("tensorflow", "zeros ones fill range linspace eye zeros_like ones_like")
ONLY_IN_TENSORFLOW_1 = names(
    "tensorflow.compat.v1 optax",
    "Session InteractiveSession ConfigProto placeholder placeholder_with_default "
    "global_variables_initializer get_variable variable_scope set_random_seed contrib app flags "
    "get_collection global_variables GraphKeys truncated_normal random_normal to_float "
    "reset_default_graph get_default_session py_func layers",
)
"""What `tf.` has in TensorFlow 1 and not any more."""
SAME_IN_TENSORFLOW_1 = names(
    "tensorflow.compat.v1",
    "keras data io summary logging debugging config saved_model distribute test errors nest",
)
"""Modules that mean the same in both versions."""
TAKE_ANY_TYPE = names(
    "tensorflow.compat.v1 tensorflow.GradientTape",
    "cast gradient jacobian watch square reduce_sum assign assign_add assign_sub",
)

ZERO_TIMES_INFINITY_IS_ZERO = names("tensorflow tensorflow.math", "sqrt rsqrt reciprocal norm")
"""Operations whose gradient is computed on the CPU by a kernel that gives 0 wherever the gradient from above is 0."""
CALL_FLAGS = names("none", "training mask")
"""What Keras tells a call() that has a place for it."""
DATASETS_OF_A_DATASET = names(
    "tf.data.Dataset",
    "apply batch cache concatenate enumerate filter flat_map group_by_window ignore_errors interleave map "
    "padded_batch prefetch ragged_batch rebatch repeat shard shuffle skip snapshot take take_while unbatch "
    "unique window with_options zip",
)
"""Methods of a dataset that hand out another one."""
SCALE_FREE = names("keras.optimizers", "Adam AdamW Nadam Adamax Adagrad Adadelta RMSprop Lion")
"""Each divides the gradient by its own size: a sum over batches steps like their mean."""
