/** Colours that a PNG says otherwise than by a profile: both lanes label answers alike, and a screen shows what it showed. */
import type { Page } from 'playwright-core';
import sharp, { type SharpOptions } from 'sharp';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { readOptions } from '../../src/contract/options.ts';
import { cutoutOutput, outputOptions } from '../../src/contract/output/options.ts';
import { readZip } from '../../src/pipeline/output/testing/zip-reader.ts';
import { launch, noBrowser } from '../browser/chromium.ts';
import { postToLane } from '../lane.ts';
import { encode } from '../photos.ts';
import { chunk } from '../png.ts';
import { type Stack, startStack } from '../stack.ts';
import { disc, raw, sendForm } from './outputs.ts';

let stack: Stack;
let key: string;
beforeAll(async () => {
  stack = await startStack();
  ({ key } = await stack.createKey({ credits: 1000, rate: 10_000 }));
});
afterAll(() => stack.stop());

const numbers = (...values: number[]) => {
  const data = Buffer.alloc(values.length * 4);
  for (const [index, value] of values.entries()) data.writeUInt32BE(value, index * 4);
  return data;
};
const linear = chunk('gAMA', numbers(100_000));
const p3Primaries = chunk('cHRM', numbers(31_270, 32_900, 68_000, 32_000, 26_500, 69_000, 15_000, 6_000));
const signals: Readonly<Record<string, readonly Buffer[]>> = {
  'Display P3 by code points': [chunk('cICP', Buffer.of(12, 13, 0, 1))],
  'BT.2020 by code points, before a gamma': [chunk('cICP', Buffer.of(9, 14, 0, 1)), linear],
  'linear light': [linear],
  'a gamma of 1 / 1.8': [chunk('gAMA', numbers(55_556))],
  'linear light of Display P3': [linear, p3Primaries],
};
const kinds = Object.keys(signals).flatMap((signal) => [true, false].map((isGrey) => ({ signal, isGrey })));

async function fileOf(signal: string, isGrey: boolean): Promise<Buffer> {
  const png = isGrey ? await raw(disc).toColourspace('b-w').png().toBuffer() : await encode(disc, 'png');
  // Behind the signature and IHDR.
  return Buffer.concat([png.subarray(0, 33), ...signals[signal], png.subarray(33)]);
}

const formats = ['png', 'jpeg', 'webp', 'zip'] as const;
type Format = (typeof formats)[number];

async function made(lane: 'edge' | 'image', file: Buffer, format: Format): Promise<Buffer> {
  const given = { output_format: format };
  if (lane === 'edge') {
    return (
      await sendForm({ base: stack.base, key }, 'image-without-background', file, { ...given, edge_colors: 'original' })
    ).file;
  }
  const { output } = cutoutOutput(readOptions(outputOptions, new Map(Object.entries(given))));
  const task = { kind: 'cutout', imageType: false, refine: true, cleanEdges: false, output } as const;
  const answer = await postToLane(stack, task, file);
  expect(answer.status).toBe(200);
  return Buffer.from(await answer.arrayBuffer());
}

/** The picture in an answer that has the colours. */
const coloursOf = (answer: Buffer, format: Format) =>
  format === 'zip' ? (readZip(answer).get('color.jpg') ?? answer) : answer;

describe.each(kinds)('$signal, grey: $isGrey', ({ signal, isGrey }) => {
  test.each(formats)('both lanes give the same profile in a %s', async (format) => {
    const file = await fileOf(signal, isGrey);
    const [edge, image] = [await made('edge', file, format), await made('image', file, format)];
    const profiles = await Promise.all(
      [edge, image].map(async (answer) => (await sharp(coloursOf(answer, format)).metadata()).icc),
    );
    expect(profiles[0]?.length).toBeGreaterThan(400);
    expect(profiles[1]).toEqual(profiles[0]);
    if (format !== 'png') return;
    const [codePoints] = signals[signal];
    for (const answer of [edge, image]) {
      expect(answer.includes('cICP')).toBe(signal.includes('code points'));
      if (signal.includes('code points')) expect(answer.includes(codePoints)).toBe(true);
    }
    const [first, second] = await Promise.all([edge, image].map(samplesOf));
    expect(first.equals(second)).toBe(true);
    expectSamplesOf(first, await samplesOf(file));
  });
});

/** RGBA as it is stored. */
function samplesOf(png: Buffer): Promise<Buffer> {
  const ignoring: SharpOptions = { ignoreIcc: true };
  return sharp(png, ignoring).toColourspace('srgb').ensureAlpha().raw().toBuffer();
}

/** What shows has the colours of the file; there is some. */
function expectSamplesOf(answer: Buffer, file: Buffer): void {
  let shown = 0;
  for (let at = 0; at < answer.length; at += 4) {
    if (answer[at + 3] === 0) continue;
    shown++;
    expect(answer.readUIntBE(at, 3)).toBe(file.readUIntBE(at, 3));
  }
  expect(shown).toBeGreaterThan(100);
}

/** Pixels that are clear enough to compare, and how far the largest of them is from the file's, in sRGB as the browser draws both. */
function compareDrawn(page: Page, file: Buffer, answer: Buffer): Promise<{ clear: number; apart: number }> {
  return page.evaluate(
    async (files) => {
      const [before, after] = await Promise.all(
        files.map(async (base64) => {
          const image = new Image();
          image.src = `data:image/png;base64,${base64}`;
          await image.decode();
          const canvas = document.createElement('canvas');
          [canvas.width, canvas.height] = [image.width, image.height];
          const context = canvas.getContext('2d', { colorSpace: 'srgb' });
          if (!context) throw new Error('The browser has no canvas');
          context.drawImage(image, 0, 0);
          return context.getImageData(0, 0, image.width, image.height).data;
        }),
      );
      let [clear, apart] = [0, 0];
      for (let at = 0; at < after.length; at += 4) {
        // A canvas keeps colours times alpha: below this they are too coarse.
        if (after[at + 3] < 192) continue;
        clear++;
        for (let c = at; c < at + 3; c++) apart = Math.max(apart, Math.abs(before[c] - after[c]));
      }
      return { clear, apart };
    },
    [file, answer].map((bytes) => bytes.toString('base64')),
  );
}

test.skipIf(noBrowser)('Chromium shows the answer in the colours of the file', async () => {
  const browser = await launch();
  try {
    const page = await browser.newPage();
    for (const { signal, isGrey } of kinds) {
      const file = await fileOf(signal, isGrey);
      const { clear, apart } = await compareDrawn(page, file, await made('edge', file, 'png'));
      expect(clear).toBeGreaterThan(100);
      expect(apart, signal).toBeLessThanOrEqual(2);
    }
  } finally {
    await browser.close();
  }
});
