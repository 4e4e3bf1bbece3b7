/** Five calls as clients of remove.bg make them, and what must come of each. */
import { encodeRgb } from '../png.ts';

/** Where calls go, and whose they are. */
export interface Old {
  readonly address: string;
  readonly key: string;
}

export interface OldCall {
  readonly what: string;
  /** @returns the answer, in a few words @throws Error that names what differs */
  check(old: Old): Promise<string>;
}

const timeoutMs = 90_000;
/** The answers are small. */
const maxBytes = 2 ** 20;
const [widthPx, heightPx] = [240, 160];

export const oldCalls: readonly OldCall[] = [
  {
    what: 'GET /v1.0/account',
    async check(old) {
      const { data } = jsonOf(await ask(old, '/v1.0/account', { method: 'GET' })) as {
        data?: { attributes?: { credits?: { total?: unknown } } };
      };
      const total = data?.attributes?.credits?.total;
      if (typeof total !== 'number') throw new Error('Expected data.attributes.credits.total');
      return `${total} credits`;
    },
  },
  {
    what: 'image_file in a form',
    async check(old) {
      const form = new FormData();
      form.set('image_file', await disc(), 'photo.png');
      form.set('size', 'auto');
      // What axios and Angular send with every call: a picture must come, and not JSON around it.
      const headers = { Accept: 'application/json, text/plain, */*' };
      const answer = await ask(old, '/v1.0/removebg', { method: 'POST', headers, body: form });
      checkCutout(answer.body);
      return `${sizeOf(answer)}, ${priceOf(answer)}`;
    },
  },
  {
    what: 'image_file_b64 in JSON, answered as JSON',
    async check(old) {
      const image = Buffer.from(await (await disc()).arrayBuffer()).toString('base64');
      const answer = await ask(old, '/v1.0/removebg', {
        method: 'POST',
        headers: { 'Content-Type': 'application/json', Accept: 'application/json' },
        body: JSON.stringify({ image_file_b64: image, size: 'auto' }),
      });
      const { data } = jsonOf(answer) as { data?: { result_b64?: unknown; foreground_width?: unknown } };
      if (typeof data?.result_b64 !== 'string') throw new Error('Expected data.result_b64');
      checkCutout(Buffer.from(data.result_b64, 'base64'));
      return `${sizeOf(answer)}, ${priceOf(answer)}`;
    },
  },
  {
    what: 'bg_color and format=jpg',
    async check(old) {
      const form = new FormData();
      form.set('image_file', await disc(), 'photo.png');
      for (const [name, value] of [
        ['size', 'auto'],
        ['bg_color', 'ffffff'],
        ['format', 'jpg'],
      ]) {
        form.set(name, value);
      }
      const answer = await ask(old, '/v1.0/removebg', { method: 'POST', body: form });
      const isJpeg = answer.body.subarray(0, 3).equals(Buffer.from([0xff, 0xd8, 0xff]));
      if (!isJpeg) throw new Error(`Expected a JPEG, but received ${answer.type}`);
      return `${sizeOf(answer)}, ${priceOf(answer)}`;
    },
  },
  {
    what: 'an unknown key',
    async check({ address }) {
      const { status, body } = await send({ address, key: 'nobody' }, '/v1.0/account', { method: 'GET' });
      const found = `${status} ${codeIn(body) ?? ''}`.trim();
      if (found !== '403 auth_failed') throw new Error(`Expected 403 auth_failed, but received ${found}`);
      return found;
    },
  },
];

interface Answer {
  readonly status: number;
  readonly headers: Headers;
  readonly type: string;
  readonly body: Buffer;
}

/** @throws Error for another status than 200, with its message */
async function ask(old: Old, path: string, request: RequestInit): Promise<Answer> {
  const answer = await send(old, path, request);
  if (answer.status === 200) return answer;
  const closed = answer.status === 404 ? '. A deployment may close these calls (REMOVEBG_COMPAT=off)' : '';
  throw new Error(`${answer.status} ${codeIn(answer.body) ?? ''}`.trim() + closed);
}

async function send({ address, key }: Old, path: string, { headers, ...request }: RequestInit): Promise<Answer> {
  const answer = await fetch(address.replace(/\/+$/, '') + path, {
    ...request,
    headers: { ...headers, 'X-Api-Key': key },
    redirect: 'manual',
    signal: AbortSignal.timeout(timeoutMs),
  }).catch((failure: unknown) => {
    const { cause } = failure instanceof Error ? failure : {};
    throw new Error(`No answer: ${cause instanceof Error ? cause.message : String(failure)}`);
  });
  const pieces: Uint8Array[] = [];
  let length = 0;
  for await (const piece of answer.body ?? []) {
    length += piece.length;
    if (length > maxBytes) throw new Error(`The answer has more than ${maxBytes} bytes`);
    pieces.push(piece);
  }
  const type = answer.headers.get('Content-Type') ?? 'no type';
  return { status: answer.status, headers: answer.headers, type, body: Buffer.concat(pieces) };
}

/** @throws Error where the body is no JSON object */
function jsonOf({ body, type }: Answer): object {
  const found = parsed(body);
  if (typeof found !== 'object' || found === null) throw new Error(`Expected JSON, but received ${type}`);
  return found;
}

function parsed(body: Buffer): unknown {
  try {
    return JSON.parse(body.toString());
  } catch {
    return null;
  }
}

/** The code of an error as remove.bg words it. */
function codeIn(body: Buffer): string | null {
  const { errors } = (parsed(body) ?? {}) as { errors?: readonly { readonly code?: unknown }[] };
  const code = Array.isArray(errors) ? errors[0]?.code : undefined;
  return typeof code === 'string' ? code : null;
}

/** W3C PNG, section 11.2.1: the picture's own size, and colours with alpha. @throws Error where it is none */
function checkCutout(png: Buffer): void {
  const isPng = png.subarray(0, 8).equals(Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]));
  if (!isPng || png.length < 33) throw new Error('Expected a PNG');
  const found = `${png.readUInt32BE(16)} × ${png.readUInt32BE(20)}`;
  if (found !== `${widthPx} × ${heightPx}`)
    throw new Error(`Expected ${widthPx} × ${heightPx} pixels, but received ${found}`);
  if (png[25] !== 6) throw new Error('Expected a PNG with alpha');
}

/** @throws Error where the headers do not state the size */
function sizeOf({ headers }: Answer): string {
  const [width, height] = [headers.get('X-Width'), headers.get('X-Height')];
  if (width !== String(widthPx) || height !== String(heightPx)) throw new Error('Expected X-Width and X-Height');
  return `${width} × ${height}`;
}

/** @throws Error where the headers do not state the price */
function priceOf({ headers }: Answer): string {
  const price = headers.get('X-Credits-Charged');
  if (price === null) throw new Error('Expected X-Credits-Charged');
  return `${price} ${price === '1' ? 'credit' : 'credits'}`;
}

/** A bright disc on a dark plane. */
function disc(): Promise<Blob> {
  const data = new Uint8Array(widthPx * heightPx * 3).fill(20);
  for (let y = 0; y < heightPx; y++) {
    for (let x = 0; x < widthPx; x++) {
      if (Math.hypot(x - widthPx / 2, y - heightPx / 2) < 50) data.set([250, 240, 220], (y * widthPx + x) * 3);
    }
  }
  return encodeRgb({ width: widthPx, height: heightPx, data });
}
