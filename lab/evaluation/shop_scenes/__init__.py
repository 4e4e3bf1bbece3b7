"""Products and people in shop light with exact alpha, shadow and reflection, and scenes composed of them."""
