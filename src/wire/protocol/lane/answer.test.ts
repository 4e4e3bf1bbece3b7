import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { byteStreamOf } from '../../../pixels/bounds/testing/byte-stream.ts';
import { NetworkFault } from '../../../pixels/pipeline/networks/networks.ts';
import { encodePng } from '../../../pixels/pipeline/png/encode.ts';
import { type LaneAnswer, laneAnswerNames, readLaneAnswer, writeLaneAnswer } from './answer.ts';

/** A grey PNG of one column. */
async function png(heightPx: number, grey: number): Promise<Uint8Array> {
  const write = (_count: number, into: Uint8Array): void => void into.fill(grey);
  return collect(encodePng({ widthPx: 1, heightPx, channels: 1, write }, null));
}

/** The bytes in pieces of this length. */
function streamOf(bytes: Uint8Array, pieceBytes = 7): ReadableStream<Uint8Array> {
  let at = 0;
  return new ReadableStream({
    pull(controller) {
      if (at >= bytes.length) return controller.close();
      controller.enqueue(bytes.slice(at, at + pieceBytes));
      at += pieceBytes;
    },
  });
}

async function collect(stream: AsyncIterable<Uint8Array>): Promise<Uint8Array> {
  const pieces: Uint8Array[] = [];
  for await (const piece of stream) pieces.push(piece);
  return new Uint8Array(Buffer.concat(pieces));
}

/** An answer as it comes over HTTP. */
function sent({ status, headers, body }: ReturnType<typeof writeLaneAnswer>): Response {
  return new Response(byteStreamOf(body) as BodyInit, { status, headers: { ...headers } });
}

const facts = {
  widthPx: 40,
  heightPx: 30,
  subjectFound: true,
  isVehicle: false,
  isCutByColour: false,
  refined: true,
  uncertainty: 0.125,
  lookFirst: { leftPx: 4, topPx: 8, widthPx: 15, heightPx: 16 },
  model: 'matte@0123456789ab',
  imageType: null,
  view: null,
  output: null,
  subject: null,
  onBackground: true,
  takesPoints: true,
  decodeMs: 1.5,
  inferenceMs: 20,
};

/** -0 is written as 0. */
const finite = fc.double({ noNaN: true, noDefaultInfinity: true }).map((value) => value + 0);
const sides = fc.integer({ min: 1, max: 100_000 });
const outputs = fc.record({
  widthPx: sides,
  heightPx: sides,
  boxLeftPx: fc.integer(),
  boxTopPx: fc.integer(),
  boxWidthPx: sides,
  boxHeightPx: sides,
});

describe('an answer', () => {
  it('is read as it was written, with one picture or with two', async () => {
    const answers = fc.record({
      widthPx: sides,
      heightPx: sides,
      subjectFound: fc.boolean(),
      isVehicle: fc.boolean(),
      isCutByColour: fc.boolean(),
      refined: fc.boolean(),
      uncertainty: finite.map(Math.abs),
      lookFirst: fc.option(fc.record({ leftPx: fc.nat(), topPx: fc.nat(), widthPx: sides, heightPx: sides })),
      model: fc.stringMatching(/^[a-z.-]{0,20}@[0-9a-f]{12}$/),
      imageType: fc.option(fc.record({ photo: finite, graphic: finite })),
      view: fc.option(fc.record({ azimuth: finite, elevation: finite })),
      output: fc.option(outputs),
      subject: fc.option(fc.record({ leftPx: fc.nat(), topPx: fc.nat(), widthPx: sides, heightPx: sides })),
      onBackground: fc.boolean(),
      takesPoints: fc.boolean(),
      decodeMs: finite.map(Math.abs),
      inferenceMs: finite.map(Math.abs),
    });
    await fc.assert(
      fc.asyncProperty(answers, sides, fc.boolean(), fc.nat(40), async (values, side, hasShadow, pieceBytes) => {
        const [first, second] = [await png(1 + (side % 50), 7), await png(1 + (side % 9), 99)];
        const written: LaneAnswer = {
          ...values,
          encoded: streamOf(first, 1 + pieceBytes),
          shadowPng: hasShadow ? streamOf(second, 1 + pieceBytes) : null,
        };
        const { encoded, shadowPng, ...read } = await readLaneAnswer(sent(writeLaneAnswer(written)));
        expect(read).toEqual(values);
        expect(await collect(encoded)).toEqual(first);
        expect(shadowPng && (await collect(shadowPng))).toEqual(hasShadow ? second : null);
      }),
      { numRuns: 50 },
    );
  });

  it('has no header that would be lost on its way', () => {
    const all: LaneAnswer = {
      ...facts,
      imageType: { photo: 0.9, graphic: 0.1 },
      view: { azimuth: 1, elevation: 2 },
      output: { widthPx: 1, heightPx: 2, boxLeftPx: -3, boxTopPx: 4, boxWidthPx: 5, boxHeightPx: 6 },
      subject: { leftPx: 0, topPx: 1, widthPx: 2, heightPx: 3 },
      encoded: streamOf(new Uint8Array(1)),
      shadowPng: null,
    };
    expect(laneAnswerNames).toEqual(expect.arrayContaining(Object.keys(writeLaneAnswer(all).headers)));
  });

  it('that does not say how large its picture is, is a failure', async () => {
    const written = writeLaneAnswer({ ...facts, widthPx: 0, encoded: streamOf(new Uint8Array(1)), shadowPng: null });
    await expect(readLaneAnswer(sent(written))).rejects.toMatchObject({ name: 'NetworkFault', kind: 'failed' });
    await expect(readLaneAnswer(new Response('picture'))).rejects.toThrow('did not state what its picture is');
  });

  it('that breaks off may be asked for again', async () => {
    const broken = new ReadableStream<Uint8Array>({
      type: 'bytes',
      pull: (controller) => controller.error(new Error('connection lost')),
    });
    const { headers } = writeLaneAnswer({ ...facts, encoded: broken, shadowPng: null });
    const answer = await readLaneAnswer(new Response(broken as BodyInit, { headers: { ...headers } }));
    const fault = await collect(answer.encoded).catch((cause: unknown) => cause);
    expect(fault).toBeInstanceOf(NetworkFault);
    expect(fault).toMatchObject({ kind: 'unavailable' });
  });

  it('other than 200 is the fault that it states', async () => {
    const response = Response.json({ error: 'No place', kind: 'unavailable' }, { status: 503 });
    await expect(readLaneAnswer(response)).rejects.toThrow('No place');
  });
});
