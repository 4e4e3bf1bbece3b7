"""A chooser that understands what hangs together: the pass chooser with the tokens of DINOv2 beside its own features."""
