"""Geometry from numbers: meshes, turned and sculpted bodies, tubes. Lengths in Blender units, a subject being about 2 high."""

import math
from collections.abc import Sequence
from dataclasses import dataclass

import bmesh
import bpy
import numpy as np
from mathutils import Matrix, Vector

Point = tuple[float, float, float]
Mesh = tuple[np.ndarray, list[tuple[int, ...]]]
"""Vertices [V,3] and faces as tuples of vertex numbers."""


@dataclass(frozen=True)
class Ellipsoid:
    """A part of a sculpted body; `turn` in degrees about x, y, z."""

    centre: Point
    radii: Point
    turn: Point = (0, 0, 0)


@dataclass(frozen=True)
class Limb:
    """A part of a sculpted body: a cone between two balls."""

    start: Point
    end: Point
    start_radius: float
    end_radius: float


def link(name: str, data, material=None) -> bpy.types.Object:
    """Puts data into the scene as an object."""
    if material is not None:
        data.materials.append(material)
    made = bpy.data.objects.new(name, data)
    bpy.context.scene.collection.objects.link(made)
    return made


def mesh_object(name: str, mesh: Mesh, material, smooth: bool = True) -> bpy.types.Object:
    """Object of vertices and faces."""
    vertices, faces = mesh
    data = bpy.data.meshes.new(name)
    data.from_pydata(np.asarray(vertices).tolist(), [], faces)
    data.polygons.foreach_set("use_smooth", [smooth] * len(data.polygons))
    data.update()
    return link(name, data, material)


def sculpt(
    name: str, parts: Sequence[Ellipsoid | Limb], material, voxel: float = 0.025, smooth: int = 8
) -> bpy.types.Object:
    """Melts parts into one skin: a voxel remesh of edge `voxel`, then `smooth` rounds of smoothing."""
    shape = bmesh.new()
    for part in parts:
        if isinstance(part, Ellipsoid):
            turn = Matrix.Identity(4)
            for axis, degrees in zip("XYZ", part.turn):
                turn = Matrix.Rotation(math.radians(degrees), 4, axis) @ turn
            matrix = Matrix.Translation(part.centre) @ turn @ Matrix.Diagonal((*part.radii, 1))
            bmesh.ops.create_icosphere(shape, subdivisions=4, radius=1, matrix=matrix)
            continue
        start, end = Vector(part.start), Vector(part.end)
        way = end - start
        matrix = Matrix.Translation((start + end) / 2) @ way.to_track_quat("Z", "Y").to_matrix().to_4x4()
        bmesh.ops.create_cone(
            shape,
            cap_ends=True,
            segments=32,
            radius1=part.start_radius,
            radius2=part.end_radius,
            depth=way.length,
            matrix=matrix,
        )
        for place, radius in ((start, part.start_radius), (end, part.end_radius)):
            bmesh.ops.create_icosphere(shape, subdivisions=3, radius=radius, matrix=Matrix.Translation(place))
    data = bpy.data.meshes.new(name)
    shape.to_mesh(data)
    shape.free()
    made = link(name, data, material)
    remesh = made.modifiers.new("remesh", "REMESH")
    remesh.mode, remesh.voxel_size = "VOXEL", voxel
    even = made.modifiers.new("smooth", "SMOOTH")
    even.factor, even.iterations = 0.5, smooth
    baked = bpy.data.meshes.new_from_object(made.evaluated_get(bpy.context.evaluated_depsgraph_get()))
    made.modifiers.clear()
    made.data = baked
    baked.polygons.foreach_set("use_smooth", [True] * len(baked.polygons))
    return made


def vertices_of(made: bpy.types.Object) -> np.ndarray:
    """Vertices of a mesh object in its own space, [V,3]."""
    flat = np.empty(len(made.data.vertices) * 3, np.float32)
    made.data.vertices.foreach_get("co", flat)
    return flat.reshape(-1, 3)


def move_vertices(made: bpy.types.Object, vertices: np.ndarray) -> None:
    """Replaces the vertices of a mesh object, [V,3]."""
    made.data.vertices.foreach_set("co", np.asarray(vertices, np.float32).ravel())
    made.data.update()


def dent(vertices: np.ndarray, centre: Point, radius: float, way: Point) -> np.ndarray:
    """Pushes vertices around a centre along `way`, fading out as a Gaussian of that radius."""
    away = np.linalg.norm(vertices - centre, axis=1)
    return vertices + np.exp(-((away / radius) ** 2))[:, None] * np.array(way)


def paint(made: bpy.types.Object, colours: np.ndarray) -> None:
    """Stores one linear colour per vertex, [V,3], for `materials.painted`."""
    layer = made.data.color_attributes.new("tint", "FLOAT_COLOR", "POINT")
    layer.data.foreach_set("color", np.concatenate([colours, np.ones((len(colours), 1))], 1).astype(np.float32).ravel())


def within(points: np.ndarray, centre: Point, radii: Point, soft: float = 0.15) -> np.ndarray:
    """1 inside an ellipsoid, 0 outside, with an edge `soft` radii wide; [N]."""
    reach = np.linalg.norm((points - centre) / radii, axis=1)
    return np.clip((1 + soft - reach) / soft, 0, 1)


def surface_samples(made: bpy.types.Object, count: int, rng: np.random.Generator) -> tuple[np.ndarray, np.ndarray]:
    """Points spread evenly over a mesh and the normals there, both [count,3], in the object's own space."""
    made.data.calc_loop_triangles()
    corners = np.empty(len(made.data.loop_triangles) * 3, np.int32)
    made.data.loop_triangles.foreach_get("vertices", corners)
    a, b, c = vertices_of(made)[corners.reshape(-1, 3)].transpose(1, 0, 2)
    normals = np.cross(b - a, c - a)
    areas = np.linalg.norm(normals, axis=1)
    chosen = rng.choice(len(areas), count, p=areas / areas.sum())
    u, v = np.sqrt(rng.random((count, 1))), rng.random((count, 1))
    a, b, c = a[chosen], b[chosen], c[chosen]
    return a * (1 - u) + b * (u * (1 - v)) + c * (u * v), normals[chosen] / np.maximum(areas[chosen], 1e-12)[:, None]


def lathe(profile: Sequence[tuple[float, float]], segments: int = 96, rounding: int = 0) -> Mesh:
    """Turns a profile of (radius, height) about z. Radius 0 closes the end. `rounding` > 0 draws a spline through it."""
    line = np.array(profile, float)
    if rounding:
        line = spline(line, rounding)
        line[:, 0] = np.maximum(line[:, 0], 0)
    turn = np.linspace(0, 2 * math.pi, segments, endpoint=False)
    ring = np.stack([np.cos(turn), np.sin(turn), np.zeros(segments)], -1)
    vertices = (line[:, None, :1] * ring) + line[:, None, 1:] * np.array([0, 0, 1.0])
    return vertices.reshape(-1, 3), sheet_faces(len(line), segments, wrap=True)


def sheet_faces(rows: int, columns: int, wrap: bool = False) -> list[tuple[int, ...]]:
    """Quads of a grid of vertices stored row by row; `wrap` joins the last column to the first."""
    row, column = np.mgrid[0 : rows - 1, 0 : columns if wrap else columns - 1]
    right = (column + 1) % columns
    quads = np.stack(
        [row * columns + column, row * columns + right, (row + 1) * columns + right, (row + 1) * columns + column], -1
    )
    return [tuple(quad) for quad in quads.reshape(-1, 4).tolist()]


def spline(points: np.ndarray, steps: int) -> np.ndarray:
    """Catmull-Rom curve through points [N,D], `steps` per span; ends included."""
    padded = np.concatenate([2 * points[:1] - points[1:2], points, 2 * points[-1:] - points[-2:-1]])
    t = np.linspace(0, 1, steps, endpoint=False)[:, None]
    spans = []
    for index in range(len(points) - 1):
        p0, p1, p2, p3 = padded[index : index + 4]
        spans.append(
            0.5 * (2 * p1 + (p2 - p0) * t + (2 * p0 - 5 * p1 + 4 * p2 - p3) * t**2 + (3 * p1 - p0 - 3 * p2 + p3) * t**3)
        )
    return np.concatenate([*spans, points[-1:]])


def tube(
    name: str, paths: Sequence[np.ndarray], radius: float | Sequence, material, sides: int = 3, closed: bool = False
) -> bpy.types.Object:
    """Round wires along paths [K,3]. `radius` is one number or radii [K] for each path; `sides` refines the round."""
    data = bpy.data.curves.new(name, "CURVE")
    data.dimensions, data.bevel_resolution, data.use_fill_caps = "3D", sides, True
    data.bevel_depth = 1.0
    for index, path in enumerate(paths):
        line = data.splines.new("POLY")
        line.points.add(len(path) - 1)
        line.use_cyclic_u = closed
        line.points.foreach_set("co", np.concatenate([path, np.ones((len(path), 1))], 1).astype(np.float32).ravel())
        widths = np.full(len(path), radius) if np.isscalar(radius) else np.asarray(radius[index])
        line.points.foreach_set("radius", widths.astype(np.float32))
        line.use_smooth = True
    return link(name, data, material)


def circle(centre: Point, radius: float, axis: str = "z", points: int = 64) -> np.ndarray:
    """A closed ring about an axis without repeating its first point, [points,3]."""
    turn = np.linspace(0, 2 * math.pi, points, endpoint=False)
    flat = {"x": (1, 2), "y": (0, 2), "z": (0, 1)}[axis]
    ring = np.tile(np.array(centre, float), (points, 1))
    ring[:, flat[0]] += radius * np.cos(turn)
    ring[:, flat[1]] += radius * np.sin(turn)
    return ring


def box(
    name: str, centre: Point, size: Point, material, bevel: float = 0.02, turn: Point = (0, 0, 0)
) -> bpy.types.Object:
    """A box with rounded edges; `turn` in degrees about x, y, z."""
    shape = bmesh.new()
    bmesh.ops.create_cube(shape, size=1, matrix=Matrix.Diagonal((*size, 1)))
    data = bpy.data.meshes.new(name)
    shape.to_mesh(data)
    shape.free()
    made = link(name, data, material)
    made.location = centre
    made.rotation_euler = [math.radians(each) for each in turn]
    if bevel:
        edge = made.modifiers.new("bevel", "BEVEL")
        edge.width, edge.segments = bevel, 4
        data.polygons.foreach_set("use_smooth", [True] * len(data.polygons))
    return made


def ball(name: str, centre: Point, radii: float | Point, material, segments: int = 48) -> bpy.types.Object:
    """An ellipsoid along the axes."""
    shape = bmesh.new()
    bmesh.ops.create_uvsphere(shape, u_segments=segments, v_segments=segments // 2, radius=1)
    data = bpy.data.meshes.new(name)
    shape.to_mesh(data)
    shape.free()
    data.polygons.foreach_set("use_smooth", [True] * len(data.polygons))
    made = link(name, data, material)
    made.location = centre
    made.scale = (radii,) * 3 if np.isscalar(radii) else radii
    return made


def scatter(pieces: Mesh, turns: np.ndarray, places: np.ndarray, sizes: np.ndarray) -> Mesh:
    """Copies of a small mesh: rotations [N,3,3] (columns are the copy's axes), places [N,3], sizes [N]."""
    vertices, faces = pieces
    moved = np.einsum("nij,vj->nvi", turns, vertices) * sizes[:, None, None] + places[:, None]
    starts = np.arange(len(places)) * len(vertices)
    return moved.reshape(-1, 3), [
        tuple(start + corner for corner in face) for start in starts.tolist() for face in faces
    ]


def frames(forward: np.ndarray, up: np.ndarray) -> np.ndarray:
    """Rotations [N,3,3] that turn +y along `forward` and +z as near to `up` as can be, both [N,3]."""
    y = forward / np.maximum(np.linalg.norm(forward, axis=1, keepdims=True), 1e-9)
    x = np.cross(y, up)
    short = np.linalg.norm(x, axis=1) < 1e-6
    x[short] = np.cross(y[short], (1.0, 0.3, 0.2))
    x /= np.linalg.norm(x, axis=1, keepdims=True)
    return np.stack([x, y, np.cross(x, y)], -1)


def join(meshes: Sequence[Mesh]) -> Mesh:
    """One mesh of several."""
    vertices, faces, start = [], [], 0
    for points, corners in meshes:
        vertices.append(points)
        faces += [tuple(start + corner for corner in face) for face in corners]
        start += len(points)
    return np.concatenate(vertices), faces
