/**
 * Over HTTP the service makes what it makes within one process, of which `src/edge/calls` shows what that is: each operation in
 * each lane, format and body, with all its options at once.
 */
import { beforeAll, describe, expect, test } from 'vitest';
import { type ProcessingOperation, processingOperations } from '../../src/contract/operations.ts';
import { readZip } from '../../src/pixels/pipeline/output/testing/zip-reader.ts';
import type { Answer } from '../../testing/http-message.ts';
import { declareInProcess } from '../../testing/in-process/service.ts';
import { type Call, filePart, jsonCall, multipartCall, type Part } from '../../testing/requests.ts';
import { drawnThing, plainPicture, sceneCut, scenePhoto } from '../effects/scene.ts';
import { shownIn } from '../effects/shown.ts';
import { declareService } from '../service.ts';

type Value = string | boolean;
type Given = Readonly<Record<string, Value>>;

const service = declareService();
const inProcess = declareInProcess();
let key: string;
beforeAll(async () => {
  ({ key } = await service.createKey({ credits: 10_000, rate: 10_000 }));
});

/** Of HTTP and of the programs, not of the picture. */
const besideAnswers =
  /^(server-timing|x-request-id|x-ratelimit-.*|cache-control|content-length|transfer-encoding|connection|date|keep-alive|vary)$/;

/** All that an answer says, and what its pictures show. */
async function saidBy({ status, headers, body }: Answer) {
  const named = [...headers].filter(([name]) => !besideAnswers.test(name)).sort();
  const isJson = headers.get('Content-Type')?.startsWith('application/json');
  return { status, named, body: isJson ? await membersOf(JSON.parse(body.toString())) : await allShownIn(body) };
}

/** Members of JSON, those with a picture by what it shows. */
async function membersOf(value: unknown): Promise<unknown> {
  if (typeof value === 'string' && value.length > 200) return allShownIn(Buffer.from(value, 'base64'));
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return value;
  const members = await Promise.all(
    Object.entries(value).map(async ([name, member]) => [name, await membersOf(member)] as const),
  );
  return Object.fromEntries(members);
}

/** What a file shows; the PNG in a ZIP may be deflated otherwise. */
async function allShownIn(file: Buffer): Promise<string> {
  if (file.subarray(0, 2).toString() !== 'PK') return shownIn(file);
  const files = await Promise.all(
    [...readZip(file)].map(
      async ([name, inside]) => `${name} ${name.endsWith('json') ? inside : await shownIn(inside)}`,
    ),
  );
  return files.join(' + ');
}

async function expectSame(call: Call): Promise<void> {
  const [found, expected] = [await service.send(call), await inProcess.send(call)];
  expect(found.status, found.body.toString('utf8', 0, 300)).toBe(200);
  expect(await saidBy(found)).toEqual(await saidBy(expected));
}

const geometry: Given = {
  crop: 'subject',
  crop_margin: '8 3px 5 10%',
  crop_cut_sides: 'flush',
  position: '20% 70%',
  aspect: '4:3',
  scale: '70%',
  max_size: '64',
  roi: '0 18 60 60',
};
const ofSubject: Given = { include_image_type: false, refine: 'off', model: 'matte', ...geometry };
const ofCar: Given = { shadow_type: 'none', include_shadow: false, reconstruct_windows: false, model: 'matte' };
/** What each kind of result is asked for, other than its defaults; files and formats apart. */
const asked: Readonly<Partial<Record<ProcessingOperation['result'], Given>>> = {
  cutout: {
    ...ofSubject,
    edge_colors: 'original',
    background_color: '#4060a0',
    shadow: 'contact',
    shadow_opacity: '30',
  },
  matte: ofSubject,
  'car-cutout': { ...ofCar, ...geometry, background_color: '#4060a0' },
  'car-layers': { ...ofCar, roi: '0 18 60 60' },
};
const formats: readonly Given[] = [
  { output_format: 'png' },
  ...['jpeg', 'webp', 'zip'].map((output_format) => ({ output_format, output_quality: '40' })),
];

function callOf({ path, encoding }: ProcessingOperation, file: Buffer, given: Given, background?: Buffer): Call {
  if (encoding === 'json') {
    const under = background && { background_image: background.toString('base64') };
    return jsonCall(path, key, { image_base64: file.toString('base64'), ...under, ...given });
  }
  const options = Object.entries(given).map(([name, value]): Part => ({ name, content: String(value) }));
  return multipartCall(path, key, [
    ...options,
    ...(background ? [{ name: 'background_image', content: background }] : []),
    filePart(file),
  ]);
}

describe.each(processingOperations)('$name', (operation) => {
  const { options, result } = operation;
  const given = asked[result] ?? {};

  test('has its options here', () => {
    const ofEdits = ['keep_points', 'drop_points', 'holes'];
    const apart = ['output_format', 'output_quality', 'background_image', 'background_url', ...ofEdits];
    expect([...Object.keys(given), ...apart]).toEqual(expect.arrayContaining(Object.keys(options)));
  });

  describe.each(['png', 'tiff'] as const)('a %s', (format) => {
    test.each('output_format' in options ? formats : [{}])('as %j', async (wanted) => {
      await expectSame(callOf(operation, await sceneCut(format), { ...given, ...wanted }));
    });

    test('by defaults', async () => {
      await expectSame(callOf(operation, await scenePhoto(format), {}));
      // Cut by colour, which no car is: without brightness there is none.
      if (!result.startsWith('car')) await expectSame(callOf(operation, await drawnThing(format), {}));
    });

    if (!('background_image' in options)) return;

    test('on a picture', async () => {
      const { background_color: _colour, ...rest } = given;
      await expectSame(callOf(operation, await sceneCut(format), rest, await plainPicture('teal')));
    });
  });
});

describe.each(['png', 'tiff'] as const)('removebg of a %s', (format) => {
  const path = '/v1.0/removebg';
  const given = { size: 'auto', type_level: 'latest', channels: 'rgba', crop: 'true', crop_margin: '8 3px 5 10%' };
  const more = { scale: '70%', position: '20% 70%', roi: '0 18 60 60', shadow_type: 'drop', shadow_opacity: '30' };
  const fields = { ...given, ...more, format: 'webp' };

  test('in a form, on a colour and on a picture', async () => {
    const file = await sceneCut(format);
    const parts = Object.entries(fields).map(([name, content]): Part => ({ name, content }));
    const image: Part = { name: 'image_file', content: file, fileName: 'photo' };
    const under: Part = { name: 'bg_image_file', content: await plainPicture('teal'), fileName: 'under' };
    await expectSame(multipartCall(path, key, [...parts, { name: 'bg_color', content: '4060a0' }, image]));
    await expectSame(multipartCall(path, key, [...parts, under, image]));
    const car = { type: 'car', semitransparency: 'false', add_shadow: 'false', shadow_method: 'latest', size: 'auto' };
    await expectSame(
      multipartCall(path, key, [...Object.entries(car).map(([name, content]) => ({ name, content })), image]),
    );
  });

  test('in JSON, and by defaults', async () => {
    const image_file_b64 = (await sceneCut(format)).toString('base64');
    await expectSame(jsonCall(path, key, { image_file_b64, ...fields }));
    await expectSame(jsonCall(path, key, { image_file_b64 }));
  });
});
