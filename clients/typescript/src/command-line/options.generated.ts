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
