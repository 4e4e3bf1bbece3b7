"""Subjects with exact alpha and colour, rendered in Blender: README.md."""
