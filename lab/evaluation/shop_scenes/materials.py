"""What models are made of: leaves cut out by their textures, panes of glass, and paint over all but glass."""

import random

import bpy
import numpy as np

CLEAR = 0.75
"""Opacity of a plain material under which it is a pane of glass."""


WHITEST = 0.86
"""Share of light that plain paint gives back at most."""


def finish(look: str, rng: random.Random) -> bool:
    """Mends all materials of the scene, and paints them unless the look is `own`. Returns whether there is glass."""
    painted = {"white": rng.uniform(0.72, 0.86), "black": rng.uniform(0.008, 0.035)}.get(look)
    shaded = [
        (material.node_tree, shader)
        for material in bpy.data.materials
        if material.use_nodes and (shader := principled(material))
    ]
    panes = [mend(tree, shader, painted, rng) for tree, shader in shaded]
    return any(panes)


def principled(material: bpy.types.Material) -> bpy.types.Node | None:
    """The shader that the importer made."""
    return next((node for node in material.node_tree.nodes if node.type == "BSDF_PRINCIPLED"), None)


def mend(tree: bpy.types.NodeTree, shader: bpy.types.Node, painted: float | None, rng: random.Random) -> bool:
    """One material: without textures that are missing, with the alpha that textures hold, with glass as glass. Returns whether it is."""
    for node in [node for node in tree.nodes if node.type == "TEX_IMAGE" and not is_there(node.image)]:
        tree.nodes.remove(node)
    colour, opacity = shader.inputs["Base Color"], shader.inputs["Alpha"]
    texture = next((link.from_node for link in colour.links if link.from_node.type == "TEX_IMAGE"), None)
    if texture is None and not opacity.is_linked and opacity.default_value < CLEAR:
        output = next(node for node in tree.nodes if node.type == "OUTPUT_MATERIAL")
        tree.links.new(pane(tree, tuple(colour.default_value[:3]), opacity.default_value), output.inputs["Surface"])
        return True
    if texture is not None and not opacity.is_linked and has_holes(texture.image):
        tree.links.new(texture.outputs["Alpha"], opacity)
    if texture is None:
        # Files call white what no paint is: it would be drawn without any shading.
        colour.default_value = (*(min(WHITEST, part) for part in colour.default_value[:3]), 1)
    if painted is not None:
        for link in list(colour.links):
            tree.links.remove(link)
        colour.default_value = (*(painted * rng.uniform(0.97, 1.03) for _ in range(3)), 1)
        shader.inputs["Metallic"].default_value = 0
    return False


def is_there(image: bpy.types.Image | None) -> bool:
    """Whether a texture's file was found; else it would be drawn pink."""
    return image is not None and image.size[0] > 0


def has_holes(image: bpy.types.Image) -> bool:
    """Whether a texture has pixels that are not opaque."""
    if image.channels != 4:
        return False
    pixels = np.empty(image.size[0] * image.size[1] * 4, np.float32)
    image.pixels.foreach_get(pixels)
    return bool((pixels[3::4] < 0.9).any())


def pane(tree: bpy.types.NodeTree, colour: tuple[float, ...], opacity: float) -> bpy.types.NodeSocket:
    """A thin sheet of glass: what it mirrors over what passes through it, so that the picture's alpha is its opacity.

    Fresnel inverts the index on back faces and would make mirrors of them; the index is inverted back there.
    """
    geometry = tree.nodes.new("ShaderNodeNewGeometry")
    index = tree.nodes.new("ShaderNodeMath")
    index.operation = "MULTIPLY_ADD"
    index.inputs[1].default_value, index.inputs[2].default_value = 1 / 1.5 - 1.5, 1.5
    tree.links.new(geometry.outputs["Backfacing"], index.inputs[0])
    fresnel = tree.nodes.new("ShaderNodeFresnel")
    tree.links.new(index.outputs[0], fresnel.inputs["IOR"])
    clear = tree.nodes.new("ShaderNodeBsdfTransparent")
    # A wall is two sheets, and a vessel two walls.
    share = 1 - opacity / 4
    clear.inputs["Color"].default_value = (*(share * (0.85 + 0.15 * min(1, part)) for part in colour), 1)
    gloss = tree.nodes.new("ShaderNodeBsdfGlossy")
    gloss.inputs["Roughness"].default_value = 0.01
    mix = tree.nodes.new("ShaderNodeMixShader")
    tree.links.new(fresnel.outputs[0], mix.inputs[0])
    tree.links.new(clear.outputs[0], mix.inputs[1])
    tree.links.new(gloss.outputs[0], mix.inputs[2])
    return mix.outputs[0]
