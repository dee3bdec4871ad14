"""PyTorch."""

from __future__ import annotations

from gradlint.knowledge.names.checked import names

UNDERSCORE_WITHOUT_NEW_NUMBERS = names(
    "torch.Tensor",
    "requires_grad_ share_memory_ detach_ rename_ set_ resize_",
)
CONTEXT_ATTRIBUTES = names(
    "torch._C._FunctionBase",
    "saved_tensors saved_variables needs_input_grad materialize_grads",
)
"""What autograd itself keeps on ctx."""
TENSOR_METHODS = names("torch.Tensor", "log softmax log_softmax sigmoid tanh relu norm")
"""Methods of a tensor that may as well be the layers of a model: only on what a computation gave."""
DIFFERENTIABLE_DRAWS = names("torch", "normal")
"""Draws that are recorded as functions of what they are drawn with, whose gradient is zero."""
OVERWRITES = names("torch.Tensor", "copy_ fill_ zero_ normal_ uniform_ random_ set_")
"""In-place methods that keep nothing of what was there."""
PROJECTIONS = names(
    "torch.Tensor",
    "clamp_ clamp_min_ clamp_max_ clip_ relu_ abs_ zero_ fill_ masked_fill_ round_ sign_ tril_ triu_ "
    "copy_ fill_diagonal_ nan_to_num_ renorm_",
)
"""In-place methods that change nothing when they are repeated with the same arguments."""
AUTOCAST = names(
    "torch torch.nn torch.nn.functional",
    "Linear linear matmul mm bmm addmm baddbmm Conv1d Conv2d Conv3d conv1d conv2d conv3d einsum",
)
"""Operations that autocast computes in half precision, whatever they are given."""
CHECKPOINT_OPTIONS = names(
    "torch.utils.checkpoint.checkpoint() torch.utils.checkpoint._checkpoint_without_reentrant_generator()",
    "use_reentrant preserve_rng_state context_fn determinism_check debug",
)
HARMLESS_FUNCTIONS = names(
    "torch",
    "manual_seed device load save set_default_dtype get_default_dtype seed Size",
)
LAYERS_THAT_KEEP_SHAPE = names(
    "torch.nn",
    "ReLU ReLU6 LeakyReLU Tanh Sigmoid GELU Softmax LogSoftmax Dropout Dropout1d Dropout2d Dropout3d "
    "ELU SELU SiLU Softplus Mish Hardtanh BatchNorm1d BatchNorm2d BatchNorm3d LayerNorm GroupNorm "
    "InstanceNorm1d InstanceNorm2d Identity",
)
OF_A_SEQUENTIAL = names(
    "torch.nn.Sequential",
    "add_module append apply bfloat16 buffers children compile cpu cuda double eval extend extra_repr float "
    "forward get_buffer get_extra_state get_parameter get_submodule half insert load_state_dict modules "
    "named_buffers named_children named_modules named_parameters parameters pop register_backward_hook "
    "register_buffer register_forward_hook register_forward_pre_hook register_full_backward_hook "
    "register_full_backward_pre_hook register_load_state_dict_post_hook register_load_state_dict_pre_hook "
    "register_module register_parameter register_state_dict_post_hook register_state_dict_pre_hook "
    "requires_grad_ set_extra_state set_submodule share_memory state_dict to to_empty train type zero_grad",
)
OF_A_MODULE_DICT = names("torch.nn.ModuleDict", "items keys values")
ONE_INPUT = names(
    "torch.nn",
    "Sequential Linear Conv1d Conv2d Conv3d BatchNorm1d BatchNorm2d BatchNorm3d LayerNorm GroupNorm Dropout Flatten "
    "ReLU GELU SiLU Tanh Sigmoid Softmax LogSoftmax LeakyReLU MaxPool2d AvgPool2d Embedding",
)
"""Layers that take one tensor: with more arguments the call raises a TypeError."""
MODES = names("torch.nn.Module", "train eval")
"""Methods that tell a module whether it trains."""
RETURN_THE_MODULE = names(
    "torch.nn.Module",
    "train eval to cuda cpu float double half bfloat16 type apply share_memory to_empty",
)
"""Methods that return the module itself."""
PACKING = names("torch.nn.utils.rnn", "pack_padded_sequence pack_sequence PackedSequence")
RETURN_VIEWS = names(
    "torch.Tensor",
    "chunk split unbind tensor_split hsplit vsplit dsplit split_with_sizes",
)
UNDERSCORE_WITHOUT_WRITE = names("torch.Tensor", "requires_grad_ detach_ share_memory_ apply_")
RESHAPING_INPLACE = names(
    "torch.Tensor",
    "unsqueeze_ squeeze_ t_ transpose_ swapaxes_ swapdims_ as_strided_",
)
HARMLESS_METHODS = names(
    "torch.Tensor",
    "stride storage data_ptr is_floating_point is_contiguous element_size get_device",
)
LOCATION_FAMILIES = names(
    "torch.distributions",
    "Normal Laplace Cauchy Gumbel StudentT MultivariateNormal LowRankMultivariateNormal",
)
"""Distributions that are only moved by their loc."""
SPREAD = names("torch.distributions.Normal torch.distributions.Normal()", "entropy stddev variance scale")
"""What does not change when a distribution is moved."""
WITH_MOMENTUM = names("torch.optim", "Adam AdamW NAdam RAdam Adamax")
"""Optimizers that step on in the direction of earlier gradients unless they are told not to."""
SCALE_FREE = names("torch.optim", "Adam AdamW NAdam RAdam Adamax Adagrad Adadelta RMSprop Rprop")
"""Optimizers whose steps are as long whatever the gradients are multiplied by; a weight decay in them is not."""
KEYED = names("torch.nn", "ModuleDict ParameterDict")
ONE_TENSOR = names("torch.nn", "Embedding EmbeddingBag PReLU RMSNorm")
"""Layers that have a weight and nothing else; others have a bias as well, unless they are made without."""
WEIGHT_AND_BIAS = names(
    "torch.nn",
    "Linear Bilinear Conv1d Conv2d Conv3d ConvTranspose1d ConvTranspose2d ConvTranspose3d LayerNorm GroupNorm "
    "BatchNorm1d BatchNorm2d BatchNorm3d SyncBatchNorm InstanceNorm1d InstanceNorm2d InstanceNorm3d",
)
"""Layers with one weight and, unless they are made without, one bias."""
FILLED_BY_ONE_NUMBER = names("torch", "zeros ones full zeros_like ones_like full_like")
LIMITING = names("torch.Tensor", "clamp_ clip_ clamp_min_ clamp_max_ nan_to_num_")
AVERAGING = names("torch.Tensor", "add_ lerp_ copy_ sub_")
TENSOR_WRAPPERS = names(
    "torch torch.nn keras",
    "tensor as_tensor Variable Tensor FloatTensor DoubleTensor from_numpy Parameter asarray",
)
"""What makes a new tensor of the same numbers."""
ALLOWED_ON_LEAF = names("torch.Tensor", "logical_and_ logical_or_ logical_xor_ logical_not_")
"""In-place methods that autograd does not refuse on a leaf."""
FILLING = names(
    "torch.Tensor",
    "zero_ fill_ copy_ uniform_ normal_ random_ bernoulli_ exponential_ cauchy_ log_normal_ "
    "geometric_ clamp_ clip_ clamp_min_ clamp_max_ set_ fill_diagonal_",
)
RETURN_THEMSELVES = names(
    "torch.nn.Module",
    "to cuda cpu float double half train eval apply requires_grad_",
)
"""Methods of a module whose result is the module."""
FRESH_TENSORS = names(
    "torch",
    "rand randn randint normal empty zeros ones full tensor rand_like randn_like",
)
"""What a weight starts from. Other values, such as torch.eye(), are as likely a constant."""
MODULE_NAMES_IN_USE = names(
    "torch.nn.Module flax.nnx torch.Tensor accelerate.Accelerator torch.nn.ModuleDict",
    "keys values items pop clear update train eval type training forward float half",
)
CONSTANT_OVER_ONE_CLASS = names(
    "torch.nn.functional torch.nn",
    "softmax Softmax log_softmax LogSoftmax softmin Softmin cross_entropy",
)
SHARES_WITH_ITS_ARGUMENT = names("torch torch.nn", "from_numpy as_tensor asarray frombuffer Parameter")
"""Functions whose result may be the memory that they were given."""
