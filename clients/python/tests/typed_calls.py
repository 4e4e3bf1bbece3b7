"""Types of calls. Not run: mypy reads it, and also complains where an expected error is missing."""

from __future__ import annotations

from collections.abc import AsyncIterator
from pathlib import Path

from edgematte import AsyncClient, Client, Picture


def blocking(client: Client, pieces: AsyncIterator[bytes]) -> Picture:
    client.cutout(Path("photo.jpg"), edge_colors="original", output_quality=90, idempotency_key="order 7")
    degrees: float = client.layers(b"photo", shadow_type="none").json["view"]["azimuth_deg"]
    client.credit().json["credit"].bit_length()
    client.cutout(b"photo", edge_colors="blue")  # type: ignore[arg-type]
    client.cutout(b"photo", edge_colours="original")  # type: ignore[call-arg]
    client.matte(b"photo", edge_colors="original")  # type: ignore[call-arg]
    client.matte(b"photo", keep_points="812 340; 50% 40%", drop_points=None)
    client.cutout(b"photo", keep_points=(812, 340))  # type: ignore[arg-type]
    client.car(b"photo", keep_points="812 340")  # type: ignore[call-arg]
    client.cutout("photo.jpg")  # type: ignore[arg-type]
    client.cutout(pieces)  # type: ignore[arg-type]
    client.layers(b"photo").json["angle"]  # type: ignore[typeddict-item]
    return client.matte(b"photo", max_size=round(degrees))


async def awaited(client: AsyncClient, pieces: AsyncIterator[bytes]) -> int:
    saved = await client.save_car(pieces, "car.png", crop="subject")
    async with client.open_matte(pieces) as opened:
        return saved.size + len([piece async for piece in opened])
