/** Outputs of networks that are kept for edits: fewer runs, and the same bytes, on both lanes. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { encode, type PhotoFormat, paint } from '../../testing/photos.ts';
import { filePart, multipartCall, sendWithFetch } from '../../testing/requests.ts';
import { type CreatedKey, type Stack, startStack } from '../stack.ts';

const segmenter = 'decoded-parts';
const models = ['luma', 'brightness', 'red-refiner', 'parts-encoder', segmenter] as const;
const variables = { edgeVariables: { POINT_SEGMENTER: 'on' }, models };

/** What is bright is the subject; the segmenter takes what is green for a part, and what is blue. */
const photo = paint(240, 180, 3, (x, y) => {
  const isBody = x >= 80 && x < 130 && y >= 45 && y < 160;
  const isArm = x >= 130 && x < 190 && y >= 60 && y < 80;
  const isSlab = x >= 30 && x < 80 && y >= 100 && y < 150;
  if (isArm) return [0, 150, 0];
  if (isSlab) return [250, 0, 255];
  return isBody ? [255, 112, 120 - (x % 7)] : [0, 0, 0];
});

type Fields = Readonly<Record<string, string>>;
const smaller = { max_size: '100' };
const onArm = { keep_points: '160 70' };
const onBoth = { ...onArm, drop_points: '55 125' };

let keeping: Stack;
let forgetful: Stack;
beforeAll(async () => {
  keeping = await startStack(variables);
  forgetful = await startStack({ ...variables, inferenceVariables: { NETWORK_CACHE_MB: '0' } });
});
afterAll(async () => {
  await keeping?.stop();
  await forgetful?.stop();
});

type Counts = Readonly<Record<string, number>>;

async function metricsOf({ inference, inferenceToken }: Stack): Promise<string> {
  const headers = { Authorization: `Bearer ${inferenceToken}` };
  return (await fetch(`http://127.0.0.1:${inference.port}/metrics`, { headers })).text();
}

async function keptBytes(stack: Stack): Promise<number> {
  return Number(/^edgematte_kept_bytes (\S+)$/m.exec(await metricsOf(stack))?.[1]);
}

/** Values of a metric by network. */
const byNetwork = (metrics: string, name: string, labels: string): Counts =>
  Object.fromEntries(
    [...metrics.matchAll(new RegExp(`^${name}\\{model="([^"]+)",${labels}\\} (\\S+)$`, 'gm'))].map(
      ([, model, value]) => [model, Number(value)],
    ),
  );

/** Those that grew, by how much. */
function grown(before: Counts, after: Counts): Counts {
  const all = Object.entries(after).map(([name, value]) => [name, value - (before[name] ?? 0)] as const);
  return Object.fromEntries(all.filter(([, difference]) => difference !== 0));
}

/** Sends a photo. @param name its `Idempotency-Key`; null for none */
async function cutout(stack: Stack, { key }: CreatedKey, file: Buffer, fields: Fields, name: string | null) {
  // A sent model switches the cut by colour off, which asks no matte network.
  const parts = Object.entries({ model: 'matte', ...fields }).map(([field, content]) => ({ name: field, content }));
  const call = multipartCall('/v1.0/image-without-background', key, [...parts, filePart(file)]);
  const headers = name === null ? call.headers : { ...call.headers, 'Idempotency-Key': name };
  const answer = await sendWithFetch(stack.base, { ...call, headers });
  expect([answer.status, fields]).toEqual([200, fields]);
  return answer.body;
}

/** How often networks were run for a photo, and how often something was kept for them. */
async function workFor(key: CreatedKey, file: Buffer, fields: Fields, name: string | null) {
  const counts = async () => {
    const metrics = await metricsOf(keeping);
    return {
      runs: byNetwork(metrics, 'edgematte_run_seconds_count', 'stage="run"'),
      hits: byNetwork(metrics, 'edgematte_kept_lookups_total', 'result="hit"'),
    };
  };
  const before = await counts();
  await cutout(keeping, key, file, fields, name);
  const after = await counts();
  return { runs: grown(before.runs, after.runs), hits: grown(before.hits, after.hits) };
}

describe.each<PhotoFormat>(['png', 'tiff'])('a %s', (format) => {
  test('is edited from what was kept, to the very bytes that networks which run again give', async () => {
    const file = await encode(photo, format);
    const [key, plainKey] = [await keeping.createKey({ credits: 20 }), await forgetful.createKey({ credits: 20 })];
    for (const fields of [{}, smaller, onArm, onBoth, {}]) {
      const edited = await cutout(keeping, key, file, fields, 'a');
      expect(edited.equals(await cutout(forgetful, plainKey, file, fields, 'a'))).toBe(true);
      expect(edited.equals(await cutout(keeping, key, file, fields, null))).toBe(true);
    }
    expect(await keptBytes(keeping)).toBeGreaterThan(0);
    expect(await keptBytes(forgetful)).toBe(0);
  });

  test('is not seen again for another size, and anew for another caller and without a name', async () => {
    const file = await encode(photo, format);
    const [one, other] = [await keeping.createKey({ credits: 20 }), await keeping.createKey({ credits: 20 })];
    const first = await workFor(one, file, {}, 'a');
    expect([first.hits, Object.keys(first.runs).sort()]).toEqual([{}, ['brightness', 'luma', 'red-refiner']]);
    expect(await workFor(one, file, smaller, 'a')).toEqual({ runs: {}, hits: first.runs });
    expect(await workFor(other, file, {}, 'a')).toEqual(first);
    expect(await workFor(one, file, {}, null)).toEqual(first);
    expect(await workFor(other, file, smaller, null)).toEqual(first);
  });
});

test('what one lane has kept serves the other where networks see the same bytes, and no other picture', async () => {
  const key = await keeping.createKey({ credits: 20 });
  const first = await workFor(key, await encode(photo, 'png'), {}, 'png');
  expect(await workFor(key, await encode(photo, 'tiff'), {}, 'tiff')).toEqual({ runs: {}, hits: first.runs });
  const inverted = { ...photo, data: Buffer.from(photo.data.map((sample) => 255 - sample)) };
  expect((await workFor(key, await encode(inverted, 'png'), {}, 'inverted')).hits).toEqual({});
});

test('a picture is encoded once for all points of all edits, and the segmenter is asked each time', async () => {
  const key = await keeping.createKey({ credits: 20 });
  const file = await encode(photo, 'png');
  const first = await workFor(key, file, onArm, 'a');
  expect([first.runs[segmenter], first.hits[segmenter]]).toEqual([1, undefined]);
  const second = await workFor(key, file, onBoth, 'a');
  expect(second.runs[segmenter]).toBeGreaterThan(0);
  expect(second.hits[segmenter]).toBe(second.runs[segmenter]);
});
