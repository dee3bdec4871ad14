"""What models and layers inherit from their library."""

from __future__ import annotations

from gradlint.knowledge.names.checked import names

MODULE_METHODS = names(
    "torch.nn.Module keras.Model lightning.LightningModule",
    "parameters named_parameters requires_grad_ train eval to cuda cpu float double half apply "
    "share_memory children modules named_children named_modules add_module register_module "
    "register_buffer register_parameter register_forward_hook register_forward_pre_hook "
    "manual_backward zero_grad log log_dict save_hyperparameters state_dict load_state_dict "
    "add_weight add_loss compile fit evaluate predict predict_on_batch get_weights set_weights build "
    "compute_loss compiled_loss summary save load_weights get_layer compute_metrics __init__ forward "
    "call",
)
"""What a module inherits from its library and the interpreter understands."""
LIGHTNING_METHODS = MODULE_METHODS | names(
    "lightning.LightningModule", "optimizers toggle_optimizer untoggle_optimizer"
)
LINEN_METHODS = names(
    "flax.linen.Module",
    "apply init init_with_output bind unbind param variable get_variable put_variable has_variable "
    "sow perturb make_rng is_initializing is_mutable_collection tabulate has_rng",
)
PARAMETER_NAMES = names("none", "kernel embeddings in_proj_weight in_proj_bias gamma beta")
PARAMETER_LISTS = names("keras.Model", "trainable_variables trainable_weights variables weights")
TOLD_OF_THE_GRAPH = names("keras.Model", "layers input output")
"""What a Keras model tells of the graph that it was built from."""
DISTRIBUTION_PARAMETERS = names(
    "torch.distributions.Normal torch.distributions.Normal() torch.distributions.Gamma() "
    "torch.distributions.Categorical()",
    "mean stddev variance loc scale probs logits rate concentration",
)
"""What a distribution tells about itself, as a function of its parameters."""
TORCH_MODULES = ("torch.nn.", "lightning.", "transformers.PreTrainedModel")
"""How the bases begin that make a class of the program a torch module, which registers what is set on it."""
