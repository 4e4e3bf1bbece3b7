/** Request bodies of the seven processing operations. */
import { z } from '@hono/zod-openapi';
import type { BodyEncoding, ProcessingOperation, ResultKind } from '../operations.ts';
import { booleanText, edgeColours, jsonBoolean, plannedShadowType, shadowTypes } from '../schemas.ts';

const formats = 'JPEG, PNG, WebP, AVIF, HEIC, TIFF, BMP, GIF';

const includeImageType = {
  type: 'boolean',
  default: true,
  description: 'Whether to return how likely the picture is a photo and how likely a graphic.',
} as const;

/** Every value that the contract declares, the ones that are refused today among them. */
const declaredShadow = z.enum([...shadowTypes, ...plannedShadowType.options]);

const chosenShadow = {
  default: 'ai',
  description:
    'The cast shadow. `ai` draws one that follows the light of the photo, `none` draws none. `geometric` and `auto` are declared for later and answer 422 today.',
} as const;

const includeShadow = {
  deprecated: true,
  description:
    'Use `shadow_type`. True means `ai`, false means `none`; a value that contradicts `shadow_type` answers 422.',
} as const;

const reconstructWindows = {
  type: 'boolean',
  default: true,
  description: 'Whether to open the glass so that a new background shows through. False keeps the plain silhouette.',
} as const;

const file = z.string().openapi({
  format: 'binary',
  description: `The image: ${formats}, at most 20.0 MB. What counts is the content; name and declared type are not looked at.`,
});

const imagePart = z.string().openapi({
  format: 'binary',
  deprecated: true,
  description: 'Earlier spelling of `file`, accepted in its place. Send one of the two.',
});

/** OpenAPI 3.1 word; spread, since the typings of `.openapi()` list what 3.0 and 3.1 share. */
const base64 = { contentEncoding: 'base64' };

const imageText = z.string().openapi({
  ...base64,
  description: `The image as Base64 without a \`data:\` prefix: ${formats}, at most 20.0 MB decoded. White space and missing padding are fine.`,
  example: '/9j/4AAQSkZJRgABAQAAAQABAAD',
});

const imageMember = z.string().openapi({
  ...base64,
  deprecated: true,
  description: 'Earlier spelling of `image_base64`, accepted in its place. Send one of the two.',
});

const chosenEdgeColours = {
  default: 'refined',
  description:
    "Colours of the soft edge. `refined` estimates the subject's own, so that no halo of the old background shows on a new one; `original` keeps those of the photo. Opaque pixels are the photo's in either case.",
} as const;

const multipartOptions = {
  file,
  image: imagePart.optional(),
  include_image_type: booleanText.optional().openapi({
    ...includeImageType,
    description: `${includeImageType.description} Spelled true, 1, yes, on or false, 0, no, off in any case.`,
  }),
};

const jsonOptions = {
  image_base64: imageText,
  image: imageMember.optional(),
  include_image_type: jsonBoolean.openapi(includeImageType),
};

const multipartMatte = z.object(multipartOptions).openapi('MatteUpload');
const jsonMatte = z.object(jsonOptions).openapi('MatteRequest');

const multipartCutout = z
  .object({ ...multipartOptions, edge_colors: edgeColours.optional().openapi(chosenEdgeColours) })
  .openapi('CutoutUpload');
const jsonCutout = z
  .object({ ...jsonOptions, edge_colors: edgeColours.nullish().openapi(chosenEdgeColours) })
  .openapi('CutoutRequest');

const multipartCar = z
  .object({
    file,
    image: imagePart.optional(),
    shadow_type: declaredShadow.optional().openapi(chosenShadow),
    include_shadow: booleanText.optional().openapi({ ...includeShadow, type: 'boolean' }),
    reconstruct_windows: booleanText.optional().openapi(reconstructWindows),
  })
  .openapi('CarUpload');

const jsonCar = z
  .object({
    image_base64: imageText,
    image: imageMember.optional(),
    shadow_type: declaredShadow.nullish().openapi(chosenShadow),
    include_shadow: z.boolean().nullish().openapi(includeShadow),
    reconstruct_windows: jsonBoolean.openapi(reconstructWindows),
  })
  .openapi('CarRequest');

const car = { multipart: multipartCar, json: jsonCar };
const bodies: Readonly<Record<ResultKind, Readonly<Record<BodyEncoding, z.ZodType>>>> = {
  cutout: { multipart: multipartCutout, json: jsonCutout },
  matte: { multipart: multipartMatte, json: jsonMatte },
  'car-cutout': car,
  'car-layers': car,
};

const mediaTypes: Readonly<Record<BodyEncoding, string>> = {
  multipart: 'multipart/form-data',
  json: 'application/json',
};

const idempotencyKey = {
  name: 'Idempotency-Key',
  in: 'header',
  required: false,
  description:
    'A name of your own for this call. After a lost answer, send the same request with the same name: it is worked on again and not charged again, up to 3 times within 24 hours.',
  schema: { type: 'string', minLength: 1, maxLength: 255, pattern: '^[ -~]+$' },
  'x-beyond-contract': true,
} as const;

/** Header parameters of every processing operation, besides the key. */
export const headerParameters = [idempotencyKey];

/** The request body of that operation. */
export function requestBody(operation: ProcessingOperation) {
  const { encoding, result } = operation;
  return { required: true, content: { [mediaTypes[encoding]]: { schema: bodies[result][encoding] } } };
}
