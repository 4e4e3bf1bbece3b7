"""The chooser: how much of which look at a picture goes into its matte."""
