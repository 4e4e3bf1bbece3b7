/** The lane as its callers see it: real children, real pictures, a scripted network behind them. */
import { readFileSync } from 'node:fs';
import { request } from 'node:http';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { readOptions } from '../../contract/options.ts';
import { cutoutOutput, outputOptions } from '../../contract/output/options.ts';
import { readLaneAnswer } from '../../wire/protocol/lane/answer.ts';
import { Scheduler } from '../scheduler/scheduler.ts';
import { startTestLane, type TestLane } from './testing/lane.ts';

const fixtures = new URL('../../../test/fixtures/pictures/input/', import.meta.url);
const fixture = (name: string) => new Uint8Array(readFileSync(new URL(name, fixtures)));

/** A picture of one colour. The scripted network takes ten times `red` milliseconds and answers with `red` as matte. */
async function plain(red: number, format: 'png' | 'jpeg' | 'tiff' = 'png', widthPx = 40): Promise<Uint8Array> {
  const create = { width: widthPx, height: 30, channels: 3, background: { r: red, g: 20, b: 200 } } as const;
  return new Uint8Array(await sharp({ create }).toFormat(format, { quality: 100 }).toBuffer());
}

async function rgba(response: Response): Promise<Buffer> {
  return sharp(await response.arrayBuffer())
    .raw()
    .toBuffer();
}

const cutout = { kind: 'cutout', imageType: false, refine: true, cleanEdges: false } as const;
const matte = { kind: 'matte', imageType: false, refine: true } as const;
const settings = { model: 'matte', upsampling: 'guided', refiner: false } as const;

let lane: TestLane;
beforeAll(async () => {
  lane = await startTestLane(false);
});
afterAll(() => lane.stop());

it('a picture’s networks are asked under its own trace, as runs of its call', async () => {
  const traceparent = '00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01';
  const enter = vi.spyOn(Scheduler.prototype, 'enter');
  expect((await lane.post(await plain(9), { requestId: 'r2', call: 'c2', traceparent })).status).toBe(200);
  expect(new Set(enter.mock.calls.map(([, , , call]) => call))).toEqual(new Set(['c2']));
  const asked = lane.serviceLines.filter(({ event, requestId }) => event === 'request' && requestId === 'r2');
  expect(asked.map(({ path }) => path)).toEqual(expect.arrayContaining(['/v2/models/matte/infer']));
  for (const { traceId } of asked) expect(traceId).toBe('0af7651916cd43dd8448eb211c80319c');
});

describe('200', () => {
  it('a cutout: the photo’s colours under the matte', async () => {
    const response = await lane.post(await plain(9), { requestId: 'r1' });
    expect(response.status).toBe(200);
    expect(response.headers.get('Content-Type')).toBe('application/octet-stream');
    expect(response.headers.get('X-Request-Id')).toBe('r1');
    const { encoded, ...facts } = await readLaneAnswer(response);
    expect(facts).toEqual({
      widthPx: 40,
      heightPx: 30,
      subjectFound: false,
      isVehicle: false,
      isCutByColour: false,
      refined: true,
      uncertainty: 1,
      lookFirst: null,
      model: expect.stringMatching(/^luma@[0-9a-f]{12}$/),
      imageType: null,
      view: null,
      output: null,
      subject: null,
      shadowPng: null,
      onBackground: false,
      takesPoints: true,
      decodeMs: expect.any(Number),
      inferenceMs: expect.any(Number),
    });
    expect([...(await rgba(new Response(encoded))).subarray(0, 4)]).toEqual([9, 20, 200, 9]);
  });

  it('a matte', async () => {
    const response = await lane.post(await plain(12), { task: matte });
    expect([...(await rgba(response)).subarray(0, 2)]).toEqual([12, 12]);
  });

  it.each(['tiff', 'jpeg'] as const)('the same for %s', async (format) => {
    const response = await lane.post(await plain(7, format), { task: matte });
    expect(Math.abs((await rgba(response))[0] - 7)).toBeLessThanOrEqual(2);
  });

  it('the upright size of a turned picture', async () => {
    const dark = await sharp(await plain(5))
      .withMetadata({ orientation: 6 })
      .jpeg()
      .toBuffer();
    const response = await lane.post(dark);
    const { widthPx, heightPx, encoded } = await readLaneAnswer(response);
    const { width, height } = await sharp(await new Response(encoded).arrayBuffer()).metadata();
    expect([widthPx, heightPx, width, height]).toEqual([30, 40, 30, 40]);
  });

  it('the profile of the picture in its cutout', async () => {
    const icc = await sharp(await plain(3))
      .withIccProfile('p3')
      .png()
      .toBuffer();
    const response = await lane.post(icc);
    expect((await sharp(await response.arrayBuffer()).metadata()).icc).toBeDefined();
  });

  it('for a caller that reads slowly', async () => {
    const response = await lane.post(await plain(2, 'png', 3000), {});
    const reader = response.body?.getReader();
    let bytes = 0;
    for (let step = await reader?.read(); step && !step.done; step = await reader?.read()) {
      bytes += step.value.length;
      await new Promise((resolve) => setTimeout(resolve, 20));
    }
    expect(bytes).toBeGreaterThan(100);
  });
});

describe('errors say what is wrong', () => {
  const body = async (response: Response) => [response.status, await response.json()];

  it('415 for what is no picture', async () => {
    expect(await body(await lane.post(new TextEncoder().encode('hello, this is text')))).toEqual([
      415,
      { error: 'The file is not an image of a supported format', kind: 'unsupported' },
    ]);
  });

  it('415 for HEIC where it is switched off', async () => {
    const response = await lane.post(fixture('heic-single.heic'), { heic: false });
    expect(await body(response)).toMatchObject([415, { kind: 'unsupported' }]);
  });

  it('422 for a picture that is cut', async () => {
    const file = fixture('tiff-icc.tif');
    expect(await body(await lane.post(file.slice(0, 5000)))).toMatchObject([422, { kind: 'invalid' }]);
  });

  it('422 for too many pixels, before anything is decoded', async () => {
    const bmp = fixture('bmp-24.bmp');
    new DataView(bmp.buffer).setInt32(18, 60_000, true);
    new DataView(bmp.buffer).setInt32(22, 60_000, true);
    const [status, { error }] = (await body(await lane.post(bmp))) as [number, { error: string }];
    expect([status, error]).toEqual([422, expect.stringContaining('60000x60000')]);
  });

  it('500 for a network that is not there, with the cause in the log', async () => {
    const response = await lane.post(await plain(1), { matte: { ...settings, model: 'nobody' }, requestId: 'r5' });
    expect(await body(response)).toMatchObject([500, { kind: 'failed' }]);
    expect(await lane.logged('lane-picture-failed')).toMatchObject({ requestId: 'r5' });
  });

  it('500 for what cannot be encoded, before an answer has begun', async () => {
    const webp = cutoutOutput(readOptions(outputOptions, new Map([['output_format', 'webp']])));
    // Wider than a WebP can be.
    const response = await lane.post(await plain(9, 'png', 17_000), { task: { ...cutout, ...webp }, requestId: 'r6' });
    expect(await body(response)).toMatchObject([500, { kind: 'failed' }]);
    expect(await lane.logged('lane-picture-failed', 2)).toMatchObject({ requestId: 'r6' });
  });

  it('503 where the network is not done by the deadline', async () => {
    const response = await lane.post(await plain(251), { remainingMs: 1500 });
    expect(await body(response)).toMatchObject([503, { kind: 'unavailable' }]);
    expect(Number(response.headers.get('Retry-After'))).toBeGreaterThan(0);
  });

  it('404 for another operation, 405 for another method', async () => {
    expect((await fetch(`${lane.base}/lane/v1/shadow`, { method: 'POST' })).status).toBe(404);
    expect((await fetch(`${lane.base}/lane/v1/cutout`)).status).toBe(405);
  });

  it('411 without a length', async () => {
    const status = await new Promise((resolve, reject) => {
      const sent = request(`${lane.base}/lane/v1/cutout`, { method: 'POST' }, (answer) => {
        answer.resume();
        resolve(answer.statusCode);
      });
      sent.on('error', reject);
      sent.write('x');
      setTimeout(() => sent.end('y'), 20);
    });
    expect(status).toBe(411);
  });

  it('413 for a file over the limit', async () => {
    expect((await lane.post(new Uint8Array(22 * 1024 * 1024 + 1))).status).toBe(413);
  });
});

it('drops the work of a caller that has left, and goes on', async () => {
  const gone = new AbortController();
  const lost = lane.post(await plain(150), { signal: gone.signal });
  setTimeout(() => gone.abort(), 200);
  await expect(lost).rejects.toThrow();
  expect((await lane.post(await plain(1))).status).toBe(200);
});

it('says by GET /lane/v1/ready whether it can work', async () => {
  expect((await fetch(`${lane.base}/lane/v1/ready`)).status).toBe(200);
});
