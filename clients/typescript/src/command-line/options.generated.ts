// Made from the OpenAPI document by generate/openapi-types.ts: `npx vitest run clients -u` makes it anew.

export const optionsOfOperations = {
  "image-without-background": [
    {
      "name": "include_image_type",
      "meaning": "Whether to return how likely the picture is a photo and how likely a graphic.",
      "values": [
        "true",
        "false"
      ],
      "default": "true"
    },
    {
      "name": "edge_colors",
      "meaning": "Colours of the soft edge. `refined` estimates the subject's own, so that no halo of the old background shows on a new one; `original` keeps those of the photo. Opaque pixels are the photo's in either case.",
      "values": [
        "refined",
        "original"
      ],
      "default": "refined"
    },
    {
      "name": "refine",
      "meaning": "Whether soft edges such as hair, fur and leaves are looked at again from close by. `auto` does so where this deployment has it switched on; `off` never does, which is faster.",
      "values": [
        "auto",
        "off"
      ],
      "default": "auto"
    },
    {
      "name": "output_format",
      "meaning": "What is answered. `webp` has lossy colours and the exact alpha; `jpeg` has no alpha and lies on `background_color`, white by default; `zip` has `color.jpg`, `alpha.png` and `manifest.json`, the small way to send a big cutout.",
      "values": [
        "png",
        "webp",
        "jpeg",
        "zip"
      ],
      "default": "png"
    },
    {
      "name": "output_quality",
      "meaning": "Quality of `webp`, `jpeg` and the colours of `zip`, 1 to 100; 90 where it is not sent.",
      "values": []
    },
    {
      "name": "background_color",
      "meaning": "Laid under the cutout: `#rgb`, `#rrggbb`, `#rrggbbaa`, or a colour name of CSS in lower case. It is in the colour space of the picture, and mixed in gamma-encoded values, as browsers do.",
      "values": []
    },
    {
      "name": "crop",
      "meaning": "What is cut off. `subject` keeps the box of all pixels whose alpha is above 12 of 255, and nothing is cut off where there is none.",
      "values": [
        "none",
        "subject"
      ],
      "default": "none"
    },
    {
      "name": "crop_margin",
      "meaning": "Room around a cropped subject: pixels of the input, `0` to `500`, or percent of the box's side, `0%` to `50%`. One value for all sides; two for above and below, and beside; or four for top, right, bottom and left. Beyond the picture it is transparent, or `background_color`.",
      "values": []
    },
    {
      "name": "max_size",
      "meaning": "Longest side of the answer in pixels, 16 to 65535. A larger picture is scaled down; none is enlarged.",
      "values": []
    },
    {
      "name": "position",
      "meaning": "Where the subject lies on its canvas: `original`, `center`, or the shares of the free room to its left and above it, such as `50% 100%`. `original` unless `aspect` or `scale` is sent, then `center`.",
      "values": []
    },
    {
      "name": "aspect",
      "meaning": "Shape of the canvas, `width:height`, from `1:4` to `4:1`. The canvas is the smallest of that shape which holds the picture, or the cropped subject.",
      "values": []
    },
    {
      "name": "scale",
      "meaning": "How much of the canvas the subject takes in the direction in which it takes more, in percent, 10 to 100. The canvas becomes as large as that needs; the subject is not enlarged.",
      "values": []
    }
  ],
  "image-without-background-base64": [
    {
      "name": "include_image_type",
      "meaning": "Whether to return how likely the picture is a photo and how likely a graphic.",
      "values": [
        "true",
        "false"
      ],
      "default": "true"
    },
    {
      "name": "edge_colors",
      "meaning": "Colours of the soft edge. `refined` estimates the subject's own, so that no halo of the old background shows on a new one; `original` keeps those of the photo. Opaque pixels are the photo's in either case.",
      "values": [
        "refined",
        "original"
      ],
      "default": "refined"
    },
    {
      "name": "refine",
      "meaning": "Whether soft edges such as hair, fur and leaves are looked at again from close by. `auto` does so where this deployment has it switched on; `off` never does, which is faster.",
      "values": [
        "auto",
        "off"
      ],
      "default": "auto"
    },
    {
      "name": "output_format",
      "meaning": "What is answered. `webp` has lossy colours and the exact alpha; `jpeg` has no alpha and lies on `background_color`, white by default; `zip` has `color.jpg`, `alpha.png` and `manifest.json`, the small way to send a big cutout.",
      "values": [
        "png",
        "webp",
        "jpeg",
        "zip"
      ],
      "default": "png"
    },
    {
      "name": "output_quality",
      "meaning": "Quality of `webp`, `jpeg` and the colours of `zip`, 1 to 100; 90 where it is not sent.",
      "values": []
    },
    {
      "name": "background_color",
      "meaning": "Laid under the cutout: `#rgb`, `#rrggbb`, `#rrggbbaa`, or a colour name of CSS in lower case. It is in the colour space of the picture, and mixed in gamma-encoded values, as browsers do.",
      "values": []
    },
    {
      "name": "crop",
      "meaning": "What is cut off. `subject` keeps the box of all pixels whose alpha is above 12 of 255, and nothing is cut off where there is none.",
      "values": [
        "none",
        "subject"
      ],
      "default": "none"
    },
    {
      "name": "crop_margin",
      "meaning": "Room around a cropped subject: pixels of the input, `0` to `500`, or percent of the box's side, `0%` to `50%`. One value for all sides; two for above and below, and beside; or four for top, right, bottom and left. Beyond the picture it is transparent, or `background_color`.",
      "values": []
    },
    {
      "name": "max_size",
      "meaning": "Longest side of the answer in pixels, 16 to 65535. A larger picture is scaled down; none is enlarged.",
      "values": []
    },
    {
      "name": "position",
      "meaning": "Where the subject lies on its canvas: `original`, `center`, or the shares of the free room to its left and above it, such as `50% 100%`. `original` unless `aspect` or `scale` is sent, then `center`.",
      "values": []
    },
    {
      "name": "aspect",
      "meaning": "Shape of the canvas, `width:height`, from `1:4` to `4:1`. The canvas is the smallest of that shape which holds the picture, or the cropped subject.",
      "values": []
    },
    {
      "name": "scale",
      "meaning": "How much of the canvas the subject takes in the direction in which it takes more, in percent, 10 to 100. The canvas becomes as large as that needs; the subject is not enlarged.",
      "values": []
    }
  ],
  "alpha-channel": [
    {
      "name": "include_image_type",
      "meaning": "Whether to return how likely the picture is a photo and how likely a graphic.",
      "values": [
        "true",
        "false"
      ],
      "default": "true"
    },
    {
      "name": "refine",
      "meaning": "Whether soft edges such as hair, fur and leaves are looked at again from close by. `auto` does so where this deployment has it switched on; `off` never does, which is faster.",
      "values": [
        "auto",
        "off"
      ],
      "default": "auto"
    },
    {
      "name": "crop",
      "meaning": "What is cut off. `subject` keeps the box of all pixels whose alpha is above 12 of 255, and nothing is cut off where there is none.",
      "values": [
        "none",
        "subject"
      ],
      "default": "none"
    },
    {
      "name": "crop_margin",
      "meaning": "Room around a cropped subject: pixels of the input, `0` to `500`, or percent of the box's side, `0%` to `50%`. One value for all sides; two for above and below, and beside; or four for top, right, bottom and left. Beyond the picture it is transparent, or `background_color`.",
      "values": []
    },
    {
      "name": "max_size",
      "meaning": "Longest side of the answer in pixels, 16 to 65535. A larger picture is scaled down; none is enlarged.",
      "values": []
    },
    {
      "name": "position",
      "meaning": "Where the subject lies on its canvas: `original`, `center`, or the shares of the free room to its left and above it, such as `50% 100%`. `original` unless `aspect` or `scale` is sent, then `center`.",
      "values": []
    },
    {
      "name": "aspect",
      "meaning": "Shape of the canvas, `width:height`, from `1:4` to `4:1`. The canvas is the smallest of that shape which holds the picture, or the cropped subject.",
      "values": []
    },
    {
      "name": "scale",
      "meaning": "How much of the canvas the subject takes in the direction in which it takes more, in percent, 10 to 100. The canvas becomes as large as that needs; the subject is not enlarged.",
      "values": []
    }
  ],
  "alpha-channel-base64": [
    {
      "name": "include_image_type",
      "meaning": "Whether to return how likely the picture is a photo and how likely a graphic.",
      "values": [
        "true",
        "false"
      ],
      "default": "true"
    },
    {
      "name": "refine",
      "meaning": "Whether soft edges such as hair, fur and leaves are looked at again from close by. `auto` does so where this deployment has it switched on; `off` never does, which is faster.",
      "values": [
        "auto",
        "off"
      ],
      "default": "auto"
    },
    {
      "name": "crop",
      "meaning": "What is cut off. `subject` keeps the box of all pixels whose alpha is above 12 of 255, and nothing is cut off where there is none.",
      "values": [
        "none",
        "subject"
      ],
      "default": "none"
    },
    {
      "name": "crop_margin",
      "meaning": "Room around a cropped subject: pixels of the input, `0` to `500`, or percent of the box's side, `0%` to `50%`. One value for all sides; two for above and below, and beside; or four for top, right, bottom and left. Beyond the picture it is transparent, or `background_color`.",
      "values": []
    },
    {
      "name": "max_size",
      "meaning": "Longest side of the answer in pixels, 16 to 65535. A larger picture is scaled down; none is enlarged.",
      "values": []
    },
    {
      "name": "position",
      "meaning": "Where the subject lies on its canvas: `original`, `center`, or the shares of the free room to its left and above it, such as `50% 100%`. `original` unless `aspect` or `scale` is sent, then `center`.",
      "values": []
    },
    {
      "name": "aspect",
      "meaning": "Shape of the canvas, `width:height`, from `1:4` to `4:1`. The canvas is the smallest of that shape which holds the picture, or the cropped subject.",
      "values": []
    },
    {
      "name": "scale",
      "meaning": "How much of the canvas the subject takes in the direction in which it takes more, in percent, 10 to 100. The canvas becomes as large as that needs; the subject is not enlarged.",
      "values": []
    }
  ],
  "car-image-without-background": [
    {
      "name": "shadow_type",
      "meaning": "The cast shadow. `ai` draws one that follows the light of the photo, `none` draws none. `geometric` and `auto` are declared for later and answer 422 today.",
      "values": [
        "ai",
        "none",
        "geometric",
        "auto"
      ],
      "default": "ai"
    },
    {
      "name": "reconstruct_windows",
      "meaning": "Whether to open the glass so that a new background shows through. False keeps the plain silhouette.",
      "values": [
        "true",
        "false"
      ],
      "default": "true"
    },
    {
      "name": "output_format",
      "meaning": "What is answered. `webp` has lossy colours and the exact alpha; `jpeg` has no alpha and lies on `background_color`, white by default; `zip` has `color.jpg`, `alpha.png` and `manifest.json`, the small way to send a big cutout.",
      "values": [
        "png",
        "webp",
        "jpeg",
        "zip"
      ],
      "default": "png"
    },
    {
      "name": "output_quality",
      "meaning": "Quality of `webp`, `jpeg` and the colours of `zip`, 1 to 100; 90 where it is not sent.",
      "values": []
    },
    {
      "name": "background_color",
      "meaning": "Laid under the cutout: `#rgb`, `#rrggbb`, `#rrggbbaa`, or a colour name of CSS in lower case. It is in the colour space of the picture, and mixed in gamma-encoded values, as browsers do.",
      "values": []
    },
    {
      "name": "crop",
      "meaning": "What is cut off. `subject` keeps the box of all pixels whose alpha is above 12 of 255, and nothing is cut off where there is none.",
      "values": [
        "none",
        "subject"
      ],
      "default": "none"
    },
    {
      "name": "crop_margin",
      "meaning": "Room around a cropped subject: pixels of the input, `0` to `500`, or percent of the box's side, `0%` to `50%`. One value for all sides; two for above and below, and beside; or four for top, right, bottom and left. Beyond the picture it is transparent, or `background_color`.",
      "values": []
    },
    {
      "name": "max_size",
      "meaning": "Longest side of the answer in pixels, 16 to 65535. A larger picture is scaled down; none is enlarged.",
      "values": []
    },
    {
      "name": "position",
      "meaning": "Where the subject lies on its canvas: `original`, `center`, or the shares of the free room to its left and above it, such as `50% 100%`. `original` unless `aspect` or `scale` is sent, then `center`.",
      "values": []
    },
    {
      "name": "aspect",
      "meaning": "Shape of the canvas, `width:height`, from `1:4` to `4:1`. The canvas is the smallest of that shape which holds the picture, or the cropped subject.",
      "values": []
    },
    {
      "name": "scale",
      "meaning": "How much of the canvas the subject takes in the direction in which it takes more, in percent, 10 to 100. The canvas becomes as large as that needs; the subject is not enlarged.",
      "values": []
    }
  ],
  "car-image-without-background-base64": [
    {
      "name": "shadow_type",
      "meaning": "The cast shadow. `ai` draws one that follows the light of the photo, `none` draws none. `geometric` and `auto` are declared for later and answer 422 today.",
      "values": [
        "ai",
        "none",
        "geometric",
        "auto"
      ],
      "default": "ai"
    },
    {
      "name": "reconstruct_windows",
      "meaning": "Whether to open the glass so that a new background shows through. False keeps the plain silhouette.",
      "values": [
        "true",
        "false"
      ],
      "default": "true"
    },
    {
      "name": "output_format",
      "meaning": "What is answered. `webp` has lossy colours and the exact alpha; `jpeg` has no alpha and lies on `background_color`, white by default; `zip` has `color.jpg`, `alpha.png` and `manifest.json`, the small way to send a big cutout.",
      "values": [
        "png",
        "webp",
        "jpeg",
        "zip"
      ],
      "default": "png"
    },
    {
      "name": "output_quality",
      "meaning": "Quality of `webp`, `jpeg` and the colours of `zip`, 1 to 100; 90 where it is not sent.",
      "values": []
    },
    {
      "name": "background_color",
      "meaning": "Laid under the cutout: `#rgb`, `#rrggbb`, `#rrggbbaa`, or a colour name of CSS in lower case. It is in the colour space of the picture, and mixed in gamma-encoded values, as browsers do.",
      "values": []
    },
    {
      "name": "crop",
      "meaning": "What is cut off. `subject` keeps the box of all pixels whose alpha is above 12 of 255, and nothing is cut off where there is none.",
      "values": [
        "none",
        "subject"
      ],
      "default": "none"
    },
    {
      "name": "crop_margin",
      "meaning": "Room around a cropped subject: pixels of the input, `0` to `500`, or percent of the box's side, `0%` to `50%`. One value for all sides; two for above and below, and beside; or four for top, right, bottom and left. Beyond the picture it is transparent, or `background_color`.",
      "values": []
    },
    {
      "name": "max_size",
      "meaning": "Longest side of the answer in pixels, 16 to 65535. A larger picture is scaled down; none is enlarged.",
      "values": []
    },
    {
      "name": "position",
      "meaning": "Where the subject lies on its canvas: `original`, `center`, or the shares of the free room to its left and above it, such as `50% 100%`. `original` unless `aspect` or `scale` is sent, then `center`.",
      "values": []
    },
    {
      "name": "aspect",
      "meaning": "Shape of the canvas, `width:height`, from `1:4` to `4:1`. The canvas is the smallest of that shape which holds the picture, or the cropped subject.",
      "values": []
    },
    {
      "name": "scale",
      "meaning": "How much of the canvas the subject takes in the direction in which it takes more, in percent, 10 to 100. The canvas becomes as large as that needs; the subject is not enlarged.",
      "values": []
    }
  ],
  "car-layers-base64": [
    {
      "name": "shadow_type",
      "meaning": "The cast shadow. `ai` draws one that follows the light of the photo, `none` draws none. `geometric` and `auto` are declared for later and answer 422 today.",
      "values": [
        "ai",
        "none",
        "geometric",
        "auto"
      ],
      "default": "ai"
    },
    {
      "name": "reconstruct_windows",
      "meaning": "Whether to open the glass so that a new background shows through. False keeps the plain silhouette.",
      "values": [
        "true",
        "false"
      ],
      "default": "true"
    }
  ]
} as const;
