"""Meshes and materials of bodies in Blender."""

import colorsys
import random

import bpy
import numpy as np

from .bodies import Part, Piece

SKINS = (
    (0.72, 0.48, 0.36),
    (0.62, 0.38, 0.26),
    (0.46, 0.26, 0.16),
    (0.3, 0.16, 0.09),
    (0.15, 0.075, 0.045),
    (0.78, 0.56, 0.46),
)
"""Share of red, green and blue light that skin gives back."""


def place_body(part: Part, rng: random.Random) -> tuple[np.ndarray, np.ndarray | None]:
    """Puts a part of a body in its place, its longest framed side 1. Returns the framed points [N,3] and the palm [2,3]."""
    scale = 1 / float(np.ptp(part.framed, axis=0).max())
    middle = (part.framed.min(0) + part.framed.max(0)) / 2 * (1, 1, 0)
    looks = {
        "skin": skin(rng),
        "cloth": cloth(rng),
        "skirt": cloth(rng),
        "shoes": plain("shoes", tinted(rng, 0.3), 0.5),
    }
    for piece in part.pieces:
        put(piece, (piece.vertices - middle) * scale, looks[piece.material])
    return (part.framed - middle) * scale, None if part.palm is None else (part.palm - middle) * scale


def put(piece: Piece, vertices: np.ndarray, material: bpy.types.Material) -> None:
    """One mesh, rounded, and cloth with folds."""
    mesh = bpy.data.meshes.new(piece.material)
    mesh.from_pydata(vertices.tolist(), [], piece.faces)
    mesh.materials.append(material)
    mesh.shade_smooth()
    made = bpy.data.objects.new(piece.material, mesh)
    bpy.context.scene.collection.objects.link(made)
    made.modifiers.new("round", "SUBSURF").render_levels = 2
    if piece.material in ("cloth", "skirt"):
        folds = bpy.data.textures.new("folds", "CLOUDS")
        folds.noise_scale = 0.06
        displaced = made.modifiers.new("folds", "DISPLACE")
        displaced.texture, displaced.strength = folds, 0.018
        displaced.texture_coords = "GLOBAL"
        made.modifiers.new("thick", "SOLIDIFY").thickness = 0.004


def skin(rng: random.Random) -> bpy.types.Material:
    """Skin, a little blotched."""
    colour = rng.choice(SKINS)
    material = plain("skin", colour, rng.uniform(0.38, 0.55))
    tree = material.node_tree
    shader = tree.nodes["Principled BSDF"]
    shader.inputs["Subsurface Weight"].default_value = 0.08
    shader.inputs["Subsurface Scale"].default_value = 0.01
    vary(tree, shader, colour, tuple(part * 0.82 for part in colour), 14)
    return material


def cloth(rng: random.Random) -> bpy.types.Material:
    """Cloth of one colour, or striped."""
    colour = tinted(rng, 0.8)
    material = plain("cloth", colour, 0.9)
    tree = material.node_tree
    shader = tree.nodes["Principled BSDF"]
    shader.inputs["Sheen Weight"].default_value = rng.uniform(0, 0.4)
    if rng.random() < 0.35:
        stripes = tree.nodes.new("ShaderNodeTexWave")
        stripes.bands_direction = rng.choice("XZ")
        stripes.inputs["Scale"].default_value = rng.uniform(4, 18)
        blend(tree, shader, stripes.outputs["Factor"], colour, tinted(rng, 0.8))
    else:
        vary(tree, shader, colour, tuple(part * 0.88 for part in colour), 90)
    return material


def plain(name: str, colour: tuple[float, ...], roughness: float) -> bpy.types.Material:
    """A material of one colour."""
    material = bpy.data.materials.new(name)
    material.use_nodes = True
    shader = material.node_tree.nodes["Principled BSDF"]
    shader.inputs["Base Color"].default_value = (*colour, 1)
    shader.inputs["Roughness"].default_value = roughness
    return material


def vary(
    tree: bpy.types.NodeTree, shader: bpy.types.Node, one: tuple[float, ...], other: tuple[float, ...], scale: float
) -> None:
    """Two colours in patches."""
    noise = tree.nodes.new("ShaderNodeTexNoise")
    noise.inputs["Scale"].default_value = scale
    blend(tree, shader, noise.outputs[0], one, other)


def blend(
    tree: bpy.types.NodeTree,
    shader: bpy.types.Node,
    share: bpy.types.NodeSocket,
    one: tuple[float, ...],
    other: tuple[float, ...],
) -> None:
    """A shader's colour from two, by a texture."""
    mix = tree.nodes.new("ShaderNodeMix")
    mix.data_type = "RGBA"
    mix.inputs[6].default_value, mix.inputs[7].default_value = (*one, 1), (*other, 1)
    tree.links.new(share, mix.inputs[0])
    tree.links.new(mix.outputs[2], shader.inputs["Base Color"])


def tinted(rng: random.Random, brightest: float) -> tuple[float, float, float]:
    """A colour of cloth: black, grey and white as often as the rest."""
    saturation = rng.choice((0, 0.1, 0.4, 0.7, 0.9))
    return colorsys.hsv_to_rgb(rng.random(), saturation, brightest * rng.uniform(0.03, 1) ** 1.3)
