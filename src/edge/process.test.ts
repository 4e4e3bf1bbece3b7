/** One picture through the service: in which order its steps go, and what becomes of its credit at each of them. */
import './testing/streams.ts';
import { readFileSync } from 'node:fs';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { memoryStanding, RequestMemory } from '../bounds/memory.ts';
import type { Admission, Unpaid } from '../contract/account.ts';
import { defaultLimits } from '../contract/limits.ts';
import { operationNamed } from '../contract/operations.ts';
import { Refused } from '../contract/refusals.ts';
import { createKey } from '../keys/format.ts';
import { NetworkFault } from '../pipeline/networks.ts';
import { ImageFault } from '../pipeline/picture/fault.ts';
import { byApiKey } from './admit/entrance.ts';
import { holdsInWork } from './admit/hold.ts';
import type { Exchange } from './exchange.ts';
import type { LaneResult, LaneWork } from './lanes/lane.ts';
import { NoRoom, type Stages } from './lanes/stages.ts';
import { processPicture } from './process.ts';
import { removebg } from './removebg/service.ts';
import type { RequestResources } from './request-resources.ts';
import { serviceOf } from './service.ts';
import { admitted, bmp, type Call, form, keyHashSecret, type MadeUpCall, makeCall, png } from './testing/call.ts';

type IsolateLane = (
  exchange: Exchange,
  work: LaneWork,
  stages: Stages,
  resources: RequestResources,
) => Promise<LaneResult>;
type ContainerLane = (exchange: Exchange, work: LaneWork, resources: RequestResources) => Promise<LaneResult>;

const lanes = vi.hoisted(() => ({ isolate: vi.fn<IsolateLane>(), container: vi.fn<ContainerLane>() }));
vi.mock('./lanes/edge-lane.ts', () => ({ runOnEdgeLane: lanes.isolate }));
vi.mock('./lanes/image-lane.ts', () => ({ runOnImageLane: lanes.container }));

const operation = operationNamed('alpha-channel');
const mib = 1024 * 1024;
const bytesOfAnswer = Uint8Array.of(1, 2, 3);

function report(name: string): Uint8Array<ArrayBuffer> {
  return new Uint8Array(readFileSync(new URL(`../../test/fixtures/reports/${name}`, import.meta.url)));
}

/** Pieces of an answer; a failure among them breaks the stream. */
function streamOf(...pieces: readonly (Uint8Array | Error)[]): ReadableStream<Uint8Array> {
  const left = [...pieces];
  return new ReadableStream(
    {
      pull(controller) {
        const next = left.shift();
        if (next === undefined) controller.close();
        else if (next instanceof Error) controller.error(next);
        else controller.enqueue(next);
      },
    },
    { highWaterMark: 0 },
  );
}

function resultOf(body: ReadableStream<Uint8Array>): LaneResult {
  const known = {
    subjectFound: true,
    refined: true,
    uncertainty: 0,
    model: 'matte@0123456789ab',
    imageType: null,
    view: null,
    output: null,
    subject: null,
    shadowPng: null,
  };
  return { widthPx: 6000, heightPx: 10, ...known, encoded: body };
}

/** A call with a picture for the image lane. */
function callWith(terms: MadeUpCall = {}): Promise<Call> {
  return makeCall({ upload: form(bmp(2, 2)), ...terms });
}

function run({ exchange, body }: Call): Promise<Response> {
  return processPicture(exchange, serviceOf(operation), body, byApiKey);
}

/** What a call is refused with, or fails with. */
async function failureOf(call: Call): Promise<unknown> {
  const failure = await run(call).then(
    () => null,
    (cause: unknown) => cause,
  );
  await call.over();
  return failure;
}

async function statusOf(call: Call): Promise<number | undefined> {
  const failure = await failureOf(call);
  return failure instanceof Refused ? failure.refusal.status : undefined;
}

/** A HEIC file, which only the image lane reads. */
function heic(): Uint8Array<ArrayBuffer> {
  const file = new URL('../../test/fixtures/pictures/input/heic-single.heic', import.meta.url);
  return new Uint8Array(readFileSync(file));
}

/** Memory of the isolate that other requests have. */
let others: RequestMemory;

beforeEach(() => {
  others = new RequestMemory(defaultLimits);
  for (const lane of Object.values(lanes)) {
    lane.mockReset();
    lane.mockImplementation(async () => resultOf(streamOf(bytesOfAnswer)));
  }
  vi.spyOn(console, 'log').mockImplementation(() => {});
  vi.spyOn(console, 'error').mockImplementation(() => {});
});

afterEach(() => {
  vi.restoreAllMocks();
  others.giveBack();
  // Whatever became of the calls: nothing is in work and nothing is held any more.
  expect(holdsInWork()).toBe(0);
  expect(memoryStanding(defaultLimits)).toMatchObject({ free_bytes: defaultLimits.isolateBudgetBytes });
});

describe('a free preview that is kept for a call', () => {
  /** A call of the remove.bg API whose ledger keeps one. */
  async function removebgCall(size: string, otherwise: Unpaid | null) {
    const upload = new FormData();
    upload.append('image_file', new Blob([bmp(2, 2)]), 'photo');
    upload.append('size', size);
    const call = await callWith({ upload });
    call.ledger.admission = { ...admitted, freePreview: { otherwise } } as Admission;
    return call;
  }

  async function runRemovebgCall(call: Call): Promise<Response | Refused> {
    const { exchange, body } = call;
    const answered = await processPicture(exchange, removebg, body, byApiKey).catch((cause: unknown) => cause);
    if (answered instanceof Response) await answered.clone().arrayBuffer();
    await call.over();
    if (answered instanceof Response || answered instanceof Refused) return answered;
    throw answered;
  }

  test.each(['preview', 'small', 'regular'])('pays for size %s, with or without a credit', async (size) => {
    for (const otherwise of [null, 'expired', 'insufficient', 'credits-held'] as const) {
      const call = await removebgCall(size, otherwise);
      const answered = await runRemovebgCall(call);
      expect(answered).toMatchObject({ status: 200 });
      if (answered instanceof Response) expect(answered.headers.get('X-Credits-Charged')).toBe('0');
      expect(call.ledger.asked.at(-1)).toBe('settle h null preview');
      expect(call.exchange.price).toBe(0);
    }
  });

  test('pays for no other size', async () => {
    const paid = await removebgCall('full', null);
    expect(await runRemovebgCall(paid)).toMatchObject({ status: 200 });
    expect(paid.ledger.asked.at(-1)).toBe('settle h null');
    expect(paid.exchange.price).toBe(1);
    for (const [otherwise, code] of [
      ['expired', 'CREDITS_EXPIRED'],
      ['insufficient', 'INSUFFICIENT_CREDITS'],
      ['credits-held', 'CREDITS_HELD'],
    ] as const) {
      const unpaid = await removebgCall('full', otherwise);
      expect(await runRemovebgCall(unpaid)).toMatchObject({ refusal: { code } });
      expect(unpaid.ledger.asked.at(-1)).toBe('release h');
      expect(lanes.container).toHaveBeenCalledTimes(1);
    }
  });

  test('is given back where the call fails', async () => {
    lanes.container.mockRejectedValue(new NetworkFault('unavailable', 'busy'));
    const call = await removebgCall('preview', null);
    await runRemovebgCall(call).catch(() => {});
    expect(call.ledger.asked.at(-1)).toBe('release h');
  });
});

describe('a box of the picture', () => {
  test('that covers at least 16 pixels a side goes to the lane', async () => {
    const call = await callWith({ upload: form(bmp(40, 30), { roi: '0 0 16px 16' }) });
    await (await run(call)).arrayBuffer();
    await call.over();
    expect(lanes.container.mock.calls[0][1].task).toMatchObject({ roi: { right: { value: 16, unit: 'px' } } });
  });

  test('that covers less is refused from the header, before any lane, and costs nothing', async () => {
    const call = await callWith({ upload: form(bmp(40, 30), { roi: '30% 10% 100% 60%' }) });
    const failure = await failureOf(call);
    expect(failure).toMatchObject({ refusal: { status: 422 } });
    const message = 'roi covers 28x15 pixels of the image; at least 16x16 are needed';
    expect(JSON.stringify((failure as Refused).refusal.body)).toContain(message);
    expect(lanes.container).not.toHaveBeenCalled();
    expect(call.ledger.asked).toEqual(['admit alpha-channel null', 'release h']);
  });
});

describe('a call that succeeds', () => {
  test('is admitted, received, worked on and answered; its credit moves once, when the client takes the answer', async () => {
    const call = await callWith();
    const answer = await run(call);
    expect(call.ledger.asked).toEqual(['admit alpha-channel null']);
    expect(lanes.container).toHaveBeenCalledOnce();
    expect(Object.fromEntries(answer.headers)).toMatchObject({
      'content-type': 'image/png',
      'x-input-dimensions': '6000,10',
      'x-processed-dimensions': '5000,8',
      'x-was-downscaled': 'true',
    });
    expect(new Uint8Array(await answer.arrayBuffer())).toEqual(bytesOfAnswer);
    await call.over();
    expect(call.ledger.asked).toEqual(['admit alpha-channel null', 'settle h null']);
    expect(call.exchange.timings.header()).toMatch(/^ledger;dur=[\d.]+, receive;dur=[\d.]+$/);
  });

  test('gives the lane the file, what is asked of it and when it must be done', async () => {
    vi.spyOn(Date, 'now').mockReturnValue(1000);
    const call = await callWith({ upload: form(bmp(2, 2), { include_image_type: 'false' }), limits: { workMs: 500 } });
    await (await run(call)).arrayBuffer();
    await call.over();
    const [exchange, work] = lanes.container.mock.calls[0];
    expect(exchange).toBe(call.exchange);
    expect(work.file).toEqual(bmp(2, 2));
    expect(work.header).toMatchObject({ format: 'bmp', widthPx: 2, heightPx: 2 });
    expect(work.task).toMatchObject({ kind: 'matte', imageType: false });
    expect(work.deadlineMs).toBe(1500);
  });

  test('under a name is remembered by its fingerprint, and a repeat with the same one passes', async () => {
    const headers = { 'Idempotency-Key': 'order 7' };
    const first = await callWith({ headers });
    await (await run(first)).arrayBuffer();
    await first.over();
    const [, settled] = first.ledger.asked;
    expect(first.ledger.asked[0]).toBe('admit alpha-channel order 7');
    expect(settled).toMatch(/^settle h [0-9a-f]{64}$/);

    const repeat = await callWith({ headers });
    repeat.ledger.admission = { ...admitted, remembered: settled.slice('settle h '.length) } as typeof admitted;
    await (await run(repeat)).arrayBuffer();
    await repeat.over();
    expect(repeat.ledger.asked[1]).toBe(settled);
  });

  test('needs room for what it announces, and for the largest file where it announces nothing', async () => {
    const hasRoom = async (headers: Record<string, string>) => {
      const call = await callWith({ headers, limits: { capacityWaitMs: 0 } });
      const bytes = await run(call).then(
        (answer) => answer.arrayBuffer(),
        () => null,
      );
      await call.over();
      return bytes !== null;
    };
    const { isolateBudgetBytes, maxImageBytes } = defaultLimits;
    await others.take(isolateBudgetBytes - 2000);
    expect(await hasRoom({ 'Content-Length': '2000' })).toBe(true);
    expect(await hasRoom({ 'Content-Length': '2001' })).toBe(false);
    expect(await hasRoom({})).toBe(false);
    others.reduceTo(isolateBudgetBytes - maxImageBytes);
    expect(await hasRoom({})).toBe(true);
    expect(await hasRoom({ 'Content-Length': String(maxImageBytes + 1) })).toBe(true);
  });

  test('needs room for a larger file in the remove.bg API', async () => {
    const { isolateBudgetBytes, maxImageBytes, maxRemovebgImageBytes } = defaultLimits;
    const hasRoom = async () => {
      const upload = new FormData();
      upload.append('image_file', new Blob([bmp(2, 2)]), 'photo');
      const call = await callWith({ upload, limits: { capacityWaitMs: 0 } });
      const answered = await processPicture(call.exchange, removebg, call.body, byApiKey).then(
        (answer) => answer.arrayBuffer(),
        () => null,
      );
      await call.over();
      return answered !== null;
    };
    await others.take(isolateBudgetBytes - maxRemovebgImageBytes + 1);
    expect(await hasRoom()).toBe(false);
    others.reduceTo(isolateBudgetBytes - maxRemovebgImageBytes);
    expect(await hasRoom()).toBe(true);
    expect(maxRemovebgImageBytes).toBeGreaterThan(maxImageBytes);
  });

  test('gives back what its upload did not need while it works', async () => {
    let freeBytes = 0;
    lanes.container.mockImplementation(async () => {
      freeBytes = memoryStanding(defaultLimits).free_bytes;
      return resultOf(streamOf(bytesOfAnswer));
    });
    const call = await callWith();
    await (await run(call)).arrayBuffer();
    await call.over();
    expect(defaultLimits.isolateBudgetBytes - freeBytes).toBeLessThan(mib);
    expect(freeBytes).toBeLessThan(defaultLimits.isolateBudgetBytes);
  });
});

describe('the lane', () => {
  const metadata = (sidePx: number) => ({
    name: 'matte',
    platform: 'onnx',
    versions: ['1'],
    inputs: [{ name: 'picture', datatype: 'UINT8', shape: [-1, sidePx, sidePx, 3] }],
    outputs: [{ name: 'matte', datatype: 'UINT8', shape: [-1, sidePx, sidePx] }],
    parameters: {},
  });
  /** A matte network of that size; each has a name of its own, because descriptions are remembered. */
  const network = (sidePx: number) => ({
    settings: { matte: { model: `matte-${sidePx}`, upsampling: 'guided', refiner: false } } as const,
    env: { INFERENCE: { fetch: async () => Response.json(metadata(sidePx)) } },
  });

  async function laneOf(terms: MadeUpCall): Promise<string> {
    const call = await callWith(terms);
    await (await run(call)).arrayBuffer();
    await call.over();
    const [inIsolate, inContainer] = [lanes.isolate.mock.calls.length, lanes.container.mock.calls.length];
    expect(inIsolate + inContainer).toBe(1);
    return inIsolate === 1 ? 'isolate' : 'container';
  }

  test('is the isolate for a small PNG, which takes its memory there', async () => {
    let taken = 0;
    lanes.isolate.mockImplementation(async () => {
      taken = defaultLimits.isolateBudgetBytes - memoryStanding(defaultLimits).free_bytes;
      return resultOf(streamOf(bytesOfAnswer));
    });
    expect(await laneOf({ upload: form(png(2, 2)), ...network(1024) })).toBe('isolate');
    // 16 MiB, 20 bytes for each of four pixels, and the room that the file was given.
    expect(taken).toBeGreaterThanOrEqual(16 * mib + 80);
    expect(taken).toBeLessThan(17 * mib);
  });

  test('is the container for a picture that is too large for the isolate, and no network is asked about it', async () => {
    const fetch = vi.fn();
    expect(await laneOf({ upload: form(bmp(2, 2)), env: { INFERENCE: { fetch } } })).toBe('container');
    expect(fetch).not.toHaveBeenCalled();
  });

  test('is the container for a HEIC, where that is switched on', async () => {
    expect(await laneOf({ upload: form(heic()) })).toBe('container');
  });

  test('is the container for a small PNG too where a test wants the image lane, and no network is asked about it', async () => {
    const fetch = vi.fn();
    const settings = { lane: 'image' } as const;
    expect(await laneOf({ upload: form(png(2, 2)), settings, env: { INFERENCE: { fetch } } })).toBe('container');
    expect(fetch).not.toHaveBeenCalled();
  });

  test('is chosen by what the network of the deployment is, which is asked about once', async () => {
    const fetch = vi.fn(async (_url: string, _init: RequestInit) => Response.json(metadata(512)));
    const settings = { matte: { model: 'asked about once', upsampling: 'guided', refiner: false } } as const;
    for (let call = 0; call < 2; call++) {
      await laneOf({ upload: form(png(2, 2)), settings, env: { INFERENCE: { fetch } } });
      lanes.isolate.mockClear();
    }
    expect(fetch).toHaveBeenCalledOnce();
    const [url, init] = fetch.mock.calls[0];
    expect(url).toBe('http://inference/v2/models/asked%20about%20once');
    expect(new Headers(init.headers).get('X-Request-Id')).toBe('r');
  });

  test('is chosen by the network that a call asks for', async () => {
    const { env, settings } = network(4096);
    const terms = { settings: { ...settings, matte: { ...settings.matte, model: 'small' }, offeredModels: ['large'] } };
    expect(await laneOf({ upload: form(png(2, 2), { model: 'large' }), env, ...terms })).toBe('container');
    expect(lanes.container.mock.calls[0][1].matte).toEqual({ model: 'large', upsampling: 'guided', refiner: false });
  });

  test('is the container where the tensors of the network leave no room', async () => {
    expect(await laneOf({ upload: form(png(2, 2)), ...network(4096) })).toBe('container');
  });

  test('is the container where other pictures leave no room in time', async () => {
    const terms = { upload: form(png(2, 2)), limits: { capacityWaitMs: 0, maxImageBytes: mib } };
    await others.take(70 * mib);
    expect(await laneOf({ ...terms, ...network(1024) })).toBe('isolate');
    for (const lane of Object.values(lanes)) lane.mockClear();
    await others.take(5 * mib);
    expect(await laneOf({ ...terms, ...network(1024) })).toBe('container');
  });

  test('is the container where a later stage finds no room in time, which has the isolate’s back by then', async () => {
    const takenBytes = () => defaultLimits.isolateBudgetBytes - memoryStanding(defaultLimits).free_bytes;
    const taken: number[] = [];
    const isolate = async (_exchange: Exchange, _work: LaneWork, stages: Stages): Promise<LaneResult> => {
      await stages.forAlpha(3 * mib);
      taken.push(takenBytes());
      throw new NoRoom(4000);
    };
    lanes.isolate.mockImplementation(isolate);
    lanes.container.mockImplementation(async () => {
      taken.push(takenBytes());
      return resultOf(streamOf(bytesOfAnswer));
    });
    const refined = { model: 'matte-refined', upsampling: 'guided', refiner: true } as const;
    const terms = { ...network(1024), settings: { matte: refined }, limits: { maxImageBytes: mib } };
    const call = await callWith({ upload: form(png(2, 2)), ...terms });
    expect(new Uint8Array(await (await run(call)).arrayBuffer())).toEqual(bytesOfAnswer);
    await call.over();
    expect(taken.map((bytes) => Math.floor(bytes / mib))).toEqual([19, 0]);

    lanes.container.mockRejectedValue(new NetworkFault('unavailable', 'full', { retryAfterSeconds: 7 }));
    const refused = await callWith({ upload: form(png(2, 2)), ...terms });
    expect(await failureOf(refused)).toMatchObject({ refusal: { status: 503, retryAfterSeconds: 4 } });
    expect(refused.ledger.asked).toEqual(['admit alpha-channel null', 'release h']);
  });

  test('is not reached where the line of the network leaves no time for one more run', async () => {
    const settings = { matte: { model: 'crowded', upsampling: 'guided', refiner: false } } as const;
    const headers = { 'X-Line-Wait-Ms': '60000', 'X-Line-Run-Ms': '2000' };
    const env = { INFERENCE: { fetch: async () => Response.json(metadata(1024), { headers }) } };
    const call = await callWith({ upload: form(png(2, 2)), settings, env, limits: { workMs: 50_000 } });
    expect(await failureOf(call)).toMatchObject({
      refusal: { status: 503, retryAfterSeconds: expect.toSatisfy((seconds) => seconds >= 10 && seconds <= 13) },
      cause: 'The line of the network is too long',
    });
    expect(call.ledger.asked).toEqual(['admit alpha-channel null', 'release h']);
    expect([lanes.isolate.mock.calls, lanes.container.mock.calls]).toEqual([[], []]);
    // A call with more time is taken.
    expect(await laneOf({ upload: form(png(2, 2)), settings, env, limits: { workMs: 600_000 } })).toBe('isolate');
  });

  test('is not reached where neither has room: the caller is told the sooner time, and does not upload before it', async () => {
    const key = await createKey('test', keyHashSecret);
    const terms = { key, upload: form(png(2, 2)), limits: { capacityWaitMs: 0, maxImageBytes: mib }, ...network(1024) };
    lanes.container.mockRejectedValue(new NetworkFault('unavailable', 'full', { retryAfterSeconds: 7 }));
    await others.take(80 * mib);
    const first = await callWith(terms);
    expect(await failureOf(first)).toMatchObject({
      refusal: { status: 503, retryAfterSeconds: 1 },
      cause: { message: 'full' },
    });
    expect(first.ledger.asked).toEqual(['admit alpha-channel null', 'release h']);

    const waiting = new RequestMemory({ ...defaultLimits, capacityWaitMs: 60_000 });
    const turn = waiting.takeTurn(20 * mib, 0, null);
    const second = await callWith(terms);
    expect(await failureOf(second)).toMatchObject({
      refusal: { status: 503, retryAfterSeconds: 1 },
      cause: 'The caller was to come later',
    });
    expect([second.body.received, lanes.container.mock.calls.length]).toEqual([0, 1]);
    // Somebody else uploads, and is told by what there is.
    const { key: _key, ...strangers } = terms;
    expect(await failureOf(await callWith(strangers))).toMatchObject({ cause: { message: 'full' } });
    others.giveBack();
    await turn;
    waiting.giveBack();
    lanes.container.mockReset();
  });

  test('is not reached where the network cannot be asked about', async () => {
    const env = { INFERENCE: { fetch: () => Promise.reject(new Error('away')) } };
    const settings = { matte: { model: 'away', upsampling: 'guided', refiner: false } } as const;
    const call = await callWith({ upload: form(png(2, 2)), env, settings });
    expect(await failureOf(call)).toBeInstanceOf(NetworkFault);
    expect(call.ledger.asked).toEqual(['admit alpha-channel null', 'release h']);
    expect(lanes.isolate).not.toHaveBeenCalled();
    expect(lanes.container).not.toHaveBeenCalled();
  });
});

describe('a call that is refused before its work gives its credit back, once, and reaches no lane', () => {
  const asked = ['admit alpha-channel null', 'release h'];

  afterEach(() => {
    expect(lanes.container).not.toHaveBeenCalled();
    expect(lanes.isolate).not.toHaveBeenCalled();
  });

  test('by the ledger: there is nothing to give back', async () => {
    const call = await callWith();
    call.ledger.admission = new Error('away');
    expect(await statusOf(call)).toBe(503);
    expect(call.ledger.asked).toEqual(['admit alpha-channel null']);
  });

  test('for its name', async () => {
    const call = await callWith({ headers: { 'Idempotency-Key': 'n'.repeat(256) } });
    expect(await statusOf(call)).toBe(422);
    expect(call.ledger.asked).toEqual(asked);
  });

  test('for want of room for an upload', async () => {
    await others.take(defaultLimits.isolateBudgetBytes);
    const call = await callWith({ limits: { capacityWaitMs: 0 } });
    expect(await failureOf(call)).toMatchObject({
      refusal: { status: 503, retryAfterSeconds: 2 },
      cause: 'No room for an upload',
    });
    expect(call.ledger.asked).toEqual(asked);
  });

  test('for a HEIC where that is switched off', async () => {
    const call = await callWith({ upload: form(heic()), settings: { heic: false } });
    expect(await failureOf(call)).toMatchObject({ kind: 'unsupported', message: 'HEIC is switched off' });
    expect(call.ledger.asked).toEqual(asked);
  });

  test('for an upload without a file, which is timed all the same', async () => {
    const upload = new FormData();
    upload.append('other', 'text');
    const call = await callWith({ upload });
    expect(await statusOf(call)).toBe(422);
    expect(call.ledger.asked).toEqual(asked);
    expect(call.exchange.timings.header()).toContain('receive');
  });

  test('for a repeat of another request', async () => {
    const call = await callWith({ headers: { 'Idempotency-Key': 'n' } });
    call.ledger.admission = { ...admitted, remembered: 'f'.repeat(64) } as typeof admitted;
    expect(await failureOf(call)).toMatchObject({ refusal: { code: 'IDEMPOTENCY_MISMATCH' } });
    expect(call.ledger.asked).toEqual(['admit alpha-channel n', 'release h']);
  });

  test.each<[string, MadeUpCall, string]>([
    ['that is no picture', { upload: form(Uint8Array.of(1, 2, 3)) }, 'unsupported'],
    ['that is a raw', { upload: form(report('raw-dng-like.dng')) }, 'unsupported'],
    [
      'whose full page is too large',
      { upload: form(report('tiff-thumb-first.tif')), limits: { maxPixels: 19_199 } },
      'invalid',
    ],
    ['of too many pixels', { upload: form(bmp(3, 2)), limits: { maxPixels: 5 } }, 'invalid'],
    ['of too long a side', { upload: form(bmp(3, 2)), limits: { maxSidePx: 2 } }, 'invalid'],
    [
      'whose answer could be too large',
      { upload: form(bmp(3, 2), { scale: '50%' }), limits: { maxSidePx: 5 } },
      'invalid',
    ],
  ])('for a file %s', async (_what, terms, kind) => {
    const call = await callWith(terms);
    const failure = await failureOf(call);
    expect(failure).toBeInstanceOf(ImageFault);
    expect(failure).toMatchObject({ kind });
    expect(call.ledger.asked).toEqual(asked);
  });
});

describe('a file at a limit', () => {
  test.each<[string, MadeUpCall]>([
    ['of pixels', { upload: form(bmp(3, 2)), limits: { maxPixels: 6 } }],
    ['of a side', { upload: form(bmp(3, 2)), limits: { maxSidePx: 3 } }],
  ])('%s passes', async (_what, terms) => {
    const call = await callWith(terms);
    const answer = await run(call);
    expect(answer.status).toBe(200);
    await answer.arrayBuffer();
    await call.over();
  });
});

describe('a call that fails in its work gives its credit back, once', () => {
  const asked = ['admit alpha-channel null', 'release h'];

  test.each([
    ['for want of a network', new NetworkFault('unavailable', 'full')],
    ['for its picture', new ImageFault('invalid', 'No vehicle was found in the image')],
    ['by a fault of ours', new TypeError('at 7')],
  ])('%s, in the lane or in the first piece of the answer', async (_what, fault) => {
    const inLane = await callWith();
    lanes.container.mockRejectedValueOnce(fault);
    expect(await failureOf(inLane)).toBe(fault);
    expect(inLane.ledger.asked).toEqual(asked);

    const inAnswer = await callWith();
    lanes.container.mockResolvedValueOnce(resultOf(streamOf(bytesOfAnswer, fault)));
    expect(await failureOf(inAnswer)).toBe(fault);
    expect(inAnswer.ledger.asked).toEqual(asked);
  });

  test('for want of time: what still works for it is told to stop', async () => {
    const call = await callWith({ limits: { workMs: 100 } });
    let signal: AbortSignal | undefined;
    lanes.container.mockImplementation((_exchange, _work, resources) => {
      signal = resources.signal;
      return new Promise(() => {});
    });
    expect(await failureOf(call)).toMatchObject({
      refusal: { status: 503, retryAfterSeconds: 5 },
      cause: 'The work took too long',
    });
    expect(call.ledger.asked).toEqual(asked);
    expect(signal?.aborted).toBe(true);
  });

  test('after the line 200: the client gets no whole answer', async () => {
    const call = await callWith();
    const large = new Uint8Array(mib + 1);
    lanes.container.mockResolvedValueOnce(resultOf(streamOf(large, new Error('broken'))));
    const answer = await run(call);
    expect(answer.status).toBe(200);
    await expect(answer.arrayBuffer()).rejects.toThrow();
    await call.over();
    expect(call.ledger.asked).toEqual(asked);
  });
});

describe('a client that leaves', () => {
  test('while it uploads, or while its picture is in work, pays nothing', async () => {
    const early = await callWith();
    early.leave();
    expect(await failureOf(early)).toMatchObject({ refusal: { code: 'REQUEST_TIMEOUT' } });
    expect(early.ledger.asked).toEqual(['admit alpha-channel null', 'release h']);

    const late = await callWith();
    lanes.container.mockImplementation(async () => {
      late.leave();
      return resultOf(streamOf(bytesOfAnswer));
    });
    expect(await failureOf(late)).toMatchObject({ refusal: { code: 'REQUEST_TIMEOUT' } });
    expect(late.ledger.asked).toEqual(['admit alpha-channel null', 'release h']);
  });

  test('before the first piece of its answer pays nothing', async () => {
    const call = await callWith();
    const answer = await run(call);
    await answer.body?.cancel();
    await call.over();
    expect(call.ledger.asked).toEqual(['admit alpha-channel null', 'release h']);
  });

  test('after the first piece pays', async () => {
    const call = await callWith();
    const large = new Uint8Array(mib + 1);
    lanes.container.mockResolvedValueOnce(resultOf(streamOf(large, large, large)));
    const reader = (await run(call)).body?.getReader();
    let read = 0;
    while (read <= mib) read += (await reader?.read())?.value?.length ?? 0;
    await reader?.cancel();
    await call.over();
    expect(call.ledger.asked).toEqual(['admit alpha-channel null', 'settle h null']);
  });

  test('without a word, and reads nothing, pays nothing and is not waited for', async () => {
    const call = await callWith({ limits: { downloadIdleMs: 100 } });
    await run(call);
    await call.over();
    expect(call.ledger.asked).toEqual(['admit alpha-channel null', 'release h']);
  });
});
