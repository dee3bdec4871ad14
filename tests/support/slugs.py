"""Which rule covers which hazard class; a case names the class on the line to report."""

from __future__ import annotations

_COVERS = {
    "GL101": """
        jax-numpy-on-tracer jax-scipy-on-tracer numpy-call-in-tape numpy-in-tf-function
        numpy-on-grad-tensor
    """,
    "GL102": """
        dot-numpy-in-tape dot-numpy-in-tf-function get-weights-in-loss numpy-conversion-of-gradient
    """,
    "GL103": """
        jax-numpy-buffer-assign numpy-buffer-write numpy-round-trip
    """,
    "GL104": """
        backward-on-float item-in-loss jax-concretize jax-format-tracer jax-item-drops-gradient
        python-scalar-in-tape
    """,
    "GL105": """
        constant-of-variable tensor-copy-cuts-graph tensor-list-cuts-graph variable-from-tensor-in-tape
    """,
    "GL106": """
        loss-requires-grad-forced loss-rewrapped
    """,
    "GL107": """
        metric-as-loss predict-in-tape
    """,
    "GL108": """
        jax-callback-not-differentiable numpy-function-on-path py-function-integer-input
        py-function-numpy-inside
    """,
    "GL109": """
        jax-type-gate-on-tracer
    """,
    "GL110": """
        jax-stale-capture python-value-frozen-in-graph
    """,
    "GL201": """
        inplace-flag-leaf inplace-leaf-method inplace-leaf-operator inplace-leaf-setitem inplace-leaf-view
    """,
    "GL202": """
        nonexistent-inplace-method
    """,
    "GL203": """
        embedding-max-norm inplace-flag-saved inplace-saved-input inplace-saved-result
        step-between-backwards
    """,
    "GL204": """
        inplace-expanded inplace-multi-view stale-sibling-view-write
    """,
    "GL205": """
        out-arg-requires-grad
    """,
    "GL206": """
        data-inplace-saved
    """,
    "GL207": """
        jax-index-assign tf-item-assignment
    """,
    "GL208": """
        jax-at-result-discarded optax-apply-raw-grads optax-result-discarded optax-state-not-rebound
    """,
    "GL209": """
        assign-on-path
    """,
    "GL301": """
        backward-no-grad-graph optimizer-param-no-grad
    """,
    "GL302": """
        integer-source jax-int-input requires-grad-int
    """,
    "GL303": """
        requires-grad-typo
    """,
    "GL304": """
        requires-grad-after-use watch-after-use watch-before-with
    """,
    "GL305": """
        leaf-lost-by-op optimizer-nonleaf-param param-rebound-nonleaf requires-grad-off-nonleaf
        source-rebound
    """,
    "GL306": """
        nonleaf-grad-read
    """,
    "GL307": """
        autowatch-disabled nontrainable-unwatched numpy-source unwatched-constant
    """,
    "GL308": """
        modules-in-list params-in-list unregistered-param untracked-tf-variable
    """,
    "GL309": """
        layer-created-in-call layer-in-forward variable-in-tf-function
    """,
    "GL310": """
        optimizer-stale-params variables-listed-before-build
    """,
    "GL311": """
        all-variables-as-sources jax-static-diff-arg jax-unused-diff-arg source-not-on-path
        swapped-gradient-args
    """,
    "GL401": """
        data-in-loss detach-in-loss detach-inplace jax-stop-gradient-kills-path stop-gradient-on-path
    """,
    "GL402": """
        grad-mode-never-restored no-grad-decorated-forward no-grad-forward stop-recording
        tape-reset-drops-ops
    """,
    "GL403": """
        argmax-on-path cast-to-integer comparison-on-path jax-nondiff-op nondiff-op-in-loss
        rounding-on-path shuffle-on-path sign-on-path zero-grad-op-in-loss
    """,
    "GL404": """
        jax-linalg-no-derivative unimplemented-derivative unregistered-gradient-op
    """,
    "GL405": """
        discrete-sampling-on-path sample-not-rsample
    """,
    "GL406": """
        inference-tensor-in-autograd
    """,
    "GL407": """
        checkpoint-reentrant-no-grad-input
    """,
    "GL501": """
        loss-outside-tape op-outside-tape
    """,
    "GL502": """
        tape-consumed-twice
    """,
    "GL503": """
        inner-gradient-outside-outer-tape
    """,
    "GL504": """
        backward-nonscalar jax-nonscalar-output nonscalar-target
    """,
    "GL505": """
        jax-argnums-mismatch jax-grad-of-call jax-has-aux-mismatch jax-missing-has-aux
        jax-value-and-grad-swapped jax-vjp-misuse optimizer-minimize tf-gradients-eager
    """,
    "GL506": """
        jax-branch-on-tracer jax-dynamic-shape
    """,
    "GL507": """
        jax-tracer-leak
    """,
    "GL508": """
        jax-while-loop-reverse
    """,
    "GL509": """
        jax-reshape-mismatch reshape-mismatch shape-mismatch tf-shape-mismatch torch-shape-mismatch
    """,
    "GL510": """
        jax-silent-broadcast silent-broadcast
    """,
    "GL601": """
        missing-zero-grad
    """,
    "GL602": """
        clip-grad-order scaler-order step-before-backward zero-grad-before-step
    """,
    "GL603": """
        backward-twice state-not-detached
    """,
    "GL604": """
        create-graph-backward-leak loss-accumulate-graph
    """,
    "GL605": """
        grad-penalty-no-create-graph
    """,
    "GL606": """
        indexed-slices-arith none-gradient-arith unconnected-zero-hides-break
    """,
    "GL607": """
        unscaled-accumulation
    """,
    "GL701": """
        jax-where-nan where-nan-branch where-nan-gradient
    """,
    "GL702": """
        acos-boundary eigh-degenerate jax-singular-point sqrt-at-zero sqrt-norm-at-zero std-single-element
    """,
    "GL703": """
        exp-overflow jax-unstable-log log-of-softmax
    """,
    "GL704": """
        clamp-kills-grad
    """,
    "GL705": """
        activation-before-logits
    """,
    "GL801": """
        custom-gradient-arity custom-gradient-variables function-grad-count jax-custom-jvp-contract
        jax-custom-vjp-arity manual-torch-backward-arity
    """,
    "GL802": """
        custom-gradient-ignores-upstream jax-custom-vjp-ignores-cotangent jax-custom-vjp-swapped-args
        manual-ignores-upstream
    """,
    "GL803": """
        function-backward-not-differentiable function-ctx-attr-save function-instance-call
        function-missing-mark-dirty
    """,
    "GL804": """
        manual-missing-broadcast-sum manual-missing-chain-factor manual-missing-transpose
        manual-sign-error
    """,
    "GL805": """
        manual-fd-alias manual-fd-forward-difference manual-fd-int-array manual-fd-step-too-small
    """,
}

CODES = {slug: code for code, slugs in _COVERS.items() for slug in slugs.split()}
