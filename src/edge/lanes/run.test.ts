/** Which lane a picture takes, by its size, the network and the room in the isolate. */
import '../testing/streams.ts';
import { readFileSync } from 'node:fs';
import sharp from 'sharp';
import { describe, expect, test, vi } from 'vitest';
import { defaultLimits } from '../../contract/limits.ts';
import { createKey } from '../../money/keys/format.ts';
import { memoryState, RequestMemory } from '../../pixels/bounds/memory.ts';
import { BeyondRowDecoder } from '../../pixels/codecs/row-decoder.ts';
import { NetworkFault } from '../../pixels/pipeline/networks/networks.ts';
import type { Exchange } from '../exchange.ts';
import { bmp, form, keyHashSecret, type MadeUpCall, png } from '../testing/call.ts';
import { runOnEdgeLane, runOnImageLane } from '../testing/lanes.ts';
import { answerBytes, callWith, failureOf, mib, resultOf, run, streamOf, testAlone } from '../testing/process.ts';
import type { LaneResult, LaneWork } from './lane.ts';
import { NoRoom, type Stages } from './stages.ts';

vi.mock('../lanes/edge-lane.ts', () => import('../testing/lanes.ts'));
vi.mock('../lanes/image-lane.ts', () => import('../testing/lanes.ts'));

const others = testAlone();

/** A HEIC file, which only the image lane reads. */
function heic(): Uint8Array<ArrayBuffer> {
  const file = new URL('../../../test/fixtures/pictures/input/heic-single.heic', import.meta.url);
  return new Uint8Array(readFileSync(file));
}

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
    const [onEdge, onImage] = [runOnEdgeLane.mock.calls.length, runOnImageLane.mock.calls.length];
    expect(onEdge + onImage).toBe(1);
    return onEdge === 1 ? 'edge' : 'image';
  }

  test('is the edge lane for a small PNG, which reserves memory in the isolate', async () => {
    let reserved = 0;
    runOnEdgeLane.mockImplementation(async () => {
      reserved = defaultLimits.isolateBudgetBytes - memoryState(defaultLimits).free_bytes;
      return resultOf(streamOf(answerBytes));
    });
    expect(await laneOf({ upload: form(png(2, 2)), ...network(1024) })).toBe('edge');
    // 16 MiB, a decoder of rows, and the room that the file was given.
    expect(reserved).toBeGreaterThanOrEqual(16.5 * mib);
    expect(reserved).toBeLessThan(17 * mib);
  });

  test('is the image lane for a picture that is too large for the isolate, and no network is asked', async () => {
    const fetch = vi.fn();
    expect(await laneOf({ upload: form(bmp(2, 2)), env: { INFERENCE: { fetch } } })).toBe('image');
    expect(fetch).not.toHaveBeenCalled();
  });

  test('is the image lane for a HEIC, where that is switched on', async () => {
    expect(await laneOf({ upload: form(heic()) })).toBe('image');
  });

  test('is the image lane for a small PNG too where a test wants the image lane, and no network is asked', async () => {
    const fetch = vi.fn();
    const settings = { lane: 'image' } as const;
    expect(await laneOf({ upload: form(png(2, 2)), settings, env: { INFERENCE: { fetch } } })).toBe('image');
    expect(fetch).not.toHaveBeenCalled();
  });

  test('is chosen by what the network of the deployment is, which is asked about once', async () => {
    const fetch = vi.fn(async (_url: string, _init: RequestInit) => Response.json(metadata(512)));
    const settings = { matte: { model: 'asked about once', upsampling: 'guided', refiner: false } } as const;
    for (let call = 0; call < 2; call++) {
      await laneOf({ upload: form(png(2, 2)), settings, env: { INFERENCE: { fetch } } });
      runOnEdgeLane.mockClear();
    }
    expect(fetch).toHaveBeenCalledOnce();
    const [url, init] = fetch.mock.calls[0];
    expect(url).toBe('http://inference/v2/models/asked%20about%20once');
    expect(new Headers(init.headers).get('X-Request-Id')).toBe('r');
  });

  test('is chosen by the network that a call asks for', async () => {
    const { env, settings } = network(4096);
    const terms = { settings: { ...settings, matte: { ...settings.matte, model: 'small' }, offeredModels: ['large'] } };
    expect(await laneOf({ upload: form(png(2, 2), { model: 'large' }), env, ...terms })).toBe('image');
    expect(runOnImageLane.mock.calls[0][1].matte).toEqual({ model: 'large', upsampling: 'guided', refiner: false });
  });

  test('is the image lane where the tensors of the network leave no room', async () => {
    expect(await laneOf({ upload: form(png(2, 2)), ...network(4096) })).toBe('image');
  });

  test('is the image lane where other pictures leave no room in time', async () => {
    const terms = { upload: form(png(2, 2)), limits: { capacityWaitMs: 0, maxImageBytes: mib } };
    await others().take(70 * mib);
    expect(await laneOf({ ...terms, ...network(1024) })).toBe('edge');
    for (const lane of [runOnEdgeLane, runOnImageLane]) lane.mockClear();
    await others().take(5 * mib);
    expect(await laneOf({ ...terms, ...network(1024) })).toBe('image');
  });

  test('is the image lane in time where the longest wait for room is longer than the work may take', async () => {
    const limits = { capacityWaitMs: 60_000, workMs: 8000, maxImageBytes: mib };
    await others().take(80 * mib);
    expect(await laneOf({ upload: form(png(2, 2)), limits, ...network(1024) })).toBe('image');
  });

  test('is at once the image lane for a picture that would take most of the isolate, which is not free, and the edge lane where that is full', async () => {
    const create = { width: 3000, height: 2400, channels: 3, background: 'teal' } as const;
    const file = await sharp({ create }).jpeg({ progressive: true }).toBuffer();
    const terms = { upload: form(new Uint8Array(file)), limits: { maxImageBytes: mib }, ...network(1024) };
    expect(await laneOf(terms)).toBe('edge');
    for (const lane of [runOnEdgeLane, runOnImageLane]) lane.mockClear();
    await others().take(40 * mib);
    expect(await laneOf(terms)).toBe('image');
    for (const lane of [runOnEdgeLane, runOnImageLane]) lane.mockClear();
    runOnImageLane.mockImplementationOnce(async () => {
      others().giveBack();
      throw new NetworkFault('unavailable', 'full', { retryAfterSeconds: 7 });
    });
    const call = await callWith(terms);
    await (await run(call)).arrayBuffer();
    await call.over();
    expect(runOnEdgeLane).toHaveBeenCalledOnce();
  });

  test('is the image lane where a later stage finds no room in time, after its memory in the isolate has been given back', async () => {
    const reservedBytes = () => defaultLimits.isolateBudgetBytes - memoryState(defaultLimits).free_bytes;
    const reserved: number[] = [];
    const isolate = async (_exchange: Exchange, _work: LaneWork, stages: Stages): Promise<LaneResult> => {
      await stages.forAlpha(3 * mib);
      reserved.push(reservedBytes());
      throw new NoRoom(4000);
    };
    runOnEdgeLane.mockImplementation(isolate);
    runOnImageLane.mockImplementation(async () => {
      reserved.push(reservedBytes());
      return resultOf(streamOf(answerBytes));
    });
    const refined = { model: 'matte-refined', upsampling: 'guided', refiner: true } as const;
    const terms = { ...network(1024), settings: { matte: refined }, limits: { maxImageBytes: mib } };
    const call = await callWith({ upload: form(png(2, 2)), ...terms });
    expect(new Uint8Array(await (await run(call)).arrayBuffer())).toEqual(answerBytes);
    await call.over();
    expect(reserved.map((bytes) => Math.floor(bytes / mib))).toEqual([19, 0]);

    runOnImageLane.mockRejectedValue(new NetworkFault('unavailable', 'full', { retryAfterSeconds: 7 }));
    const refused = await callWith({ upload: form(png(2, 2)), ...terms });
    expect(await failureOf(refused)).toMatchObject({ refusal: { status: 503, retryAfterSeconds: 4 } });
    expect(refused.ledger.asked).toEqual(['admit alpha-channel null', 'release h']);
  });

  test('is the image lane for a file that turns out to be beyond the decoder of the isolate', async () => {
    runOnEdgeLane.mockRejectedValueOnce(new BeyondRowDecoder(new Error('a colour space')));
    runOnImageLane.mockResolvedValueOnce(resultOf(streamOf(answerBytes)));
    const call = await callWith({ upload: form(png(2, 2)), ...network(1024) });
    expect(new Uint8Array(await (await run(call)).arrayBuffer())).toEqual(answerBytes);
    await call.over();
    expect(runOnImageLane).toHaveBeenCalledOnce();
  });

  test('is not reached where the queue of the network leaves no time for one more run', async () => {
    const settings = { matte: { model: 'crowded', upsampling: 'guided', refiner: false } } as const;
    const headers = { 'X-Line-Wait-Ms': '60000', 'X-Line-Run-Ms': '2000' };
    const env = { INFERENCE: { fetch: async () => Response.json(metadata(1024), { headers }) } };
    const call = await callWith({ upload: form(png(2, 2)), settings, env, limits: { workMs: 50_000 } });
    expect(await failureOf(call)).toMatchObject({
      refusal: { status: 503, retryAfterSeconds: expect.toSatisfy((seconds) => seconds >= 10 && seconds <= 13) },
      cause: 'The queue of the network is too long',
    });
    expect(call.ledger.asked).toEqual(['admit alpha-channel null', 'release h']);
    expect([runOnEdgeLane.mock.calls, runOnImageLane.mock.calls]).toEqual([[], []]);
    // A call with more time is worked on.
    expect(await laneOf({ upload: form(png(2, 2)), settings, env, limits: { workMs: 600_000 } })).toBe('edge');
  });

  test('is not reached where neither has room: the answer has the shorter Retry-After, and the caller cannot upload before it', async () => {
    const key = await createKey('test', keyHashSecret);
    const terms = { key, upload: form(png(2, 2)), limits: { capacityWaitMs: 0, maxImageBytes: mib }, ...network(1024) };
    runOnImageLane.mockRejectedValue(new NetworkFault('unavailable', 'full', { retryAfterSeconds: 7 }));
    await others().take(80 * mib);
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
      cause: 'Called before Retry-After',
    });
    expect([second.body.received, runOnImageLane.mock.calls.length]).toEqual([0, 1]);
    // Another caller may upload.
    const { key: _key, ...otherCaller } = terms;
    expect(await failureOf(await callWith(otherCaller))).toMatchObject({ cause: { message: 'full' } });
    others().giveBack();
    await turn;
    waiting.giveBack();
    runOnImageLane.mockReset();
  });

  test('is not reached where the network cannot be asked about', async () => {
    const env = { INFERENCE: { fetch: () => Promise.reject(new Error('away')) } };
    const settings = { matte: { model: 'away', upsampling: 'guided', refiner: false } } as const;
    const call = await callWith({ upload: form(png(2, 2)), env, settings });
    expect(await failureOf(call)).toBeInstanceOf(NetworkFault);
    expect(call.ledger.asked).toEqual(['admit alpha-channel null', 'release h']);
    expect(runOnEdgeLane).not.toHaveBeenCalled();
    expect(runOnImageLane).not.toHaveBeenCalled();
  });
});
