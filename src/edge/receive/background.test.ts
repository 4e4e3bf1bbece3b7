/** Calls with a background picture: how it is sent, where it goes, and what is refused. */
import '../testing/streams.ts';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import { operationNamed, type ProcessingOperation } from '../../contract/operations.ts';
import { type Refusal, Refused } from '../../contract/refusals.ts';
import { BackgroundFault } from '../../pixels/pipeline/picture/fault.ts';
import { byApiKey } from '../admit/admission-policy.ts';
import { processPicture } from '../process.ts';
import { serviceOf } from '../service.ts';
import { bmp, form, type MadeUpCall, makeCall, png } from '../testing/call.ts';
import { runOnImageLane } from '../testing/lanes.ts';
import { testAlone } from '../testing/process.ts';

vi.mock('../lanes/edge-lane.ts', () => import('../testing/lanes.ts'));
vi.mock('../lanes/image-lane.ts', () => import('../testing/lanes.ts'));

testAlone();

const picture = png(2, 2);
const beach = bmp(30, 20);
const address = 'https://images.example.com/beach.bmp';
let fetched: Uint8Array<ArrayBuffer>;
const fetcher = { fetch: async () => new Response(fetched) };

beforeEach(() => {
  fetched = beach;
});

/** A form with a background, behind the image or before it. */
function upload(background: Uint8Array<ArrayBuffer>, { isFirst = false, file = picture } = {}): FormData {
  const made = new FormData();
  const parts = [
    ['file', file],
    ['background_image', background],
  ] as const;
  for (const [name, bytes] of isFirst ? parts.toReversed() : parts) made.append(name, new Blob([bytes]), name);
  return made;
}

/** What a call is refused with, or what the lane was given. */
async function run(terms: MadeUpCall, name: ProcessingOperation['name'] = 'image-without-background') {
  const call = await makeCall({ env: { FETCHER: fetcher }, ...terms, settings: { imageUrl: true, ...terms.settings } });
  try {
    const answered = await processPicture(call.exchange, serviceOf(operationNamed(name)), call.body, byApiKey);
    await answered.arrayBuffer();
    const [, work] = runOnImageLane.mock.calls.at(-1) ?? [];
    return { status: answered.status, work, refused: null, asked: call.ledger.asked };
  } catch (failure) {
    if (!(failure instanceof Refused)) throw failure;
    return { status: failure.refusal.status, work: undefined, refused: failure.refusal, asked: call.ledger.asked };
  } finally {
    await call.over();
  }
}

/** Status, place, and code of a refusal. */
function shown(refusal: Refusal | null) {
  const detail = refusal && 'detail' in refusal.body ? refusal.body.detail : null;
  return [refusal?.status, Array.isArray(detail) ? detail[0].loc.at(-1) : null, refusal?.code];
}

describe('a background', () => {
  test.each([false, true])('goes to the image lane beside its picture, wherever it is in the form', async (isFirst) => {
    const { status, work } = await run({ upload: upload(beach, { isFirst }) });
    expect(status).toBe(200);
    expect([work?.file, work?.background]).toEqual([picture, beach]);
    expect(work?.task).toMatchObject({ kind: 'cutout', output: { background: 'picture' } });
  });

  test('is fetched from its address', async () => {
    const { status, work } = await run({ upload: form(picture, { background_url: address }) });
    expect(status).toBe(200);
    expect([work?.file, work?.background]).toEqual([picture, beach]);
    expect(work?.task).toMatchObject({ output: { background: 'picture' } });
    expect(JSON.stringify(work?.task)).not.toContain('example.com');
  });

  test('is Base64 in JSON, and null there is none', async () => {
    const [image, under] = [picture, beach].map((bytes) => Buffer.from(bytes).toString('base64'));
    const headers = { 'Content-Type': 'application/json' };
    const json = (members: object) =>
      run({ headers, upload: JSON.stringify(members) }, 'image-without-background-base64');
    for (const members of [
      { image_base64: image, background_image: under },
      { background_image: under, image_base64: image },
    ]) {
      const { status, work } = await json(members);
      expect([status, work?.file, work?.background]).toEqual([200, picture, beach]);
    }
    const none = await json({ image_base64: Buffer.from(bmp(2, 2)).toString('base64'), background_image: null });
    expect([none.status, none.work?.background]).toEqual([200, null]);
    for (const wrong of [7, '%%%', '']) {
      const { refused } = await json({ image_base64: image, background_image: wrong });
      expect(shown(refused)).toEqual([422, 'background_image', 'VALIDATION_ERROR']);
    }
  });

  test('that a form has left empty is none', async () => {
    const { status, work } = await run({ upload: upload(new Uint8Array(0)), settings: { lane: 'image' } });
    expect([status, work?.background]).toEqual([200, null]);
  });

  test.each<[string, () => FormData, ...unknown[]]>([
    ['is no picture', () => upload(new Uint8Array(40)), 422, 'background_image', 'VALIDATION_ERROR'],
    ['has over 12 megapixels', () => upload(bmp(4000, 3001)), 422, 'background_image', 'INVALID_IMAGE'],
    [
      'has an address that is not fetched',
      () => form(picture, { background_url: 'http://127.0.0.1/' }),
      422,
      'background_url',
      'IMAGE_URL_NOT_ALLOWED',
    ],
    [
      'has another one beside it',
      () => {
        const both = upload(beach);
        both.append('background_url', address);
        return both;
      },
      422,
      'background_url',
      'VALIDATION_ERROR',
    ],
    [
      'has a colour beside it',
      () => {
        const both = upload(beach);
        both.append('background_color', 'teal');
        return both;
      },
      422,
      'background_color',
      'VALIDATION_ERROR',
    ],
  ])('is refused where it %s, and costs nothing', async (_, made, ...expected) => {
    const { refused, asked } = await run({ upload: made() });
    expect(shown(refused)).toEqual(expected);
    expect(asked.filter((each) => each.startsWith('settle'))).toEqual([]);
  });

  test('may be as large as the picture leaves of the limit, by itself and by its address', async () => {
    for (const less of [0, 1]) {
      const limits = { maxImageBytes: picture.length + beach.length - less };
      for (const isFirst of [false, true]) {
        const { refused } = await run({ upload: upload(beach, { isFirst }), limits });
        expect(shown(refused)).toEqual(
          less ? [422, 'background_image', 'IMAGE_TOO_LARGE'] : [undefined, null, undefined],
        );
      }
      const { refused } = await run({ upload: form(picture, { background_url: address }), limits });
      expect(shown(refused)).toEqual(
        less ? [422, 'background_url', 'IMAGE_URL_TOO_LARGE'] : [undefined, null, undefined],
      );
    }
  });

  describe('of a body whose length is over the limit', () => {
    const limits = { maxImageBytes: 300_000, maxFieldBytes: 65_536, maxParts: 4, maxJsonBytes: 530_000 };
    const most = limits.maxImageBytes + limits.maxFieldBytes + limits.maxParts * 1024;
    const large = (bytes: number) => new Uint8Array(bytes).fill(1);
    const announced = { 'Content-Length': String(most + 1) };

    test('is named, though the image alone would have gone in', async () => {
      for (const isFirst of [false, true]) {
        const both = upload(large(200_000), { isFirst, file: large(200_000) });
        const { refused } = await run({ upload: both, limits, headers: announced });
        expect(shown(refused)).toEqual([422, 'background_image', 'IMAGE_TOO_LARGE']);
      }
      const text = Buffer.from(large(200_000)).toString('base64');
      const members = JSON.stringify({ image_base64: text, background_image: text });
      const headers = { 'Content-Type': 'application/json', 'Content-Length': String(members.length) };
      const inJson = await run({ upload: members, limits, headers }, 'image-without-background-base64');
      expect(members.length).toBeGreaterThan(limits.maxJsonBytes);
      expect(shown(inJson.refused)).toEqual([422, 'background_image', 'IMAGE_TOO_LARGE']);
    });

    test('is read no further than any body is', async () => {
      const padded = form(picture);
      padded.append('another', new Blob([large(500_000)]), 'another');
      const { refused } = await run({ upload: padded, limits, headers: announced });
      expect(shown(refused)).toEqual([413, null, 'FILE_TOO_LARGE']);
    });

    test('is not read at all where either of them alone is too large', async () => {
      const headers = { 'Content-Length': String(2 * most + 1) };
      const { refused } = await run({ upload: upload(large(10), { file: large(10) }), limits, headers });
      expect(shown(refused)).toEqual([413, null, 'FILE_TOO_LARGE']);
    });
  });

  test('whose client has left while it was fetched costs nothing', async () => {
    const asked = vi.fn();
    const waiting = {
      fetch: (_: string, { signal }: RequestInit) =>
        new Promise((_resolve, reject) => {
          asked();
          signal?.addEventListener('abort', () => reject(signal.reason));
        }),
    };
    const upload = form(picture, { background_url: address });
    const call = await makeCall({ upload, env: { FETCHER: waiting }, settings: { imageUrl: true } });
    const service = serviceOf(operationNamed('image-without-background'));
    const ended = processPicture(call.exchange, service, call.body, byApiKey).catch((failure: unknown) => failure);
    await vi.waitFor(() => expect(asked).toHaveBeenCalled());
    call.leave();
    expect(await ended).toBeInstanceOf(Refused);
    await call.over();
    expect(call.ledger.asked).toEqual([expect.stringMatching(/^admit /), 'release h']);
  });

  test('that breaks in the lane is named', async () => {
    runOnImageLane.mockRejectedValue(new BackgroundFault({ kind: 'invalid', message: 'broken' }));
    expect(shown((await run({ upload: upload(beach) })).refused)).toEqual([422, 'background_image', 'INVALID_IMAGE']);
    const byUrl = await run({ upload: form(picture, { background_url: address }) });
    expect(shown(byUrl.refused)).toEqual([422, 'background_url', 'INVALID_IMAGE']);
  });

  test('that was fetched and is no picture is refused at its address', async () => {
    fetched = new Uint8Array(40);
    const { refused } = await run({ upload: form(picture, { background_url: address }) });
    expect(shown(refused)).toEqual([422, 'background_url', 'IMAGE_URL_NOT_AN_IMAGE']);
  });
});
