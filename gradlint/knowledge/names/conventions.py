"""Names that people give by convention; no library is asked for them."""

from __future__ import annotations

from gradlint.knowledge.names.checked import names

COTANGENT_NAMES = names(
    "none",
    "g gs grad grads ct cts cotangent cotangents g_out gout dout dy dz upstream grad_output grad_out "
    "gbar y_bar ybar out_bar z_bar zbar dl dloss g_bar adj adjoint out_grad output_grad grad_y gy "
    "ct_out",
)
RESIDUAL_NAMES = names(
    "none",
    "res residual residuals saved ctx cache aux primals saved_values fwd_res saved_tensors resid "
    "vals context rsd saves stash",
)
SELECTOR_KEYWORDS = names("none", "index indices mask condition dim axis weight_mask")
MISSPELT_FLAGS = names(
    "none",
    "require_grad requires_gradient require_gradient required_grad requires_grads requiresgrad "
    "requiregrad requires_Grad need_grad needs_grad requre_grad reqires_grad require_grads "
    "required_gradient requires_gradients requires_grad_",
)
