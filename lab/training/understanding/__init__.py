"""The pass chooser with the tokens of DINOv2, which say what belongs to a subject: in the chooser's place, or adding to it as `matte-completer`."""
