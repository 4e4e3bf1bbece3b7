"""What the package offers: `Client` and `AsyncClient`, what they give back, and what they raise."""

from .answers import Answer, AsyncOpenPicture, Members, OpenPicture, Picture, Rate, Review, SavedPicture
from .client import AsyncClient, Client
from .errors import BrokenError, EdgematteError, RefusedError
from .photo import AsyncPhoto, File, Photo
from .sending import Try

__all__ = [
    "Answer",
    "AsyncClient",
    "AsyncOpenPicture",
    "AsyncPhoto",
    "BrokenError",
    "Client",
    "EdgematteError",
    "File",
    "Members",
    "OpenPicture",
    "Photo",
    "Picture",
    "Rate",
    "RefusedError",
    "Review",
    "SavedPicture",
    "Try",
]
