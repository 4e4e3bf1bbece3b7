"""Renders of cars with exact layers, and what the car networks share."""
