"""The critic: says where an answer is wrong, and how much of it."""
