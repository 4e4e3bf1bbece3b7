import { expect, test } from 'vitest';
import type { Outcome } from '../../contract/answers.ts';
import { type OperationName, operationNamed, processingOperations } from '../../contract/operations.ts';
import { outcomeWith } from '../../contract/testing/outcome.ts';
import { respond } from './respond.ts';

/** A stream of these pieces, so that groups of three bytes fall across their borders. */
function streamOf(...pieces: readonly (readonly number[])[]): ReadableStream<Uint8Array> {
  return new ReadableStream({
    start(controller) {
      for (const piece of pieces) controller.enqueue(new Uint8Array(piece));
      controller.close();
    },
  });
}

const png = () => streamOf([1], [2, 3, 4, 5], [], [6, 7, 8, 9, 10, 11, 12, 13], [14]);
const pngBase64 = 'AQIDBAUGBwgJCgsMDQ4=';

async function answerOf(name: OperationName, changes: Partial<Outcome>, options: Record<string, string> = {}) {
  const operation = operationNamed(name);
  const task = operation.read(new Map(Object.entries(options)));
  const { headers, body } = respond(operation, task, outcomeWith({ encoded: png(), ...changes }));
  return { headers, body: new Uint8Array(await new Response(body).arrayBuffer()) };
}

const textOf = (body: Uint8Array) => new TextDecoder().decode(body);

const sure = {
  'X-Matte-Uncertainty': '0.021',
  'X-Needs-Review': 'false',
  'X-Model': 'isnet-general@3f0c9a51e7d2',
};
const sizes = {
  'Content-Type': 'image/png',
  'X-Input-Dimensions': '6000,10',
  'X-Processed-Dimensions': '5000,8',
  'X-Was-Downscaled': 'true',
  ...sure,
};

test.each(['image-without-background', 'alpha-channel'] as const)('%s answers with the PNG itself', async (name) => {
  const { headers, body } = await answerOf(name, { imageType: { photo: 0.25, graphic: 0.75 } });
  expect(headers).toEqual({ ...sizes, 'X-Image-Type-Photo': '0.2500', 'X-Image-Type-Graphic': '0.7500' });
  expect([...body]).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14]);
});

test('a PNG without an image type has no headers for it', async () => {
  expect((await answerOf('alpha-channel', {})).headers).toEqual(sizes);
});

const output = { widthPx: 800, heightPx: 600, boxLeftPx: -5, boxTopPx: 7, boxWidthPx: 1600, boxHeightPx: 1200 };

test.each([
  ['png', 'image/png'],
  ['webp', 'image/webp'],
  ['jpeg', 'image/jpeg'],
  ['zip', 'application/zip'],
])('a cutout with an output is of the type of its format, and says what it shows: %s', async (format, type) => {
  for (const name of ['image-without-background', 'car-image-without-background'] as const) {
    const { headers } = await answerOf(name, { output }, { output_format: format, max_size: '800' });
    expect(headers).toMatchObject({
      ...sizes,
      'Content-Type': type,
      'X-Output-Dimensions': '800,600',
      'X-Crop-Box': '-5,7,1600,1200',
    });
  }
});

test('a picture without a subject says so', async () => {
  const found = { subjectFound: false };
  expect((await answerOf('alpha-channel', found)).headers).toEqual({ ...sizes, 'X-Subject-Found': 'false' });
  expect((await answerOf('alpha-channel-base64', found)).headers).toEqual({
    'Content-Type': 'application/json',
    'X-Subject-Found': 'false',
    ...sure,
  });
});

test('a place to look at first is a header of either encoding', async () => {
  const lookFirst = { leftPx: 12, topPx: 3, widthPx: 40, heightPx: 5 };
  for (const { name } of processingOperations) {
    expect((await answerOf(name, { lookFirst })).headers, name).toMatchObject({ 'X-Look-First': '12,3,40,5' });
  }
});

test.each(['ai', 'none'])('a car cutout names its shadow, %s', async (shadow) => {
  const { headers } = await answerOf('car-image-without-background', {}, { shadow_type: shadow });
  expect(headers).toEqual({ ...sizes, 'X-Shadow-Type': shadow });
});

const dimensions = '"input_dimensions":[6000,10],"processed_dimensions":[5000,8],"was_downscaled":true';
const review = '"uncertainty":0.021,"needs_review":false';

test.each([
  [
    'image-without-background-base64',
    { imageType: { photo: 0.25, graphic: 0.75 } },
    {},
    `{"img_without_background_base64":"${pngBase64}",${dimensions},"image_type":{"photo":0.25,"graphic":0.75},${review}}`,
  ],
  ['alpha-channel-base64', {}, {}, `{"alpha_base64":"${pngBase64}",${dimensions},"image_type":null,${review}}`],
  [
    'alpha-channel-base64',
    {},
    { include_image_type: 'false' },
    `{"alpha_base64":"${pngBase64}",${dimensions},${review}}`,
  ],
  [
    'car-image-without-background-base64',
    {},
    { shadow_type: 'none' },
    `{"img_without_background_base64":"${pngBase64}",${dimensions},"shadow_type":"none",${review}}`,
  ],
  [
    'alpha-channel-base64',
    { output },
    { include_image_type: 'false' },
    `{"alpha_base64":"${pngBase64}",${dimensions},"output_dimensions":[800,600],"crop_box":[-5,7,1600,1200],${review}}`,
  ],
  [
    'car-layers-base64',
    { shadowPng: streamOf([255, 0], [1]), view: { azimuth: 37.5, elevation: -6 } },
    {},
    `{"img_without_background_base64":"${pngBase64}","shadow_base64":"/wAB","view":{"azimuth_deg":37.5,"elevation_deg":-6},${dimensions},"shadow_type":"ai",${review}}`,
  ],
  [
    'car-layers-base64',
    { view: { azimuth: 0, elevation: 0 } },
    { shadow_type: 'none' },
    `{"img_without_background_base64":"${pngBase64}","view":{"azimuth_deg":0,"elevation_deg":0},${dimensions},"shadow_type":"none",${review}}`,
  ],
] as const)('%s answers in JSON, to the byte (%#)', async (name, changes, options, expected) => {
  const { headers, body } = await answerOf(name, changes, options);
  expect(headers).toEqual({ 'Content-Type': 'application/json', ...sure });
  expect(textOf(body)).toBe(expected);
});

test.each([
  [0.4994, '0.499', false],
  [0.5, '0.500', true],
  [1, '1.000', true],
])(
  'an uncertainty of %d is said in every encoding, and from a half on that the answer needs a review',
  async (uncertainty, text, needs) => {
    for (const { name, encoding } of processingOperations) {
      const { headers, body } = await answerOf(name, { uncertainty });
      expect(headers, name).toMatchObject({ 'X-Matte-Uncertainty': text, 'X-Needs-Review': String(needs) });
      if (encoding === 'json')
        expect(JSON.parse(textOf(body)), name).toMatchObject({ uncertainty, needs_review: needs });
    }
  },
);

test('a body that is left ends its picture', async () => {
  let cancelled = false;
  const endless = new ReadableStream<Uint8Array>({
    pull: (controller) => controller.enqueue(new Uint8Array(3)),
    cancel: () => {
      cancelled = true;
    },
  });
  const operation = operationNamed('alpha-channel-base64');
  const { body } = respond(operation, operation.read(new Map()), outcomeWith({ encoded: endless }));
  const reader = body.getReader();
  await reader.read();
  await reader.read();
  await reader.cancel();
  expect(cancelled).toBe(true);
});

test('a body is not begun before it is read', async () => {
  let pulls = 0;
  const counted = new ReadableStream<Uint8Array>({ pull: () => void pulls++ }, { highWaterMark: 0 });
  const operation = operationNamed('alpha-channel-base64');
  const { body } = respond(operation, operation.read(new Map()), outcomeWith({ encoded: counted }));
  const reader = body.getReader();
  // The first piece is the text before the picture.
  expect(new TextDecoder().decode((await reader.read()).value)).toBe('{"alpha_base64":"');
  await new Promise((resolve) => setTimeout(resolve, 0));
  expect(pulls).toBe(0);
  await reader.cancel();
});
