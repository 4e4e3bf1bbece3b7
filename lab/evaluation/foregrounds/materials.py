"""Procedural materials. Colours are linear red, green, blue from 0 to 1; scales are in waves per Blender unit."""

from collections.abc import Sequence

import bpy

Colour = Sequence[float]


class Nodes:
    """A material's node tree with short ways to add and join nodes."""

    def __init__(self, name: str) -> None:
        self.material = bpy.data.materials.new(name)
        self.material.use_nodes = True
        self.tree = self.material.node_tree
        self.tree.nodes.clear()

    def add(self, kind: str, inputs: dict | None = None, **settings):
        """A node; an input is a socket to join or a value."""
        node = self.tree.nodes.new(kind)
        for name, value in settings.items():
            setattr(node, name, value)
        for name, value in (inputs or {}).items():
            if isinstance(value, bpy.types.NodeSocket):
                self.tree.links.new(value, node.inputs[name])
            elif isinstance(value, (tuple, list)) and len(value) == 3 and node.inputs[name].type == "RGBA":
                node.inputs[name].default_value = (*value, 1)
            else:
                node.inputs[name].default_value = value
        return node

    def math(self, operation: str, first, second=0.0, third=0.0):
        """Socket of a calculation with numbers or sockets."""
        return self.add("ShaderNodeMath", {0: first, 1: second, 2: third}, operation=operation).outputs[0]

    def blend(self, factor, first, second, mode: str = "MIX"):
        """Socket of a mix of two colours."""
        node = self.add("ShaderNodeMix", {0: factor}, data_type="RGBA", blend_type=mode)
        for place, value in ((6, first), (7, second)):
            if isinstance(value, bpy.types.NodeSocket):
                self.tree.links.new(value, node.inputs[place])
            else:
                node.inputs[place].default_value = (*value, 1)
        return node.outputs[2]

    def noise(self, scale: float, detail: float = 4.0, distortion: float = 0.0):
        """Socket of noise from 0 to 1 in object space."""
        place = self.add("ShaderNodeTexCoord").outputs["Object"]
        inputs = {"Vector": place, "Scale": scale, "Detail": detail, "Distortion": distortion}
        return self.add("ShaderNodeTexNoise", inputs).outputs[0]

    def bump(self, height, distance: float):
        """Socket of a normal bent by a height from 0 to 1, where 1 is `distance` units."""
        return self.add("ShaderNodeBump", {"Height": height, "Distance": distance, "Strength": 1.0}).outputs[0]

    def finish(self, surface) -> bpy.types.Material:
        """Joins the surface's shader to the output."""
        self.add("ShaderNodeOutputMaterial", {"Surface": surface})
        return self.material


def solid(
    name: str,
    colour: Colour,
    roughness: float = 0.5,
    metallic: float = 0.0,
    coat: float = 0.0,
    other: Colour | None = None,
    scale: float = 6.0,
    bump: float = 0.0,
    bump_scale: float = 40.0,
    detail: float = 4.0,
) -> bpy.types.Material:
    """A solid surface. `other` mottles the colour at `scale`; `bump` is the depth of the grain."""
    nodes = Nodes(name)
    base = colour
    if other is not None:
        ramp = nodes.add("ShaderNodeMapRange", {0: nodes.noise(scale, detail, 0.4), 1: 0.38, 2: 0.62})
        base = nodes.blend(ramp.outputs[0], colour, other)
    inputs = {
        "Base Color": base,
        "Roughness": roughness,
        "Metallic": metallic,
        "Coat Weight": coat,
        "Coat Roughness": 0.05,
    }
    if bump:
        inputs["Normal"] = nodes.bump(nodes.noise(bump_scale), bump)
    return nodes.finish(nodes.add("ShaderNodeBsdfPrincipled", inputs).outputs[0])


def painted(
    name: str,
    roughness: float = 0.5,
    bump: float = 0.004,
    bump_scale: float = 60.0,
    mottle: float = 0.25,
    coat: float = 0.0,
):
    """A surface with the colours that `shapes.paint` stored, made `mottle` uneven."""
    nodes = Nodes(name)
    tint = nodes.add("ShaderNodeVertexColor", layer_name="tint").outputs[0]
    shade = nodes.math("MULTIPLY_ADD", nodes.noise(14.0), 2 * mottle, 1 - mottle)
    grey = nodes.add("ShaderNodeCombineColor", {0: shade, 1: shade, 2: shade}).outputs[0]
    inputs = {"Base Color": nodes.blend(1.0, tint, grey, "MULTIPLY"), "Roughness": roughness, "Coat Weight": coat}
    if bump:
        inputs["Normal"] = nodes.bump(nodes.noise(bump_scale), bump)
    return nodes.finish(nodes.add("ShaderNodeBsdfPrincipled", inputs).outputs[0])


def striped(
    name: str, first: Colour, second: Colour, scale: float, axis: str = "Z", roughness: float = 0.4, coat: float = 0.3
):
    """Bands across an axis, `scale` of them in a unit."""
    nodes = Nodes(name)
    place = nodes.add("ShaderNodeTexCoord").outputs["Object"]
    height = nodes.add("ShaderNodeSeparateXYZ", {0: place}).outputs[axis]
    wave = nodes.math("SINE", nodes.math("MULTIPLY", height, scale * 6.2832))
    colour = nodes.blend(nodes.math("GREATER_THAN", wave, 0.25), first, second)
    inputs = {"Base Color": colour, "Roughness": roughness, "Coat Weight": coat}
    return nodes.finish(nodes.add("ShaderNodeBsdfPrincipled", inputs).outputs[0])


def wood(name: str, colour: Colour, dark: Colour, axis: str = "Z", coat: float = 0.25) -> bpy.types.Material:
    """Grain along an axis."""
    nodes = Nodes(name)
    place = nodes.add("ShaderNodeTexCoord").outputs["Object"]
    stretch = [12.0, 12.0, 12.0]
    stretch["XYZ".index(axis)] = 0.8
    scaled = nodes.add("ShaderNodeMapping", {"Vector": place, "Scale": stretch}).outputs[0]
    grain = nodes.add("ShaderNodeTexNoise", {"Vector": scaled, "Scale": 1.6, "Detail": 6.0, "Distortion": 0.6}).outputs[
        0
    ]
    ramp = nodes.add("ShaderNodeMapRange", {0: grain, 1: 0.35, 2: 0.65}).outputs[0]
    inputs = {
        "Base Color": nodes.blend(ramp, dark, colour),
        "Roughness": 0.45,
        "Coat Weight": coat,
        "Normal": nodes.bump(grain, 0.01),
    }
    return nodes.finish(nodes.add("ShaderNodeBsdfPrincipled", inputs).outputs[0])


def metal(name: str, colour: Colour = (0.8, 0.8, 0.8), roughness: float = 0.18) -> bpy.types.Material:
    """Bare metal; it takes its look from the environment."""
    return solid(name, colour, roughness, metallic=1.0)


def strands(name: str, roughness: float = 0.25, gloss: float = 0.25, through: float = 0.2) -> bpy.types.Material:
    """Hair whose colour is the strand's attribute `tint`, darker at the root.

    Diffuse light with a share of the old reflection and transmission lobes: a tenth of the time of the physical hair
    shader, which did not finish large pictures in minutes, and the same coverage.
    """
    nodes = Nodes(name)
    tint = nodes.add("ShaderNodeAttribute", attribute_name="tint").outputs["Color"]
    info = nodes.add("ShaderNodeHairInfo")
    along = nodes.math("MULTIPLY_ADD", info.outputs["Intercept"], 0.55, 0.6)
    grey = nodes.add("ShaderNodeCombineColor", {0: along, 1: along, 2: along}).outputs[0]
    colour = nodes.blend(1.0, tint, grey, "MULTIPLY")
    flat = nodes.add("ShaderNodeBsdfDiffuse", {"Color": colour}).outputs[0]
    shine = nodes.blend(0.35, colour, (0.5, 0.5, 0.5))
    lobes = {"RoughnessU": roughness, "RoughnessV": 0.6}
    front = nodes.add("ShaderNodeBsdfHair", {"Color": shine, **lobes}, component="Reflection").outputs[0]
    back = nodes.add("ShaderNodeBsdfHair", {"Color": colour, **lobes}, component="Transmission").outputs[0]
    bright = nodes.add("ShaderNodeMixShader", {0: through, 1: front, 2: back}).outputs[0]
    return nodes.finish(nodes.add("ShaderNodeMixShader", {0: gloss, 1: flat, 2: bright}).outputs[0])


def leaf(name: str, colour: Colour, other: Colour, through: float = 0.3, roughness: float = 0.4) -> bpy.types.Material:
    """A leaf that lets light through, its colour uneven from leaf to leaf and along the blade."""
    nodes = Nodes(name)
    ramp = nodes.add("ShaderNodeMapRange", {0: nodes.noise(3.5, 5.0), 1: 0.35, 2: 0.65}).outputs[0]
    blade = nodes.blend(ramp, colour, other)
    top = nodes.add("ShaderNodeBsdfPrincipled", {"Base Color": blade, "Roughness": roughness}).outputs[0]
    lit = nodes.blend(1.0, blade, (1.0, 0.95, 0.4), "MULTIPLY")
    under = nodes.add("ShaderNodeBsdfTranslucent", {"Color": nodes.blend(0.5, blade, lit)}).outputs[0]
    return nodes.finish(nodes.add("ShaderNodeMixShader", {0: through, 1: top, 2: under}).outputs[0])


def glass(name: str, colour: Colour = (1, 1, 1), index: float = 1.5, roughness: float = 0.0) -> bpy.types.Material:
    """Refracting glass or liquid; its alpha is what does not leave through it (`film_transparent_glass`).

    Lamps shine straight through, since caustics are off and what is inside would stay black.
    """
    nodes = Nodes(name)
    body = nodes.add("ShaderNodeBsdfGlass", {"Color": colour, "IOR": index, "Roughness": roughness}).outputs[0]
    clear = nodes.add("ShaderNodeBsdfTransparent", {"Color": colour}).outputs[0]
    path = nodes.add("ShaderNodeLightPath").outputs
    unseen = nodes.math("MAXIMUM", path["Is Shadow Ray"], path["Is Diffuse Ray"])
    return nodes.finish(nodes.add("ShaderNodeMixShader", {0: unseen, 1: body, 2: clear}).outputs[0])


def eye(name: str, iris: Colour, pupil: float, iris_size: float, slit: bool = False) -> bpy.types.Material:
    """An eyeball that looks along the object's -y; `pupil` and `iris_size` are radii as shares of the ball's."""
    nodes = Nodes(name)
    place = nodes.add("ShaderNodeTexCoord").outputs["Object"]
    axes = nodes.add("ShaderNodeSeparateXYZ", {0: place}).outputs
    ahead = nodes.math("LESS_THAN", axes["Y"], 0.0)
    wide = nodes.math("MULTIPLY", axes["X"], 2.6 if slit else 1.0)

    def radius(x):
        return nodes.math(
            "SQRT", nodes.math("ADD", nodes.math("MULTIPLY", x, x), nodes.math("MULTIPLY", axes["Z"], axes["Z"]))
        )

    around = nodes.blend(nodes.noise(18.0), iris, [channel * 0.45 for channel in iris])
    in_iris = nodes.math("MULTIPLY", nodes.math("LESS_THAN", radius(axes["X"]), iris_size), ahead)
    in_pupil = nodes.math("MULTIPLY", nodes.math("LESS_THAN", radius(wide), pupil), ahead)
    colour = nodes.blend(in_pupil, nodes.blend(in_iris, (0.75, 0.72, 0.68), around), (0.004, 0.004, 0.004))
    inputs = {"Base Color": colour, "Roughness": 0.1, "Coat Weight": 1.0, "Coat Roughness": 0.02}
    return nodes.finish(nodes.add("ShaderNodeBsdfPrincipled", inputs).outputs[0])
