"""Made from the OpenAPI document by generate/python-source.ts: `npx vitest run clients -u` makes it anew."""

from __future__ import annotations

import os
from contextlib import AbstractAsyncContextManager, AbstractContextManager
from typing import Literal, TypedDict

from typing_extensions import NotRequired, Unpack

from .answers import AsyncOpenPicture, Members, OpenPicture, Picture, SavedPicture
from .calls import AsyncCalls, Calls
from .photo import AsyncPhoto, File, Photo


class CutoutOptions(TypedDict, total=False):
    """Options of: Cut out the subject, as a PNG. One that is left out, or None, has the service's default."""

    include_image_type: bool | int | str | None
    """Whether to return how likely the picture is a photo and how likely a graphic. As text: true, 1, yes, on, t,
    y or false, 0, no, off, f, n, in any case.
    """
    edge_colors: Literal["refined", "original"] | None
    """Colours of the soft edge. `refined` estimates the subject's own, so that no halo of the old background shows
    on a new one; `original` keeps those of the photo. Opaque pixels are the photo's in either case.
    """
    refine: Literal["auto", "off"] | None
    """Whether soft edges such as hair, fur and leaves are refined at full resolution. `auto` does so if this
    deployment has it switched on; `off` never does, which is faster.
    """
    model: str | None
    """Name of the network that makes the matte: one that this deployment offers, `matte` for its own. Left out,
    its own makes it, and graphics on one colour are cut by colour; with a name they are not.
    """
    roi: str | None
    """Box around the subject that is meant, `x1 y1 x2 y2` from its top left to its bottom right corner, in the
    upright picture: pixels, or percent of the picture's sides. The networks see the box and some room around
    it; outside of it the answer is transparent. Size and shape of the answer stay. Of cars the one that it fits
    best is meant. It covers at least 16 × 16 pixels of the picture.
    """
    keep_points: str | None
    """Places that belong to the subject: `x y` pairs with `;` between, in the upright picture before any
    downscale, each number in pixels from 0 or in percent of the picture's side. The part on which each is
    becomes opaque. With `drop_points` at most 32. It needs a deployment with a point segmenter.
    """
    drop_points: str | None
    """Places that belong to the background, as `keep_points`. The part on which each is becomes transparent."""
    holes: Literal["auto", "open", "filled"] | None
    """What is done with enclosed parts of the background's colour, where a graphic on one colour is cut by colour.
    `auto`: the holes of letters and rings are clear, and what has something drawn inside stays; `open`: all
    from 60 pixels on are clear; `filled`: none that does not reach the border. Elsewhere `X-Ignored` names it.
    """
    output_format: Literal["png", "webp", "jpeg", "zip"] | None
    """Format of the answer. `webp` has lossy colours and the exact alpha; `jpeg` has no alpha and shows the
    subject on `background_color`, white by default; `zip` has `color.jpg`, `alpha.png` and `manifest.json`, the
    small way to send a big cutout.
    """
    output_quality: int | str | None
    """Quality of `webp`, `jpeg` and the colours of `zip`, 1 to 100; 90 where it is not sent."""
    background_color: str | None
    """Laid under the cutout: `#rgb`, `#rrggbb`, `#rrggbbaa`, or a colour name of CSS in lower case. It is in the
    colour space of the picture, and mixed in gamma-encoded values, as browsers do.
    """
    background_image: File | None
    """Picture to lay under the cutout, in any format that the image may have: at most 12 megapixels, and no larger
    than the image leaves of the limit for both together. It is scaled to cover the canvas and centred; what is
    transparent in it is white. The answer is opaque. Not with `background_color` or `output_format=zip`.
    """
    background_url: str | None
    """Address of such a picture, in place of `background_image` and under the rules of `image_url`, whose refusals
    are then on this name.
    """
    crop: Literal["none", "subject"] | None
    """What is cut off. `subject` keeps the box of all pixels whose alpha is above 12 of 255, and nothing is cut
    off where there is none.
    """
    crop_margin: int | str | None
    """Room around a cropped subject: pixels of the input, `0` to `500`, or percent of the box's side, `0%` to
    `50%`. One value for all sides; two for above and below, and beside; or four for top, right, bottom and
    left. Beyond the picture it is transparent, or `background_color`.
    """
    crop_cut_sides: Literal["keep", "flush"] | None
    """A side on which the photo cuts the subject: its alpha is 128 of 255 or more on at least 2 % of that edge of
    the photo. `keep` treats it like any other; `flush` gives it no margin and lays it on the canvas' edge,
    whatever `position` says.
    """
    max_size: int | str | None
    """Longest side of the answer in pixels, 16 to 65535. A larger picture is scaled down; none is enlarged."""
    position: str | None
    """The subject's place on its canvas: `original`, `center`, or the shares of the free room to its left and
    above it, such as `50% 100%`. `original` unless `aspect` or `scale` is sent, then `center`.
    """
    aspect: str | None
    """Shape of the canvas, `width:height`, from `1:4` to `4:1`. The canvas is the smallest of that shape which
    holds the picture, or the cropped subject.
    """
    scale: int | str | None
    """How much of the canvas the subject takes in the direction in which it takes more, in percent, 10 to 100. The
    canvas becomes as large as that needs; the subject is not enlarged.
    """
    shadow: Literal["none", "drop", "contact"] | None
    """A black shadow under the cutout, drawn from its alpha. `drop` is that of an object before a wall: the alpha
    moved down and blurred. `contact` is that of an object that stands on the ground: dark where its lower edge
    meets the ground, soft along it. The canvas cuts it off; `crop`, `scale` and boxes are the subject's alone.
    `output_format=zip` has none of it.
    """
    shadow_opacity: int | str | None
    """How dark a shadow is where it is darkest, in percent, 0 to 100; 50 for `drop` and 70 for `contact` where it
    is not sent.
    """


class CutoutImageType(TypedDict):
    """Absent when `include_image_type` is false. Null in the rare case that the classifier failed while the
    picture itself succeeded.
    """

    photo: float
    graphic: float


class CutoutAnswer(TypedDict):
    img_without_background_base64: str
    """Base64 of an 8-bit RGBA PNG at the input size, or of what the options ask for. Put `data:image/png;base64,`
    in front to show a PNG in a browser.
    """
    input_dimensions: list[int]
    """Size of the upright input as [width, height] in pixels."""
    processed_dimensions: list[int]
    """Size after the prep downscale as [width, height]. Equal to the input size unless it is over 5000 px on a
    side or 25 megapixels. This is not the inference resolution.
    """
    was_downscaled: bool
    """True when prep downscaled the input."""
    image_type: NotRequired[CutoutImageType | None]
    """Absent when `include_image_type` is false. Null in the rare case that the classifier failed while the
    picture itself succeeded.
    """
    output_dimensions: NotRequired[list[int]]
    """Size of the answer as [width, height] in pixels. Present where an option of the output was used."""
    crop_box: NotRequired[list[int]]
    """What of the upright input the answer shows, as [left, top, width, height] in its pixels. It may reach beyond
    the input. Present as `output_dimensions` is.
    """
    uncertainty: float
    """How uncertain the matte is: 0 without any sign of an error, 1 if nothing was found. Three decimals. Not a
    probability.
    """
    needs_review: bool
    """True from an uncertainty of 0.5 on: a person should review the answer before it is used."""


class MatteOptions(TypedDict, total=False):
    """Options of: Alpha matte of the subject, as a PNG. One that is left out, or None, has the service's default."""

    include_image_type: bool | int | str | None
    """Whether to return how likely the picture is a photo and how likely a graphic. As text: true, 1, yes, on, t,
    y or false, 0, no, off, f, n, in any case.
    """
    refine: Literal["auto", "off"] | None
    """Whether soft edges such as hair, fur and leaves are refined at full resolution. `auto` does so if this
    deployment has it switched on; `off` never does, which is faster.
    """
    model: str | None
    """Name of the network that makes the matte: one that this deployment offers, `matte` for its own. Left out,
    its own makes it, and graphics on one colour are cut by colour; with a name they are not.
    """
    roi: str | None
    """Box around the subject that is meant, `x1 y1 x2 y2` from its top left to its bottom right corner, in the
    upright picture: pixels, or percent of the picture's sides. The networks see the box and some room around
    it; outside of it the answer is transparent. Size and shape of the answer stay. Of cars the one that it fits
    best is meant. It covers at least 16 × 16 pixels of the picture.
    """
    keep_points: str | None
    """Places that belong to the subject: `x y` pairs with `;` between, in the upright picture before any
    downscale, each number in pixels from 0 or in percent of the picture's side. The part on which each is
    becomes opaque. With `drop_points` at most 32. It needs a deployment with a point segmenter.
    """
    drop_points: str | None
    """Places that belong to the background, as `keep_points`. The part on which each is becomes transparent."""
    holes: Literal["auto", "open", "filled"] | None
    """What is done with enclosed parts of the background's colour, where a graphic on one colour is cut by colour.
    `auto`: the holes of letters and rings are clear, and what has something drawn inside stays; `open`: all
    from 60 pixels on are clear; `filled`: none that does not reach the border. Elsewhere `X-Ignored` names it.
    """
    crop: Literal["none", "subject"] | None
    """What is cut off. `subject` keeps the box of all pixels whose alpha is above 12 of 255, and nothing is cut
    off where there is none.
    """
    crop_margin: int | str | None
    """Room around a cropped subject: pixels of the input, `0` to `500`, or percent of the box's side, `0%` to
    `50%`. One value for all sides; two for above and below, and beside; or four for top, right, bottom and
    left. Beyond the picture it is transparent, or `background_color`.
    """
    crop_cut_sides: Literal["keep", "flush"] | None
    """A side on which the photo cuts the subject: its alpha is 128 of 255 or more on at least 2 % of that edge of
    the photo. `keep` treats it like any other; `flush` gives it no margin and lays it on the canvas' edge,
    whatever `position` says.
    """
    max_size: int | str | None
    """Longest side of the answer in pixels, 16 to 65535. A larger picture is scaled down; none is enlarged."""
    position: str | None
    """The subject's place on its canvas: `original`, `center`, or the shares of the free room to its left and
    above it, such as `50% 100%`. `original` unless `aspect` or `scale` is sent, then `center`.
    """
    aspect: str | None
    """Shape of the canvas, `width:height`, from `1:4` to `4:1`. The canvas is the smallest of that shape which
    holds the picture, or the cropped subject.
    """
    scale: int | str | None
    """How much of the canvas the subject takes in the direction in which it takes more, in percent, 10 to 100. The
    canvas becomes as large as that needs; the subject is not enlarged.
    """


class MatteImageType(TypedDict):
    """Absent when `include_image_type` is false. Null in the rare case that the classifier failed while the
    picture itself succeeded.
    """

    photo: float
    graphic: float


class MatteAnswer(TypedDict):
    alpha_base64: str
    """Base64 of an 8-bit greyscale PNG at the input size, or of what the options ask for: 255 is opaque
    foreground, 0 is background.
    """
    input_dimensions: list[int]
    """Size of the upright input as [width, height] in pixels."""
    processed_dimensions: list[int]
    """Size after the prep downscale as [width, height]. Equal to the input size unless it is over 5000 px on a
    side or 25 megapixels. This is not the inference resolution.
    """
    was_downscaled: bool
    """True when prep downscaled the input."""
    image_type: NotRequired[MatteImageType | None]
    """Absent when `include_image_type` is false. Null in the rare case that the classifier failed while the
    picture itself succeeded.
    """
    output_dimensions: NotRequired[list[int]]
    """Size of the answer as [width, height] in pixels. Present where an option of the output was used."""
    crop_box: NotRequired[list[int]]
    """What of the upright input the answer shows, as [left, top, width, height] in its pixels. It may reach beyond
    the input. Present as `output_dimensions` is.
    """
    uncertainty: float
    """How uncertain the matte is: 0 without any sign of an error, 1 if nothing was found. Three decimals. Not a
    probability.
    """
    needs_review: bool
    """True from an uncertainty of 0.5 on: a person should review the answer before it is used."""


class CarOptions(TypedDict, total=False):
    """Options of: Cut out a car, as a PNG. One that is left out, or None, has the service's default."""

    shadow_type: Literal["ai", "none", "geometric", "auto"] | None
    """The cast shadow. `ai` draws one that follows the light of the photo, `none` draws none. `geometric` and
    `auto` are declared for later and answer 422 today.
    """
    include_shadow: bool | int | str | None
    """Deprecated. Use `shadow_type`. True means `ai`, false means `none`; a value that contradicts `shadow_type`
    answers 422. As text: true, 1, yes, on, t, y or false, 0, no, off, f, n, in any case.
    """
    reconstruct_windows: bool | int | str | None
    """Whether to open the glass so that a new background shows through. False keeps the plain silhouette. As text:
    true, 1, yes, on, t, y or false, 0, no, off, f, n, in any case.
    """
    model: str | None
    """Name of the network that makes the matte: one that this deployment offers, `matte` for its own. Left out,
    its own makes it, and graphics on one colour are cut by colour; with a name they are not.
    """
    roi: str | None
    """Box around the subject that is meant, `x1 y1 x2 y2` from its top left to its bottom right corner, in the
    upright picture: pixels, or percent of the picture's sides. The networks see the box and some room around
    it; outside of it the answer is transparent. Size and shape of the answer stay. Of cars the one that it fits
    best is meant. It covers at least 16 × 16 pixels of the picture.
    """
    output_format: Literal["png", "webp", "jpeg", "zip"] | None
    """Format of the answer. `webp` has lossy colours and the exact alpha; `jpeg` has no alpha and shows the
    subject on `background_color`, white by default; `zip` has `color.jpg`, `alpha.png` and `manifest.json`, the
    small way to send a big cutout.
    """
    output_quality: int | str | None
    """Quality of `webp`, `jpeg` and the colours of `zip`, 1 to 100; 90 where it is not sent."""
    background_color: str | None
    """Laid under the cutout: `#rgb`, `#rrggbb`, `#rrggbbaa`, or a colour name of CSS in lower case. It is in the
    colour space of the picture, and mixed in gamma-encoded values, as browsers do.
    """
    background_image: File | None
    """Picture to lay under the cutout, in any format that the image may have: at most 12 megapixels, and no larger
    than the image leaves of the limit for both together. It is scaled to cover the canvas and centred; what is
    transparent in it is white. The answer is opaque. Not with `background_color` or `output_format=zip`.
    """
    background_url: str | None
    """Address of such a picture, in place of `background_image` and under the rules of `image_url`, whose refusals
    are then on this name.
    """
    crop: Literal["none", "subject"] | None
    """What is cut off. `subject` keeps the box of all pixels whose alpha is above 12 of 255, and nothing is cut
    off where there is none.
    """
    crop_margin: int | str | None
    """Room around a cropped subject: pixels of the input, `0` to `500`, or percent of the box's side, `0%` to
    `50%`. One value for all sides; two for above and below, and beside; or four for top, right, bottom and
    left. Beyond the picture it is transparent, or `background_color`.
    """
    crop_cut_sides: Literal["keep", "flush"] | None
    """A side on which the photo cuts the subject: its alpha is 128 of 255 or more on at least 2 % of that edge of
    the photo. `keep` treats it like any other; `flush` gives it no margin and lays it on the canvas' edge,
    whatever `position` says.
    """
    max_size: int | str | None
    """Longest side of the answer in pixels, 16 to 65535. A larger picture is scaled down; none is enlarged."""
    position: str | None
    """The subject's place on its canvas: `original`, `center`, or the shares of the free room to its left and
    above it, such as `50% 100%`. `original` unless `aspect` or `scale` is sent, then `center`.
    """
    aspect: str | None
    """Shape of the canvas, `width:height`, from `1:4` to `4:1`. The canvas is the smallest of that shape which
    holds the picture, or the cropped subject.
    """
    scale: int | str | None
    """How much of the canvas the subject takes in the direction in which it takes more, in percent, 10 to 100. The
    canvas becomes as large as that needs; the subject is not enlarged.
    """


class CarCutoutAnswer(TypedDict):
    img_without_background_base64: str
    """Base64 of an 8-bit RGBA PNG at the input size, or of what the options ask for; the shadow is baked in unless
    `none` was chosen.
    """
    input_dimensions: list[int]
    """Size of the upright input as [width, height] in pixels."""
    processed_dimensions: list[int]
    """Size after the prep downscale as [width, height]. Equal to the input size unless it is over 5000 px on a
    side or 25 megapixels. This is not the inference resolution.
    """
    was_downscaled: bool
    """True when prep downscaled the input."""
    shadow_type: Literal["ai", "none"]
    """Shadow that was drawn."""
    output_dimensions: NotRequired[list[int]]
    """Size of the answer as [width, height] in pixels. Present where an option of the output was used."""
    crop_box: NotRequired[list[int]]
    """What of the upright input the answer shows, as [left, top, width, height] in its pixels. It may reach beyond
    the input. Present as `output_dimensions` is.
    """
    uncertainty: float
    """How uncertain the matte is: 0 without any sign of an error, 1 if nothing was found. Three decimals. Not a
    probability.
    """
    needs_review: bool
    """True from an uncertainty of 0.5 on: a person should review the answer before it is used."""


class LayersOptions(TypedDict, total=False):
    """Options of: Car cutout, shadow and view angles, in JSON. One that is left out, or None, has the service's
    default.
    """

    shadow_type: Literal["ai", "none", "geometric", "auto"] | None
    """The cast shadow. `ai` draws one that follows the light of the photo, `none` draws none. `geometric` and
    `auto` are declared for later and answer 422 today.
    """
    include_shadow: bool | int | str | None
    """Deprecated. Use `shadow_type`. True means `ai`, false means `none`; a value that contradicts `shadow_type`
    answers 422. As text: true, 1, yes, on, t, y or false, 0, no, off, f, n, in any case.
    """
    reconstruct_windows: bool | int | str | None
    """Whether to open the glass so that a new background shows through. False keeps the plain silhouette. As text:
    true, 1, yes, on, t, y or false, 0, no, off, f, n, in any case.
    """
    model: str | None
    """Name of the network that makes the matte: one that this deployment offers, `matte` for its own. Left out,
    its own makes it, and graphics on one colour are cut by colour; with a name they are not.
    """
    roi: str | None
    """Box around the subject that is meant, `x1 y1 x2 y2` from its top left to its bottom right corner, in the
    upright picture: pixels, or percent of the picture's sides. The networks see the box and some room around
    it; outside of it the answer is transparent. Size and shape of the answer stay. Of cars the one that it fits
    best is meant. It covers at least 16 × 16 pixels of the picture.
    """


class CarView(TypedDict):
    """Where the camera stood."""

    azimuth_deg: float
    """Orbit around the car in degrees: 0 is the front, rising counterclockwise seen from above."""
    elevation_deg: float
    """Look angle above the horizon in degrees: 0 is level with the mid-body, positive is from above."""


class CarLayersAnswer(TypedDict):
    img_without_background_base64: str
    """Base64 of an 8-bit RGBA PNG at the input size. The shadow is not baked in."""
    shadow_base64: NotRequired[str]
    """Base64 of an 8-bit greyscale PNG at the input size: 255 is the darkest shadow. Absent when `shadow_type` is
    `none`.
    """
    view: CarView
    input_dimensions: list[int]
    """Size of the upright input as [width, height] in pixels."""
    processed_dimensions: list[int]
    """Size after the prep downscale as [width, height]. Equal to the input size unless it is over 5000 px on a
    side or 25 megapixels. This is not the inference resolution.
    """
    was_downscaled: bool
    """True when prep downscaled the input."""
    shadow_type: Literal["ai", "none"]
    """Shadow that was drawn."""
    uncertainty: float
    """How uncertain the matte is: 0 without any sign of an error, 1 if nothing was found. Three decimals. Not a
    probability.
    """
    needs_review: bool
    """True from an uncertainty of 0.5 on: a person should review the answer before it is used."""


class CreditAnswer(TypedDict):
    credit: int
    """Credits that can be spent now: the balance less what calls in progress hold. 0 once expired."""
    expiration_date: str
    """When the credits expire: `YYYY-MM-DD HH:MM:SS`, UTC."""


class Operations(Calls):
    """The operations, each of which waits for its answer."""

    def cutout(
        self,
        photo: Photo,
        /,
        *,
        idempotency_key: str | None = None,
        request_id: str | None = None,
        **options: Unpack[CutoutOptions],
    ) -> Picture:
        """Cut out the subject, as a PNG.

        Takes an image file and answers with the PNG of its subject, at the size of the upright input. Options
        ask for another format, a background, a crop or another size.

        Opaque pixels keep the colours of the photo; where nothing is left the colour is 0, so the background
        really leaves.

        Set `include_image_type` to false to leave the image type out.

        Costs 1 credit when it answers 200, nothing otherwise.
        """
        return self._picture("/v1.0/image-without-background", photo, {**options}, idempotency_key, request_id)

    def save_cutout(
        self,
        photo: Photo,
        to: str | os.PathLike[str],
        /,
        *,
        idempotency_key: str | None = None,
        request_id: str | None = None,
        **options: Unpack[CutoutOptions],
    ) -> SavedPicture:
        """As `cutout`, into a file as it comes. The file is there whole, or as it was before."""
        return self._save("/v1.0/image-without-background", to, photo, {**options}, idempotency_key, request_id)

    def open_cutout(
        self,
        photo: Photo,
        /,
        *,
        idempotency_key: str | None = None,
        request_id: str | None = None,
        **options: Unpack[CutoutOptions],
    ) -> AbstractContextManager[OpenPicture]:
        """As `cutout`, for a `with` that reads the cutout as it comes. It is sent again until its headers are
        there and not after: what has been read may have been passed on already.
        """
        return self._open("/v1.0/image-without-background", photo, {**options}, idempotency_key, request_id)

    def cutout_base64(
        self,
        photo: Photo,
        /,
        *,
        idempotency_key: str | None = None,
        request_id: str | None = None,
        **options: Unpack[CutoutOptions],
    ) -> Members[CutoutAnswer]:
        """Cut out the subject, as Base64 in JSON.

        Takes an image as Base64 and answers with the cutout as Base64. The picture is the one that the binary
        form gives.

        Set `include_image_type` to false to leave the image type out.

        Oversize and unsupported images answer 422 here, never 413 or 415. Unknown members are ignored.

        Costs 1 credit when it answers 200, nothing otherwise.
        """
        return self._members("/v1.0/image-without-background-base64", photo, {**options}, idempotency_key, request_id)

    def matte(
        self,
        photo: Photo,
        /,
        *,
        idempotency_key: str | None = None,
        request_id: str | None = None,
        **options: Unpack[MatteOptions],
    ) -> Picture:
        """Alpha matte of the subject, as a PNG.

        Takes an image file and answers with the matte alone, at the size of the upright input. Apply it to your
        own original as its alpha channel. Options ask for a crop or another size; with the same ones it fits
        the cutout.

        Set `include_image_type` to false to leave the image type out.

        Costs 1 credit when it answers 200, nothing otherwise.
        """
        return self._picture("/v1.0/alpha-channel", photo, {**options}, idempotency_key, request_id)

    def save_matte(
        self,
        photo: Photo,
        to: str | os.PathLike[str],
        /,
        *,
        idempotency_key: str | None = None,
        request_id: str | None = None,
        **options: Unpack[MatteOptions],
    ) -> SavedPicture:
        """As `matte`, into a file as it comes. The file is there whole, or as it was before."""
        return self._save("/v1.0/alpha-channel", to, photo, {**options}, idempotency_key, request_id)

    def open_matte(
        self,
        photo: Photo,
        /,
        *,
        idempotency_key: str | None = None,
        request_id: str | None = None,
        **options: Unpack[MatteOptions],
    ) -> AbstractContextManager[OpenPicture]:
        """As `matte`, for a `with` that reads the matte as it comes. It is sent again until its headers are there
        and not after: what has been read may have been passed on already.
        """
        return self._open("/v1.0/alpha-channel", photo, {**options}, idempotency_key, request_id)

    def matte_base64(
        self,
        photo: Photo,
        /,
        *,
        idempotency_key: str | None = None,
        request_id: str | None = None,
        **options: Unpack[MatteOptions],
    ) -> Members[MatteAnswer]:
        """Alpha matte of the subject, as Base64 in JSON.

        Takes an image as Base64 and answers with the matte as Base64. The matte is the one that the binary form
        gives.

        Set `include_image_type` to false to leave the image type out.

        Oversize and unsupported images answer 422 here, never 413 or 415. Unknown members are ignored.

        Costs 1 credit when it answers 200, nothing otherwise.
        """
        return self._members("/v1.0/alpha-channel-base64", photo, {**options}, idempotency_key, request_id)

    def car(
        self,
        photo: Photo,
        /,
        *,
        idempotency_key: str | None = None,
        request_id: str | None = None,
        **options: Unpack[CarOptions],
    ) -> Picture:
        """Cut out a car, as a PNG.

        Finds the largest vehicle, cuts it out, opens its windows and bakes an `ai` shadow in. Send
        `shadow_type=none` for a cutout without a shadow and `reconstruct_windows=false` for the plain
        silhouette. The colours stay those of the photo. A picture without a vehicle answers 422. Options ask
        for another format, a background, a crop or another size.

        Costs 1 credit when it answers 200, nothing otherwise.
        """
        return self._picture("/v1.0/car-image-without-background", photo, {**options}, idempotency_key, request_id)

    def save_car(
        self,
        photo: Photo,
        to: str | os.PathLike[str],
        /,
        *,
        idempotency_key: str | None = None,
        request_id: str | None = None,
        **options: Unpack[CarOptions],
    ) -> SavedPicture:
        """As `car`, into a file as it comes. The file is there whole, or as it was before."""
        return self._save("/v1.0/car-image-without-background", to, photo, {**options}, idempotency_key, request_id)

    def open_car(
        self,
        photo: Photo,
        /,
        *,
        idempotency_key: str | None = None,
        request_id: str | None = None,
        **options: Unpack[CarOptions],
    ) -> AbstractContextManager[OpenPicture]:
        """As `car`, for a `with` that reads the car as it comes. It is sent again until its headers are there and
        not after: what has been read may have been passed on already.
        """
        return self._open("/v1.0/car-image-without-background", photo, {**options}, idempotency_key, request_id)

    def car_base64(
        self,
        photo: Photo,
        /,
        *,
        idempotency_key: str | None = None,
        request_id: str | None = None,
        **options: Unpack[CarOptions],
    ) -> Members[CarCutoutAnswer]:
        """Cut out a car, as Base64 in JSON.

        Finds the largest vehicle, cuts it out, opens its windows and bakes an `ai` shadow in. Send
        `shadow_type=none` for a cutout without a shadow and `reconstruct_windows=false` for the plain
        silhouette. The colours stay those of the photo. A picture without a vehicle answers 422. Options ask
        for another format, a background, a crop or another size.

        Oversize and unsupported images answer 422 here, never 413 or 415. Unknown members are ignored.

        Costs 1 credit when it answers 200, nothing otherwise.
        """
        return self._members("/v1.0/car-image-without-background-base64", photo, {**options}, idempotency_key, request_id)

    def layers(
        self,
        photo: Photo,
        /,
        *,
        idempotency_key: str | None = None,
        request_id: str | None = None,
        **options: Unpack[LayersOptions],
    ) -> Members[CarLayersAnswer]:
        """Car cutout, shadow and view angles, in JSON.

        Finds the largest vehicle and answers with its layers: the cutout without a shadow, the shadow as a
        greyscale PNG of its own, and the angles from which the camera saw the car. `shadow_type=none` leaves
        the shadow out.

        Oversize and unsupported images answer 422 here, never 413 or 415. Unknown members are ignored.

        Costs 1 credit when it answers 200, nothing otherwise.
        """
        return self._members("/v1.0/car-layers-base64", photo, {**options}, idempotency_key, request_id)

    def credit(self, /, *, request_id: str | None = None) -> Members[CreditAnswer]:
        """Credits left and when they expire.

        Credits that the key can spend now and the date they expire. Free, but it counts towards the rate limit.

        It answers 200 also when no credit is left or the credits have expired, and to restricted keys.
        """
        return self._ask("/available-credit", request_id)


class AsyncOperations(AsyncCalls):
    """The operations, each to be awaited."""

    async def cutout(
        self,
        photo: AsyncPhoto,
        /,
        *,
        idempotency_key: str | None = None,
        request_id: str | None = None,
        **options: Unpack[CutoutOptions],
    ) -> Picture:
        """Cut out the subject, as a PNG.

        Takes an image file and answers with the PNG of its subject, at the size of the upright input. Options
        ask for another format, a background, a crop or another size.

        Opaque pixels keep the colours of the photo; where nothing is left the colour is 0, so the background
        really leaves.

        Set `include_image_type` to false to leave the image type out.

        Costs 1 credit when it answers 200, nothing otherwise.
        """
        return await self._picture("/v1.0/image-without-background", photo, {**options}, idempotency_key, request_id)

    async def save_cutout(
        self,
        photo: AsyncPhoto,
        to: str | os.PathLike[str],
        /,
        *,
        idempotency_key: str | None = None,
        request_id: str | None = None,
        **options: Unpack[CutoutOptions],
    ) -> SavedPicture:
        """As `cutout`, into a file as it comes. The file is there whole, or as it was before."""
        return await self._save("/v1.0/image-without-background", to, photo, {**options}, idempotency_key, request_id)

    def open_cutout(
        self,
        photo: AsyncPhoto,
        /,
        *,
        idempotency_key: str | None = None,
        request_id: str | None = None,
        **options: Unpack[CutoutOptions],
    ) -> AbstractAsyncContextManager[AsyncOpenPicture]:
        """As `cutout`, for a `with` that reads the cutout as it comes. It is sent again until its headers are
        there and not after: what has been read may have been passed on already.
        """
        return self._open("/v1.0/image-without-background", photo, {**options}, idempotency_key, request_id)

    async def cutout_base64(
        self,
        photo: AsyncPhoto,
        /,
        *,
        idempotency_key: str | None = None,
        request_id: str | None = None,
        **options: Unpack[CutoutOptions],
    ) -> Members[CutoutAnswer]:
        """Cut out the subject, as Base64 in JSON.

        Takes an image as Base64 and answers with the cutout as Base64. The picture is the one that the binary
        form gives.

        Set `include_image_type` to false to leave the image type out.

        Oversize and unsupported images answer 422 here, never 413 or 415. Unknown members are ignored.

        Costs 1 credit when it answers 200, nothing otherwise.
        """
        return await self._members("/v1.0/image-without-background-base64", photo, {**options}, idempotency_key, request_id)

    async def matte(
        self,
        photo: AsyncPhoto,
        /,
        *,
        idempotency_key: str | None = None,
        request_id: str | None = None,
        **options: Unpack[MatteOptions],
    ) -> Picture:
        """Alpha matte of the subject, as a PNG.

        Takes an image file and answers with the matte alone, at the size of the upright input. Apply it to your
        own original as its alpha channel. Options ask for a crop or another size; with the same ones it fits
        the cutout.

        Set `include_image_type` to false to leave the image type out.

        Costs 1 credit when it answers 200, nothing otherwise.
        """
        return await self._picture("/v1.0/alpha-channel", photo, {**options}, idempotency_key, request_id)

    async def save_matte(
        self,
        photo: AsyncPhoto,
        to: str | os.PathLike[str],
        /,
        *,
        idempotency_key: str | None = None,
        request_id: str | None = None,
        **options: Unpack[MatteOptions],
    ) -> SavedPicture:
        """As `matte`, into a file as it comes. The file is there whole, or as it was before."""
        return await self._save("/v1.0/alpha-channel", to, photo, {**options}, idempotency_key, request_id)

    def open_matte(
        self,
        photo: AsyncPhoto,
        /,
        *,
        idempotency_key: str | None = None,
        request_id: str | None = None,
        **options: Unpack[MatteOptions],
    ) -> AbstractAsyncContextManager[AsyncOpenPicture]:
        """As `matte`, for a `with` that reads the matte as it comes. It is sent again until its headers are there
        and not after: what has been read may have been passed on already.
        """
        return self._open("/v1.0/alpha-channel", photo, {**options}, idempotency_key, request_id)

    async def matte_base64(
        self,
        photo: AsyncPhoto,
        /,
        *,
        idempotency_key: str | None = None,
        request_id: str | None = None,
        **options: Unpack[MatteOptions],
    ) -> Members[MatteAnswer]:
        """Alpha matte of the subject, as Base64 in JSON.

        Takes an image as Base64 and answers with the matte as Base64. The matte is the one that the binary form
        gives.

        Set `include_image_type` to false to leave the image type out.

        Oversize and unsupported images answer 422 here, never 413 or 415. Unknown members are ignored.

        Costs 1 credit when it answers 200, nothing otherwise.
        """
        return await self._members("/v1.0/alpha-channel-base64", photo, {**options}, idempotency_key, request_id)

    async def car(
        self,
        photo: AsyncPhoto,
        /,
        *,
        idempotency_key: str | None = None,
        request_id: str | None = None,
        **options: Unpack[CarOptions],
    ) -> Picture:
        """Cut out a car, as a PNG.

        Finds the largest vehicle, cuts it out, opens its windows and bakes an `ai` shadow in. Send
        `shadow_type=none` for a cutout without a shadow and `reconstruct_windows=false` for the plain
        silhouette. The colours stay those of the photo. A picture without a vehicle answers 422. Options ask
        for another format, a background, a crop or another size.

        Costs 1 credit when it answers 200, nothing otherwise.
        """
        return await self._picture("/v1.0/car-image-without-background", photo, {**options}, idempotency_key, request_id)

    async def save_car(
        self,
        photo: AsyncPhoto,
        to: str | os.PathLike[str],
        /,
        *,
        idempotency_key: str | None = None,
        request_id: str | None = None,
        **options: Unpack[CarOptions],
    ) -> SavedPicture:
        """As `car`, into a file as it comes. The file is there whole, or as it was before."""
        return await self._save("/v1.0/car-image-without-background", to, photo, {**options}, idempotency_key, request_id)

    def open_car(
        self,
        photo: AsyncPhoto,
        /,
        *,
        idempotency_key: str | None = None,
        request_id: str | None = None,
        **options: Unpack[CarOptions],
    ) -> AbstractAsyncContextManager[AsyncOpenPicture]:
        """As `car`, for a `with` that reads the car as it comes. It is sent again until its headers are there and
        not after: what has been read may have been passed on already.
        """
        return self._open("/v1.0/car-image-without-background", photo, {**options}, idempotency_key, request_id)

    async def car_base64(
        self,
        photo: AsyncPhoto,
        /,
        *,
        idempotency_key: str | None = None,
        request_id: str | None = None,
        **options: Unpack[CarOptions],
    ) -> Members[CarCutoutAnswer]:
        """Cut out a car, as Base64 in JSON.

        Finds the largest vehicle, cuts it out, opens its windows and bakes an `ai` shadow in. Send
        `shadow_type=none` for a cutout without a shadow and `reconstruct_windows=false` for the plain
        silhouette. The colours stay those of the photo. A picture without a vehicle answers 422. Options ask
        for another format, a background, a crop or another size.

        Oversize and unsupported images answer 422 here, never 413 or 415. Unknown members are ignored.

        Costs 1 credit when it answers 200, nothing otherwise.
        """
        return await self._members("/v1.0/car-image-without-background-base64", photo, {**options}, idempotency_key, request_id)

    async def layers(
        self,
        photo: AsyncPhoto,
        /,
        *,
        idempotency_key: str | None = None,
        request_id: str | None = None,
        **options: Unpack[LayersOptions],
    ) -> Members[CarLayersAnswer]:
        """Car cutout, shadow and view angles, in JSON.

        Finds the largest vehicle and answers with its layers: the cutout without a shadow, the shadow as a
        greyscale PNG of its own, and the angles from which the camera saw the car. `shadow_type=none` leaves
        the shadow out.

        Oversize and unsupported images answer 422 here, never 413 or 415. Unknown members are ignored.

        Costs 1 credit when it answers 200, nothing otherwise.
        """
        return await self._members("/v1.0/car-layers-base64", photo, {**options}, idempotency_key, request_id)

    async def credit(self, /, *, request_id: str | None = None) -> Members[CreditAnswer]:
        """Credits left and when they expire.

        Credits that the key can spend now and the date they expire. Free, but it counts towards the rate limit.

        It answers 200 also when no credit is left or the credits have expired, and to restricted keys.
        """
        return await self._ask("/available-credit", request_id)
