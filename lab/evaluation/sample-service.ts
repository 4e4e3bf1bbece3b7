/** Photos through the HTTP API, one at a time, and what came back as one picture each. */
import sharp from 'sharp';
import type { BodyEncoding } from '../../src/contract/encoding.ts';
import type { ShadowType } from '../../src/contract/operations/car-cutout.ts';
import type { EdgeColourChoice } from '../../src/contract/operations/cutout.ts';
import { processingOperations } from '../../src/contract/operations.ts';
import { type OwnService, startOwnService } from './own-service.ts';

export const sampleOperations = ['car-cutout', 'car-layers', 'cutout'] as const;
export type SampleOperation = (typeof sampleOperations)[number];

/** The options of a call. Windows and shadow matter to cars alone, edge colours to the others. */
export interface Wanted {
  readonly operation: SampleOperation;
  readonly windows: boolean;
  readonly shadow: ShadowType;
  readonly edgeColours?: EdgeColourChoice;
  /** `keep_points` and `drop_points`. */
  readonly points?: { readonly keep: string; readonly drop: string };
  /** Sent as `Idempotency-Key`: calls that differ in points alone are edits of one call. */
  readonly name?: string;
}

export interface View {
  readonly azimuth_deg: number;
  readonly elevation_deg: number;
}

export interface Sample {
  /** HTTP status; 0 where no answer came. */
  readonly status: number;
  /** RGBA PNG, the shadow beneath; null where the service refused. */
  readonly picture: Buffer | null;
  /** Of the PNG or PNGs in the answer. */
  readonly bytes: number;
  /** The message of a refusal. */
  readonly error: string | null;
  /** Of `car-layers` alone. */
  readonly view: View | null;
  /** What `X-Matte-Uncertainty` says: 0 to 1; null where the service refused. */
  readonly uncertainty: number | null;
  readonly ms: number;
}

export interface SampleService {
  send(photo: Buffer, wanted: Wanted): Promise<Sample>;
  stop(): Promise<void>;
}

interface Answer {
  readonly img_without_background_base64: string;
  readonly shadow_base64?: string;
  readonly view?: View;
  readonly uncertainty: number;
}

/** What a sample has where no answer came. */
const nothing = { picture: null, bytes: 0, view: null, uncertainty: null } as const;

const encoding: BodyEncoding = 'json';
const timeoutMs = 90_000;
const attempts = 5;

/**
 * The service at `url`, or one of the command's own.
 * @throws Error when one of the two is missing
 */
export async function openService(url: string | undefined, key: string | undefined): Promise<SampleService> {
  if ((url === undefined) !== (key === undefined)) throw new Error('Expected --url and --key together');
  return through(url && key ? { base: url, key, stop: async () => {} } : await startOwnService());
}

/** One of the command's own whose edge is set so. */
export async function openServiceWith(edgeVariables: Readonly<Record<string, string>>): Promise<SampleService> {
  return through(await startOwnService(undefined, edgeVariables));
}

function through({ base, key, stop }: Pick<OwnService, 'base' | 'key' | 'stop'>): SampleService {
  return { send: (photo, wanted) => send(base.replace(/\/$/, ''), key, photo, wanted), stop };
}

async function send(base: string, key: string, photo: Buffer, wanted: Wanted): Promise<Sample> {
  const startedAt = performance.now();
  const passed = () => Math.round(performance.now() - startedAt);
  try {
    const answer = await post(base, key, wanted, {
      image_base64: photo.toString('base64'),
      reconstruct_windows: wanted.windows,
      shadow_type: wanted.shadow,
      edge_colors: wanted.edgeColours,
      keep_points: wanted.points?.keep,
      drop_points: wanted.points?.drop,
    });
    const { status } = answer;
    const body: unknown = await answer.json();
    const ms = passed();
    if (status !== 200) return { ...nothing, status, error: refusalText(body), ms };
    const { img_without_background_base64, shadow_base64, view = null, uncertainty } = body as Answer;
    const cutout = Buffer.from(img_without_background_base64, 'base64');
    const shadow = Buffer.from(shadow_base64 ?? '', 'base64');
    const picture = shadow.length > 0 ? await above(shadow, cutout) : cutout;
    return { status, picture, bytes: cutout.length + shadow.length, error: null, view, uncertainty, ms };
  } catch (cause) {
    // fetch reports only that it failed; the reason is in its cause.
    const reason = cause instanceof Error ? (cause.cause ?? cause) : cause;
    return { ...nothing, status: 0, error: String(reason), ms: passed() };
  }
}

/** Where a key's rate limit is reached or a connection breaks: waits and sends again, as the guide asks. */
async function post(base: string, key: string, { operation: result, name }: Wanted, body: unknown): Promise<Response> {
  const operation = processingOperations.find((each) => each.result === result && each.encoding === encoding);
  if (!operation) throw new Error(`No operation gives ${result}`);
  const headers = { 'X-API-Key': key, 'Content-Type': 'application/json' };
  for (let attempt = 1; ; attempt++) {
    const last = attempt === attempts;
    const answer = await fetch(`${base}${operation.path}`, {
      method: 'POST',
      headers: name === undefined ? headers : { ...headers, 'Idempotency-Key': name },
      body: JSON.stringify(body),
      signal: AbortSignal.timeout(timeoutMs),
    }).catch((cause: Error) => {
      if (last || cause.name === 'TimeoutError') throw cause;
      return null;
    });
    if (answer && (last || (answer.status !== 429 && answer.status !== 503))) return answer;
    await answer?.body?.cancel();
    const seconds = Number(answer?.headers.get('Retry-After') ?? 1);
    await new Promise((resolve) => setTimeout(resolve, seconds * 1000));
  }
}

/** The cutout over its shadow: black, with the grey picture as alpha. */
async function above(shadow: Buffer, cutout: Buffer): Promise<Buffer> {
  const { width, height } = await sharp(shadow).metadata();
  const black = sharp({ create: { width, height, channels: 3, background: 'black' } });
  const shaded = await black
    .joinChannel(await sharp(shadow).toColourspace('b-w').png().toBuffer())
    .png()
    .toBuffer();
  return sharp(shaded)
    .composite([{ input: cutout }])
    .png()
    .toBuffer();
}

/** The words of an error of the API, whichever of its three shapes it has. */
function refusalText(body: unknown): string {
  const { detail, message } = body as { detail?: string | { msg: string }[]; message?: string };
  return typeof detail === 'string' ? detail : (detail?.[0]?.msg ?? message ?? 'No reason was given');
}
