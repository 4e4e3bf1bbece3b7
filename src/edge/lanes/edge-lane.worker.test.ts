/** A picture in the isolate, by the real codecs and with networks behind the binding that answer what a test says. */
import { expect, test, vi } from 'vitest';
import { defaultLimits } from '../../contract/limits.ts';
import { createEdgePictures } from '../../pixels/codecs/pictures.ts';
import { encodePng } from '../../pixels/pipeline/png/encode.ts';
import { probe } from '../../pixels/pipeline/probe/probe.ts';
import { headerLengthName, messageHeaders } from '../../wire/protocol/frame.ts';
import { decodeInferRequest, encodeInferResponse } from '../../wire/protocol/message.ts';
import { unconfigured } from '../environment.ts';
import { RequestResources } from '../request-resources.ts';
import { type ExchangeChanges, exchangeWith } from '../testing/exchange.ts';
import { Timings } from '../timings.ts';
import { affinityOf } from './affinity.ts';
import { callerName } from './caller-name.ts';
import { runOnEdgeLane } from './edge-lane.ts';
import { NoRoom } from './stages.ts';

const [widthPx, heightPx] = [16, 8];
/** What the network sees. */
const sidePx = 16;
const model = 'matte-of-the-isolate';
const metadata = {
  name: model,
  platform: 'onnx',
  versions: ['1'],
  inputs: [{ name: 'picture', datatype: 'UINT8', shape: [-1, sidePx, sidePx, 3] }],
  outputs: [{ name: 'matte', datatype: 'UINT8', shape: [-1, sidePx, sidePx] }],
  parameters: {},
};

/** A PNG that is brighter from column to column. */
async function ramp(): Promise<Uint8Array<ArrayBuffer>> {
  const write = (count: number, into: Uint8Array) => {
    for (let at = 0; at < count * widthPx; at++) into[at] = 16 * (at % widthPx);
  };
  return new Uint8Array(await new Response(encodePng({ widthPx, heightPx, channels: 1, write }, null)).arrayBuffer());
}

/** The matte of what is bright. */
async function answer(url: string, { headers, body }: RequestInit): Promise<Response> {
  if (!url.endsWith('/infer')) return Response.json(metadata);
  const { inputs } = decodeInferRequest(body as Uint8Array, new Headers(headers).get(headerLengthName));
  const seen = inputs[0].data as Uint8Array;
  const data = Uint8Array.from({ length: sidePx ** 2 }, (_, pixel) => (seen[3 * pixel] >= 128 ? 255 : 0));
  const outputs = [{ name: 'matte', datatype: 'UINT8', shape: [1, sidePx, sidePx], data }] as const;
  const message = encodeInferResponse({ modelName: model, outputs }, () => true);
  return new Response(message.body, { headers: messageHeaders(message) });
}

/** A call with the ramp, whose binding answers so. */
async function callOf(respond: typeof answer, changes: ExchangeChanges = {}) {
  const fetch = vi.fn(respond);
  const timings = new Timings();
  const exchange = exchangeWith({ env: { INFERENCE: { fetch } }, settings: unconfigured, timings, ...changes });
  const resources = new RequestResources(new AbortController().signal, 'r1');
  const stages = {
    endDecoding: vi.fn(),
    forAlpha: vi.fn(async (_bytes: number) => {}),
    forEncoding: vi.fn(async () => {}),
  };
  const file = await ramp();
  const task = { kind: 'matte', imageType: false, refine: true } as const;
  const matte = { model, upsampling: 'bilinear', refiner: false } as const;
  const work = { file, background: null, header: probe(file), task, matte, deadlineMs: Date.now() + 60_000 };
  return { exchange, work, stages, resources, fetch, timings };
}

test('a picture is decoded, seen by the network that the deployment names, and its matte is read out', async () => {
  const { exchange, work, stages, resources, fetch, timings } = await callOf(answer);
  const { encoded, ...facts } = await runOnEdgeLane(exchange, work, stages, resources);
  expect(facts).toEqual({
    widthPx,
    heightPx,
    subjectFound: true,
    isVehicle: false,
    isCutByColour: false,
    refined: true,
    uncertainty: 0,
    lookFirst: null,
    model: expect.stringMatching(/^matte-of-the-isolate@[0-9a-f]{12}$/),
    imageType: null,
    view: null,
    output: null,
    subject: null,
    shadowPng: null,
  });
  // The classifier first: here it says nothing that makes sense, so the picture is a photograph.
  const urls = fetch.mock.calls.map(([url]) => url);
  const asked = ['image-type', model].map((name) => `http://inference/v2/models/${name}`);
  expect(urls.filter((url) => url.endsWith('/infer'))).toEqual(asked.map((url) => `${url}/infer`));
  expect(new Set(urls.filter((url) => !url.endsWith('/infer')))).toEqual(new Set(asked));
  for (const [, init] of fetch.mock.calls) {
    const headers = new Headers(init.headers);
    expect([headers.get('X-Request-Id'), headers.get('X-Call')]).toEqual(['r1', 'c1']);
  }
  expect(timings.header()).toMatch(/^decode;dur=[\d.]+, inference;dur=[\d.]+$/);
  // No edge is refined here; room to encode is asked for last.
  expect([stages.forAlpha.mock.calls.length, stages.forEncoding.mock.calls.length]).toEqual([0, 1]);
  expect(stages.endDecoding).toHaveBeenCalledOnce();

  const file = new Uint8Array(await new Response(encoded).arrayBuffer());
  const matte = await createEdgePictures(defaultLimits).open(file, probe(file));
  const row = matte.rows().next(1);
  expect([row[0], row.at(-1)]).toEqual([0, 255]);
});

test.each([true, false])(
  'where outputs may be kept, %s, the networks get the caller a second time',
  async (mayKeep) => {
    const settings = { ...unconfigured, keyHashSecret: 'secret' };
    const { exchange, work, stages, resources, fetch } = await callOf(answer, {
      caller: 'ledger-1',
      mayKeep,
      settings,
    });
    await (await runOnEdgeLane(exchange, work, stages, resources)).encoded.cancel();
    const name = await callerName('ledger-1', 'secret');
    const kept = mayKeep ? [name, affinityOf(name, work.file)] : [null, null];
    const named = fetch.mock.calls.map(([, init]) => {
      const headers = new Headers(init.headers);
      return ['X-Turn-Of', 'X-Caller', 'X-Affinity'].map((header) => headers.get(header));
    });
    expect(named).toEqual(fetch.mock.calls.map(() => [name, ...kept]));
  },
);

test('the picture is the request’s own until the request is over', async () => {
  const { exchange, work, stages, resources } = await callOf(answer);
  const keep = vi.spyOn(resources, 'keep');
  await runOnEdgeLane(exchange, work, stages, resources);
  const [picture] = keep.mock.calls[0] as [{ close(): void }, unknown];
  const close = vi.spyOn(picture, 'close');
  expect(close).not.toHaveBeenCalled();
  await resources.end();
  expect(close).toHaveBeenCalledOnce();
});

test('a network that is full makes the call fail, after a decode that is timed', async () => {
  const full = async () => Response.json({ error: 'full' }, { status: 503, headers: { 'Retry-After': '7' } });
  const { exchange, work, stages, resources, timings } = await callOf((url, init) =>
    url.endsWith('/infer') ? full() : answer(url, init),
  );
  await expect(runOnEdgeLane(exchange, work, stages, resources)).rejects.toMatchObject({
    name: 'NetworkFault',
    kind: 'unavailable',
    retryAfterSeconds: 7,
  });
  expect(timings.header()).toMatch(/^decode;dur=[\d.]+, inference;dur=[\d.]+$/);
});

test('a request that is over asks no network any more', async () => {
  const { exchange, work, stages, resources, fetch } = await callOf(answer);
  await resources.end();
  await expect(runOnEdgeLane(exchange, work, stages, resources)).rejects.toThrow();
  expect(fetch.mock.calls.filter(([url]) => url.endsWith('/infer'))).toEqual([]);
});

test('a file that is not of the size that its header states is refused', async () => {
  const { exchange, work, stages, resources } = await callOf(answer);
  const header = { ...work.header, widthPx: widthPx + 1 };
  await expect(runOnEdgeLane(exchange, { ...work, header }, stages, resources)).rejects.toMatchObject({
    name: 'ImageFault',
    kind: 'invalid',
  });
});

test('a stage that finds no room ends the work, and the picture is closed at once', async () => {
  const { exchange, work, stages, resources } = await callOf(answer);
  const keep = vi.spyOn(resources, 'keep');
  stages.forEncoding.mockRejectedValue(new NoRoom(1500));
  await expect(runOnEdgeLane(exchange, work, stages, resources)).rejects.toMatchObject({
    name: 'NoRoom',
    overdueMs: 1500,
  });
  const [picture] = keep.mock.calls[0] as [{ rows(): unknown }, unknown];
  expect(() => picture.rows()).toThrow('closed');
});
