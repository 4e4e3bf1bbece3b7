/** Every header of an answer, described once. Answers name the ones they carry. */
import { timedSteps } from './steps.ts';

interface DescribedHeader {
  readonly description: string;
  readonly schema: Readonly<Record<string, unknown>>;
  readonly beyondContract?: boolean;
}

const size = { type: 'string', pattern: '^\\d+,\\d+$', examples: ['4000,3000'] };
const truth = { type: 'string', enum: ['true', 'false'] };
const probability = { type: 'string', pattern: '^[01]\\.\\d{4}$', examples: ['0.9731'] };

const table = {
  'X-Input-Dimensions': header('Size of the upright input in pixels: `<width>,<height>`.', size),
  'X-Processed-Dimensions': header('Size after the prep downscale: `<width>,<height>`.', size),
  'X-Was-Downscaled': header('Whether prep downscaled the input.', truth),
  'X-Image-Type-Photo': header('Probability of a photo, four decimals. Sent unless `include_image_type` is false.', {
    ...probability,
  }),
  'X-Image-Type-Graphic': header('Probability of a graphic: the rest up to 1. Sent as `X-Image-Type-Photo` is.', {
    ...probability,
    examples: ['0.0269'],
  }),
  'X-Shadow-Type': header('Shadow that was baked in.', { type: 'string', enum: ['ai', 'none'] }),
  'X-Subject-Found': beyond(
    '`false` when nothing in the picture could be kept; absent otherwise. The call is charged.',
    {
      type: 'string',
      const: 'false',
    },
  ),
  'X-Output-Dimensions': beyond(
    'Size of the answer in pixels: `<width>,<height>`. Sent where an option of the output was used.',
    size,
  ),
  'X-Crop-Box': beyond(
    'What of the upright input the answer shows: `<left>,<top>,<width>,<height>` in its pixels. It may reach beyond the input. Sent as `X-Output-Dimensions` is.',
    { type: 'string', pattern: '^-?\\d+,-?\\d+,\\d+,\\d+$', examples: ['120,80,1600,2400'] },
  ),
  'X-Ignored': beyond(
    'Names of fields, with commas between, that were passed over because they cannot change this picture. Absent where all count.',
    { type: 'string', examples: ['holes'] },
  ),
  'X-Refined': beyond(
    '`false` when a part of a soft edge could not be refined, for lack of time or memory; absent otherwise. The call is charged.',
    {
      type: 'string',
      const: 'false',
    },
  ),
  'X-Matte-Uncertainty': beyond(
    'How uncertain the matte is: 0 without any sign of an error, 1 if nothing was found. Three decimals. Not a probability.',
    { type: 'string', pattern: '^[01]\\.\\d{3}$', examples: ['0.021'] },
  ),
  'X-Needs-Review': beyond(
    '`true` from an uncertainty of 0.5 on: a person should review the answer before it is used. The call is charged.',
    truth,
  ),
  'X-Look-First': beyond(
    'Where a person should look first: `<left>,<top>,<width>,<height>` in pixels of the upright input. A guess: three times in five there is a fault. Absent where no review is asked for, or the place is not known.',
    { type: 'string', pattern: '^\\d+,\\d+,\\d+,\\d+$', examples: ['640,1200,320,180'] },
  ),
  'X-Model': beyond(
    'What made the answer: the name of the matte network, or `flat-background` for a graphic that was cut by colour, then `@` and 12 characters that change with the weights of any network that the operation may ask, and with what this service makes of them.',
    { type: 'string', pattern: '^[\\x21-\\x7e]+@[0-9a-f]{12}$', examples: ['isnet-general@3f0c9a51e7d2'] },
  ),
  'X-Request-Id': beyond(
    'Names this call in our logs; quote it to support. A request id of your own is kept when it matches `[A-Za-z0-9._-]{1,64}`.',
    { type: 'string', pattern: '^[A-Za-z0-9._-]{1,64}$', examples: ['6f9d1a52-0a3e-4b0e-9a43-5d1a8f5f7c11'] },
  ),
  'Server-Timing': beyond('How long each step took, in milliseconds (W3C Server Timing).', {
    type: 'string',
    examples: [timedSteps.map((step, index) => `${step};dur=${(3.1 * 4 ** index).toFixed(1)}`).join(', ')],
  }),
  'X-Error-Code': beyond('The reason as one word, for programs. The body keeps its documented form.', {
    type: 'string',
    examples: ['INVALID_API_KEY'],
  }),
  'X-RateLimit-Limit': header('Requests that the key may make in any 60 seconds.', { type: 'integer', minimum: 1 }),
  'X-RateLimit-Remaining': header('Requests that are left at this moment.', { type: 'integer', minimum: 0 }),
  'X-RateLimit-Reset': header('When a request is free: Unix seconds. It is now while some are left.', {
    type: 'integer',
  }),
  'Retry-After': beyond('Whole seconds to wait before another try.', { type: 'integer', minimum: 0, examples: [2] }),
  'X-Received-Fields': beyond(
    'Names of the parts or members that came, at most eight, where the image was in none of its own: separated by commas, percent-encoded beyond printable ASCII. Absent where the body had none.',
    { type: 'string', maxLength: 200, examples: ['data, file[]'] },
  ),
  Allow: beyond('Methods that the path answers.', { type: 'string', examples: ['POST'] }),
} as const satisfies Record<string, DescribedHeader>;

export type HeaderName = keyof typeof table;

export const headerNames = Object.keys(table) as HeaderName[];

/** Headers of every answer to a known key. */
export const rateHeaders: readonly HeaderName[] = ['X-RateLimit-Limit', 'X-RateLimit-Remaining', 'X-RateLimit-Reset'];

/** The component of that header. */
export function headerComponent(name: HeaderName) {
  const { description, schema, beyondContract }: DescribedHeader = table[name];
  return { description, schema, ...(beyondContract && { 'x-beyond-contract': true }) };
}

/** References to those headers, as an answer lists them. */
export function headerReferences(names: readonly HeaderName[]): Record<string, { $ref: string }> {
  return Object.fromEntries(names.map((name) => [name, { $ref: `#/components/headers/${name}` }]));
}

function header(description: string, schema: DescribedHeader['schema']): DescribedHeader {
  return { description, schema };
}

function beyond(description: string, schema: DescribedHeader['schema']): DescribedHeader {
  return { description, schema, beyondContract: true };
}
