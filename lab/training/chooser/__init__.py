"""The pass chooser: the share of each pass in a picture's matte, place by place."""
