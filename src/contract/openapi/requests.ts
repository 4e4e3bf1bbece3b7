/** Bodies of requests, made from what operations declare. */
import { type BodyEncoding, imageNames } from '../encoding.ts';
import type { PictureOperation } from '../operation.ts';
import { type Schema, schemaOf } from '../options.ts';
import { reference } from './errors.ts';

const formats = 'JPEG, PNG, WebP, AVIF, HEIC, TIFF, BMP, GIF';

const imageSchemas: Readonly<Record<BodyEncoding, Schema>> = {
  multipart: {
    type: 'string',
    format: 'binary',
    description: `The image: ${formats}, at most 20.0 MB. What counts is the content; name and declared type are not looked at.`,
  },
  json: {
    type: 'string',
    contentEncoding: 'base64',
    description: `The image as Base64 without a \`data:\` prefix: ${formats}, at most 20.0 MB decoded. White space and missing padding are fine.`,
    example: '/9j/4AAQSkZJRgABAQAAAQABAAD',
  },
};

const kinds: Readonly<Record<BodyEncoding, { readonly mediaType: string; readonly suffix: string }>> = {
  multipart: { mediaType: 'multipart/form-data', suffix: 'Upload' },
  json: { mediaType: 'application/json', suffix: 'Request' },
};

/**
 * Name and schema of an operation's request. The earlier spelling is in the text alone: with a `oneOf` at the top of a
 * body some generators make a client that sends nothing.
 */
export function requestSchema({ encoding, requestName, options }: PictureOperation): readonly [string, Schema] {
  const [name, earlier] = imageNames[encoding];
  const image = imageSchemas[encoding];
  const described = Object.entries(options).map(([option, it]) => [option, schemaOf(it, encoding)]);
  const properties = {
    [name]: {
      ...image,
      description: `${image.description} The earlier spelling \`${earlier}\` is accepted in its place.`,
    },
    ...Object.fromEntries(described),
  };
  return [`${requestName}${kinds[encoding].suffix}`, { type: 'object', properties, required: [name] }];
}

/** The request body of that operation. */
export function requestBody(operation: PictureOperation) {
  const [name] = requestSchema(operation);
  return { required: true, content: { [kinds[operation.encoding].mediaType]: { schema: reference(name) } } };
}

/** Header parameters of every processing operation, besides the key. */
export const headerParameters = [
  {
    name: 'Idempotency-Key',
    in: 'header',
    required: false,
    description:
      'A name of your own for this call. After a lost answer, send the same request with the same name: it is worked on again and not charged again, up to 3 times within 24 hours.',
    schema: { type: 'string', minLength: 1, maxLength: 255, pattern: '^[ -~]+$' },
    'x-beyond-contract': true,
  },
] as const;
