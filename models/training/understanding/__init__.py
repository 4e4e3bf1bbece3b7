"""A chooser that understands what belongs to a subject: the pass chooser with the tokens of DINOv2 beside its own features."""
