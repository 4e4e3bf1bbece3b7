/** Every reported file, and those that are made like reported ones, through the whole service, on each lane that decodes its kind, with a network that keeps every pixel. */
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { inProject } from '../../src/local/root.ts';
import { plan } from '../../src/pixels/pipeline/plan/plan.ts';
import { probe } from '../../src/pixels/pipeline/probe/probe.ts';
import { type Stack, startStack } from '../stack.ts';
import { type Right, reported } from './expected.ts';
import { made } from './made.ts';
import { drawing, type Shown } from './references.ts';

const folder = inProject('test/fixtures/reports');
const fileOf = (name: string) => readFileSync(path.join(folder, name));
const drawn = fileOf('v.png');

const all = [...reported.map((each) => ({ ...each, make: async () => fileOf(each.file) })), ...made];

/** Middles of the coloured squares in the upright drawing. */
const squares = [16, 46, 76, 106].map((x) => ({ x, y: 14 }));

/** The kinds that the edge decodes; the image lane decodes all. */
function isDecodedAtEdge(file: Buffer): boolean {
  try {
    return plan(probe(file)).lane === 'edge';
  } catch {
    return false;
  }
}

const lanes = ['edge', 'image'] as const;

test('every file of the folder has a line in the table', () => {
  const files = readdirSync(folder).filter((name) => name !== 'README.md');
  expect(reported.map(({ file }) => file).sort()).toEqual(files.sort());
});

describe.each(lanes)('LANE=%s', (lane) => {
  let stack: Stack;
  let key: string;
  /** Files that were right and that the image lane alone decoded. */
  const oneLane: string[] = [];
  let rightCount = 0;

  beforeAll(async () => {
    stack = await startStack({ models: ['everything'], edgeVariables: { LANE: lane } });
    ({ key } = await stack.createKey({ credits: all.length, rate: 10_000 }));
  });
  afterAll(async () => {
    await stack.stop();
    console.log(`LANE=${lane}: ${rightCount} of ${all.length} right, ${oneLane.length} of them on one lane`);
  });

  test.each(all)('$file', async ({ file, right, make }) => {
    const bytes = Buffer.from(await make(drawn));
    const credits = await stack.credit(key);
    const answer = await send(stack.base, key, bytes, file);
    expect({ status: answer.status, words: answer.words }).toMatchObject({ status: right.status });
    expect(await stack.credit(key)).toBe(right.status === 200 ? credits - 1 : credits);
    if (right.status === 200) {
      const atEdge = lane === 'edge' && isDecodedAtEdge(bytes);
      expect(answer.byImageLane).toBe(!atEdge);
      if (!isDecodedAtEdge(bytes)) oneLane.push(file);
      await expectShown(answer.body, right);
    } else if (right.status === 415) {
      expect(answer.code).toBe(right.code);
    } else {
      expect(answer.words).toContain(right.words);
    }
    rightCount += 1;
  });
});

async function send(base: string, key: string, bytes: Buffer, file: string) {
  const form = new FormData();
  form.append('edge_colors', 'original');
  form.append('file', new Blob([new Uint8Array(bytes)]), file);
  const answer = await fetch(`${base}/v1.0/image-without-background`, {
    method: 'POST',
    headers: { 'X-API-Key': key },
    body: form,
  });
  const body = Buffer.from(await answer.arrayBuffer());
  return {
    status: answer.status,
    code: answer.headers.get('X-Error-Code'),
    byImageLane: (answer.headers.get('Server-Timing') ?? '').includes('image-lane'),
    words: answer.status === 200 ? '' : body.toString(),
    body,
  };
}

/** What the answer shows on a screen of sRGB is what the reference shows. */
async function expectShown(png: Buffer, right: Extract<Right, { status: 200 }>): Promise<void> {
  const { data, info } = await sharp(png)
    .toColourspace('srgb')
    .ensureAlpha()
    .raw()
    .toBuffer({ resolveWithObject: true });
  const reference = await right.shown(drawn);
  expect([info.width, info.height]).toEqual([right.widthPx, right.heightPx]);
  expect([reference.widthPx, reference.heightPx]).toEqual([right.widthPx, right.heightPx]);
  const { mean, clearShare } = apart(data, reference);
  expect(clearShare).toBeCloseTo(right.clearShare, 1);
  if (right.alpha) expect(Buffer.from(data.filter((_, at) => at % 4 === 3)).equals(right.alpha)).toBe(true);
  expect(mean).toBeLessThanOrEqual(right.tolerance.mean);
  if (!right.hasSquares) return;
  for (const at of await squaresOf(reference)) {
    const shown = data.subarray(4 * at, 4 * at + 3);
    const wanted = reference.data.subarray(3 * at, 3 * at + 3);
    for (const [channel, value] of wanted.entries()) {
      expect(Math.abs((shown[channel] ?? 0) - value), `${[...shown]} for ${[...wanted]}`).toBeLessThanOrEqual(
        right.tolerance.squares,
      );
    }
  }
}

/** Mean difference of what can be seen, and the share of pixels that are not opaque. */
function apart(rgba: Buffer, { data }: Shown): { mean: number; clearShare: number } {
  const pixels = rgba.length / 4;
  let sum = 0;
  let seen = 0;
  let clear = 0;
  for (let pixel = 0; pixel < pixels; pixel++) {
    const alpha = rgba[4 * pixel + 3] ?? 0;
    if (alpha < 255) clear += 1;
    if (alpha === 0) continue;
    seen += 1;
    for (let channel = 0; channel < 3; channel++) {
      sum += Math.abs((rgba[4 * pixel + channel] ?? 0) - (data[3 * pixel + channel] ?? 0));
    }
  }
  return { mean: seen === 0 ? 0 : sum / (3 * seen), clearShare: clear / pixels };
}

/** Indices of the middles of the squares in a picture that may be turned: they are where the drawing's own are. */
async function squaresOf({ widthPx, heightPx, data }: Shown): Promise<number[]> {
  const upright = await drawing(drawn);
  if (widthPx === upright.widthPx) return squares.map(({ x, y }) => y * widthPx + x);
  // Turned by 90 degrees the red square is at the top right, by 270 at the bottom left.
  const clockwise = squares.map(({ x, y }) => x * widthPx + (widthPx - 1 - y));
  const [red] = clockwise;
  const isClockwise = red !== undefined && data[3 * red] === 255 && data[3 * red + 1] === 0;
  return isClockwise ? clockwise : squares.map(({ x, y }) => (heightPx - 1 - x) * widthPx + y);
}
