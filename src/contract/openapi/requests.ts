/** Bodies of requests, made from what operations declare. */
import { type BodyEncoding, imageNames, imageUrlName } from '../encoding.ts';
import { addressSchema, imageUrlMeaning } from '../image-url.ts';
import { defaultLimits, megabytes } from '../limits.ts';
import type { PictureOperation } from '../operation.ts';
import { type Schema, schemaOf } from '../options.ts';
import { reference } from './errors.ts';

const formats = 'JPEG, PNG, WebP, AVIF, HEIC, TIFF, BMP, GIF';

type DescribedSchema = Schema & { readonly description: string };

/** The image as a part of a form, and as Base64 in JSON. */
export function imageSchemas(
  limitBytes = defaultLimits.maxImageBytes,
): Readonly<Record<BodyEncoding, DescribedSchema>> {
  const most = `${formats}, at most ${megabytes(limitBytes)}`;
  return {
    multipart: {
      type: 'string',
      format: 'binary',
      description: `The image: ${most}. What counts is the content; name and declared type are ignored.`,
    },
    json: {
      type: 'string',
      contentEncoding: 'base64',
      description: `The image as Base64 without a \`data:\` prefix: ${most} decoded. White space and missing padding are fine.`,
      example: '/9j/4AAQSkZJRgABAQAAAQABAAD',
    },
  };
}

/** The address of the image, in its place. */
export const imageUrlSchema: DescribedSchema = addressSchema(imageUrlMeaning);

const kinds: Readonly<Record<BodyEncoding, { readonly mediaType: string; readonly suffix: string }>> = {
  multipart: { mediaType: 'multipart/form-data', suffix: 'Upload' },
  json: { mediaType: 'application/json', suffix: 'Request' },
};

/** Name and schema of an operation's request. The earlier spelling of its image is in the text alone. */
export function requestSchema({ encoding, requestName, options }: PictureOperation): readonly [string, Schema] {
  const [name, earlier] = imageNames[encoding];
  const image = imageSchemas()[encoding];
  const description = `${image.description} The earlier spelling \`${earlier}\` is accepted in its place.`;
  const described = Object.entries(options).map(([option, it]) => [option, schemaOf(it, encoding)]);
  const sources = { [name]: { ...image, description }, [imageUrlName]: imageUrlSchema };
  const schema = bodySchema(sources, Object.fromEntries(described));
  return [`${requestName}${kinds[encoding].suffix}`, schema];
}

/**
 * The schema of a request's body. A single source of the image is required; of several none is, and the text asks for
 * exactly one: with a `oneOf` at the top of a body some generators make a client that sends nothing.
 * @param sources where the image may be, by name
 * @param options what may be sent beside it, by name
 */
export function bodySchema(sources: Readonly<Record<string, DescribedSchema>>, options: Schema): Schema {
  const names = Object.keys(sources);
  if (names.length === 1) return { type: 'object', properties: { ...sources, ...options }, required: names };
  const exactlyOne = `Send exactly one of ${names.map((name) => `\`${name}\``).join(', ')}.`;
  const described = Object.entries(sources).map(([name, schema]) => {
    return [name, { ...schema, description: `${schema.description} ${exactlyOne}` }];
  });
  return { type: 'object', properties: { ...Object.fromEntries(described), ...options } };
}

/** The request body of that operation. */
export function requestBody(operation: PictureOperation) {
  const [name] = requestSchema(operation);
  return { required: true, content: { [kinds[operation.encoding].mediaType]: { schema: reference(name) } } };
}

/** Of any call. */
export const requestIdParameter = {
  name: 'X-Request-Id',
  in: 'header',
  required: false,
  description: 'An id of your own for this call, which its answer then has.',
  schema: { type: 'string', pattern: '^[A-Za-z0-9._-]{1,64}$' },
} as const;

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
