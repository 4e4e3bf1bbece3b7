"""Mends surfaces that were made for drawing without light, in which a path tracer sees black specks and patches."""

import math

import bmesh
import bpy
import numpy as np

GRAIN = 1e-5
"""Share of a mesh's size that counts as no distance."""

SHARPEST = math.radians(40)
"""Angle between two faces from which the edge between them is seen."""


def mend_surface(mesh: bpy.types.Mesh) -> None:
    """Deletes faces that lie in one another, joins what touches, and smooths anew: normals of files often look inwards."""
    size = float(np.ptp(places_of(mesh), axis=0).max())
    double = doubles(mesh, max(size, 1e-9) * GRAIN)
    edited = bmesh.new()
    edited.from_mesh(mesh)
    edited.faces.ensure_lookup_table()
    bmesh.ops.delete(edited, geom=[edited.faces[index] for index in double], context="FACES_ONLY")
    bmesh.ops.remove_doubles(edited, verts=edited.verts, dist=size * GRAIN)
    bmesh.ops.recalc_face_normals(edited, faces=edited.faces)
    edited.to_mesh(mesh)
    edited.free()
    if "custom_normal" in mesh.attributes:
        mesh.attributes.remove(mesh.attributes["custom_normal"])
    mesh.shade_smooth()
    mesh.set_sharp_from_angle(angle=SHARPEST)


def places_of(mesh: bpy.types.Mesh) -> np.ndarray:
    """Vertices [N,3], before the object's own transformation."""
    flat = np.empty(len(mesh.vertices) * 3, np.float32)
    mesh.vertices.foreach_get("co", flat)
    return flat.reshape(-1, 3)


def doubles(mesh: bpy.types.Mesh, grain: float) -> list[int]:
    """All but the first of the faces whose corners are in the same places: one for either side, usually."""
    _, place_of = np.unique(np.rint(places_of(mesh) / grain).astype(np.int64), axis=0, return_inverse=True)
    place_of = place_of.reshape(-1)
    seen: set[tuple[int, ...]] = set()
    double = []
    for face in mesh.polygons:
        key = tuple(sorted(place_of[list(face.vertices)].tolist()))
        if key in seen:
            double.append(face.index)
        seen.add(key)
    return double
