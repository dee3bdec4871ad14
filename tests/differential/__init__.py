"""Random programs whose truth is known because they are run, compared with what gradlint says about them."""
