/** One call for each row of the table of refusals, as far as a call alone brings it about. */
import type { RefusalCode } from '../../../src/contract/refusals.ts';

/** What a refusal is asked of. */
export interface Asked {
  readonly base: string;
  /** A key of 100 credits, or of these terms. */
  keyWith(terms?: Readonly<Record<string, unknown>>): Promise<string>;
  /** A photo that works. */
  readonly photo: Buffer;
}

/** Calls; the last one is refused. Or why there is none. */
type Provocation = ((asked: Asked) => Promise<Response>) | string;

const cutout = '/v1.0/image-without-background';
const soon = () => new Date(Date.now() + 2000).toISOString().slice(0, 19).replace('T', ' ');

/** A form with the photo, or with this file. */
async function upload(asked: Asked, key: string, file: Uint8Array<ArrayBuffer> | null = null, options = {}, more = {}) {
  const body = new FormData();
  body.append('file', new Blob([file ?? new Uint8Array(asked.photo)]), 'photo');
  for (const [name, value] of Object.entries(options)) body.append(name, String(value));
  return fetch(asked.base + cutout, { method: 'POST', headers: { 'X-API-Key': key, ...more }, body });
}

async function json(asked: Asked, body: string) {
  const headers = { 'X-API-Key': await asked.keyWith(), 'Content-Type': 'application/json' };
  return fetch(`${asked.base}${cutout}-base64`, { method: 'POST', headers, body });
}

async function address(asked: Asked, url: string) {
  return json(asked, JSON.stringify({ image_url: url }));
}

/** Sends a call under one name, several times one after another. */
async function repeated(asked: Asked, ...options: readonly object[]): Promise<Response> {
  const key = await asked.keyWith();
  let answer: Response | undefined;
  for (const sent of options) {
    await answer?.arrayBuffer();
    answer = await upload(asked, key, null, sent, { 'Idempotency-Key': 'a name' });
  }
  if (!answer) throw new Error('Nothing was sent');
  return answer;
}

const tooLarge = 21_000_000;

export const refusals: Readonly<Record<RefusalCode, Provocation>> = {
  INVALID_JSON: (asked) => json(asked, '{'),
  MISSING_FIELD: (asked) => json(asked, '{}'),
  INVALID_API_KEY: (asked) => upload(asked, 'no key'),
  INVALID_ADMISSION: ({ base }) =>
    fetch(`${base}/playground/alpha-channel`, { method: 'POST', headers: { Origin: base, 'X-Admission': 'none' } }),
  INVALID_ADMIN_TOKEN: ({ base }) => fetch(`${base}/admin/keys`),
  INSUFFICIENT_CREDITS: async (asked) => upload(asked, await asked.keyWith({ credits: 0 })),
  CREDITS_EXPIRED: async (asked) => {
    const key = await asked.keyWith({ expires: soon() });
    await new Promise((resolve) => setTimeout(resolve, 3000));
    return upload(asked, key);
  },
  ENDPOINT_NOT_ALLOWED: async (asked) => upload(asked, await asked.keyWith({ endpoints: ['alpha-channel'] })),
  STRANGE_ORIGIN: ({ base }) =>
    fetch(`${base}/sign-in`, {
      method: 'POST',
      headers: { Origin: 'https://elsewhere.example' },
      body: new FormData(),
    }),
  NOT_FOUND: ({ base }) => fetch(`${base}/v1.0/nothing`),
  METHOD_NOT_ALLOWED: ({ base }) => fetch(base + cutout),
  IDEMPOTENCY_IN_PROGRESS: 'two calls at once, of which either may come first',
  IDEMPOTENCY_EXHAUSTED: (asked) => repeated(asked, {}, {}, {}, {}, {}),
  IDEMPOTENCY_MISMATCH: (asked) => repeated(asked, {}, { edge_colors: 'original' }),
  REQUEST_TIMEOUT: 'an upload that stalls for longer than a comparison should take',
  FILE_TOO_LARGE: async (asked) => upload(asked, await asked.keyWith(), new Uint8Array(tooLarge)),
  IMAGE_TOO_LARGE: (asked) => json(asked, JSON.stringify({ image_base64: Buffer.alloc(tooLarge).toString('base64') })),
  UNSUPPORTED_MEDIA_TYPE: async (asked) => upload(asked, await asked.keyWith(), Uint8Array.of(1, 2, 3)),
  INVALID_IMAGE: async (asked) =>
    upload(asked, await asked.keyWith(), new Uint8Array(asked.photo.subarray(0, asked.photo.length / 2))),
  VALIDATION_ERROR: async (asked) => upload(asked, await asked.keyWith(), null, { crop: 'tight' }),
  POINT_NOT_FOUND: 'a segmenter that finds nothing at a point',
  RATE_LIMITED: async (asked) => {
    const key = await asked.keyWith({ rate_per_minute: 1 });
    await (await upload(asked, key)).arrayBuffer();
    return upload(asked, key);
  },
  IMAGE_URL_NOT_ALLOWED: (asked) => address(asked, 'http://127.0.0.1/photo.jpg'),
  IMAGE_URL_UNREACHABLE: 'a host of the network',
  IMAGE_URL_STATUS: 'a host of the network',
  IMAGE_URL_TOO_LARGE: 'a host of the network',
  IMAGE_URL_TIMEOUT: 'a host of the network',
  IMAGE_URL_NOT_AN_IMAGE: 'a host of the network',
  TRIAL_USED_UP: "a day's photos of an address",
  INTERNAL_ERROR: 'a failure of the service',
  CREDITS_HELD: 'calls that run meanwhile',
  SERVICE_UNAVAILABLE: 'a service without room',
};
