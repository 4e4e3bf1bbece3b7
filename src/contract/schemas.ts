/**
 * The shapes of options and answers, declared once: `options.ts` validates with them and the OpenAPI document is made
 * from them. The image is never here; it is an opaque handle that the body readers pass on.
 */
import { z } from '@hono/zod-openapi';

/** Truth as forms spell it. Case does not matter. */
const truthy = ['true', '1', 'yes', 'on'];
const falsy = ['false', '0', 'no', 'off'];

/** A boolean that arrives as text. */
export const booleanText = z.stringbool({ truthy, falsy, case: 'insensitive' });

/** A boolean of a JSON body: true or false, or a text that spells one as a form would. Null counts as absent. */
export const jsonBoolean = z.union([z.boolean(), booleanText]).nullish();

/** Renderers of the cast shadow that can be chosen. */
export const shadowTypes = ['ai', 'none'] as const;
export const shadowType = z.enum(shadowTypes);
export type ShadowType = z.infer<typeof shadowType>;

/** What soft pixels of a cutout show: the subject's own colours as estimated, or the photo's. */
export const edgeColourChoices = ['refined', 'original'] as const;
export const edgeColours = z.enum(edgeColourChoices);
export type EdgeColours = z.infer<typeof edgeColours>;

/** Declared by the contract for later; refused with a message of their own. */
export const plannedShadowType = z.enum(['geometric', 'auto']);

const dimensions = z.array(z.int().min(1)).min(2).max(2);
const probability = z.number().min(0).max(1);

/** OpenAPI 3.1 words; spread, since the typings of `.openapi()` list what 3.0 and 3.1 share. */
const base64Png = { contentEncoding: 'base64', contentMediaType: 'image/png' };

function pngText(description: string) {
  return z.string().openapi({ ...base64Png, description, example: 'iVBORw0KGgoAAAANSUhEUgAA' });
}

const inputDimensions = dimensions.openapi({
  description: 'Size of the upright input as [width, height] in pixels.',
  example: [4000, 3000],
});
const processedDimensions = dimensions.openapi({
  description:
    'Size after the prep downscale as [width, height]. Equal to the input size unless it is over 5000 px on a side or 25 megapixels. This is not the inference resolution.',
  example: [4000, 3000],
});
const wasDownscaled = z.boolean().openapi({ description: 'True when prep downscaled the input.', example: false });
const shadowUsed = shadowType.openapi({ description: 'Shadow that was drawn.', example: 'ai' });

export const imageType = z.object({ photo: probability, graphic: probability }).openapi({
  description: 'Class probabilities. They sum to 1 and carry four decimals.',
  example: { photo: 0.9731, graphic: 0.0269 },
});

const imageTypeMember = imageType.nullish().openapi({
  description:
    'Absent when `include_image_type` is false. Null in the rare case that the classifier failed while the picture itself succeeded.',
});

const picture = {
  input_dimensions: inputDimensions,
  processed_dimensions: processedDimensions,
  was_downscaled: wasDownscaled,
};

export const cutoutAnswer = z
  .object({
    img_without_background_base64: pngText(
      'Base64 of an 8-bit RGBA PNG at the input size. Put `data:image/png;base64,` in front to show it in a browser.',
    ),
    ...picture,
    image_type: imageTypeMember,
  })
  .openapi('CutoutAnswer');

export const matteAnswer = z
  .object({
    ...picture,
    image_type: imageTypeMember,
    alpha_base64: pngText(
      'Base64 of an 8-bit greyscale PNG at the input size: 255 is opaque foreground, 0 is background.',
    ),
  })
  .openapi('MatteAnswer');

export const carCutoutAnswer = z
  .object({
    img_without_background_base64: pngText(
      'Base64 of an 8-bit RGBA PNG at the input size, the shadow baked in unless `none` was chosen.',
    ),
    ...picture,
    shadow_type: shadowUsed,
  })
  .openapi('CarCutoutAnswer');

export const carView = z
  .object({
    azimuth_deg: z.number().min(0).lt(360).openapi({
      description: 'Orbit around the car in degrees: 0 is the front, rising counterclockwise seen from above.',
    }),
    elevation_deg: z.number().min(-90).max(90).openapi({
      description: 'Look angle above the horizon in degrees: 0 is level with the mid-body, positive is from above.',
    }),
  })
  .openapi('CarView', { description: 'Where the camera stood.', example: { azimuth_deg: 37.5, elevation_deg: 6.2 } });

export const carLayersAnswer = z
  .object({
    img_without_background_base64: pngText(
      'Base64 of an 8-bit RGBA PNG at the input size. The shadow is not baked in.',
    ),
    shadow_base64: pngText(
      'Base64 of an 8-bit greyscale PNG at the input size: 255 is the darkest shadow. Absent when `shadow_type` is `none`.',
    ).optional(),
    view: carView,
    ...picture,
    shadow_type: shadowUsed,
  })
  .openapi('CarLayersAnswer');

export const creditAnswer = z
  .object({
    credit: z.int().min(0).openapi({
      description: 'Credits that can be spent now: the balance less what calls in progress hold. 0 once expired.',
      example: 998,
    }),
    expiration_date: z
      .string()
      .regex(/^\d{4}-\d{2}-\d{2} \d{2}:\d{2}:\d{2}$/)
      .openapi({
        description: 'When the credits expire: `YYYY-MM-DD HH:MM:SS`, UTC.',
        example: '2027-01-31 23:59:59',
      }),
  })
  .openapi('CreditAnswer');

export const detailError = z
  .object({ detail: z.string().openapi({ description: 'What happened, in words.' }) })
  .openapi('DetailError', { description: 'The usual shape of an error.' });

export const validationError = z
  .object({
    detail: z.array(
      z.object({
        loc: z.array(z.union([z.string(), z.int()])).openapi({ description: 'Path to the part or member.' }),
        msg: z.string().openapi({ description: 'What is wrong and what to do.' }),
        type: z.string().openapi({ description: 'Kind of the problem, for programs.' }),
      }),
    ),
  })
  .openapi('ValidationError', { description: 'Which part of the request is wrong, and why.' });

export const rateLimitError = z
  .object({ error: z.literal('Too Many Requests'), status: z.literal(429), message: z.string() })
  .openapi('RateLimitError', { description: 'The rate limit was exceeded.' });
