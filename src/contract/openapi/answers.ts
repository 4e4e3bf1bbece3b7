/** The 200 of every operation. */
import { z } from '@hono/zod-openapi';
import type { BodyEncoding, ProcessingOperation, ResultKind } from '../operations.ts';
import { carCutoutAnswer, carLayersAnswer, creditAnswer, cutoutAnswer, matteAnswer } from '../schemas.ts';
import { type HeaderName, headerReferences, rateHeaders } from './headers.ts';

const everyAnswer: readonly HeaderName[] = ['X-Request-Id', ...rateHeaders, 'Server-Timing'];
const sizes: readonly HeaderName[] = ['X-Input-Dimensions', 'X-Processed-Dimensions', 'X-Was-Downscaled'];
const imageTypes: readonly HeaderName[] = ['X-Image-Type-Photo', 'X-Image-Type-Graphic'];

const descriptions: Readonly<Record<ResultKind, Readonly<Record<BodyEncoding, string>>>> = {
  cutout: {
    multipart: 'The cutout: an 8-bit RGBA PNG at the size of the upright input.',
    json: 'The cutout as Base64, with what is known about the picture.',
  },
  matte: {
    multipart: 'The matte: an 8-bit greyscale PNG at the size of the upright input, 255 for opaque foreground.',
    json: 'The matte as Base64, with what is known about the picture.',
  },
  'car-cutout': {
    multipart: 'The car cutout: an 8-bit RGBA PNG at the size of the upright input.',
    json: 'The car cutout as Base64, with what is known about the picture.',
  },
  'car-layers': {
    multipart: 'The layers of the car picture.',
    json: 'Cutout and shadow as Base64, and where the camera stood.',
  },
};

const shapes = {
  cutout: cutoutAnswer,
  matte: matteAnswer,
  'car-cutout': carCutoutAnswer,
  'car-layers': carLayersAnswer,
} as const satisfies Record<ResultKind, z.ZodType>;

const png = z.string().openapi({ format: 'binary' });

/** The 200 of a processing operation. One credit is charged with it. */
export function successAnswer({ encoding, result }: ProcessingOperation) {
  const added: HeaderName[] = ['X-Subject-Found'];
  if (encoding === 'json') {
    return {
      description: descriptions[result].json,
      headers: headerReferences([...added, ...everyAnswer]),
      content: { 'application/json': { schema: shapes[result] } },
    };
  }
  const own: readonly HeaderName[] = result === 'car-cutout' ? ['X-Shadow-Type'] : imageTypes;
  return {
    description: descriptions[result].multipart,
    headers: headerReferences([...sizes, ...own, ...added, ...everyAnswer]),
    content: { 'image/png': { schema: png } },
  };
}

/** The 200 of the credit balance. */
export function creditSuccess() {
  return {
    description: 'What the key can spend, and until when.',
    headers: headerReferences(everyAnswer),
    content: { 'application/json': { schema: creditAnswer } },
  };
}
