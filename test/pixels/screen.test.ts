/** What a screen shows: answers have the colours of their files, whatever says which those are. */
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { launch, noBrowser } from '../../testing/chromium.ts';
import { drawing, fromHlg, fromPq } from '../reports/references.ts';
import { describeWith } from '../run/describe-with.ts';
import { sharedStack } from '../service.ts';
import type { SharedStack } from '../stack.ts';
import { colourKinds, highDynamicRangePng } from './colour-files.ts';
import { alphaAt, overHttp, pixelsOf, sendForm } from './outputs.ts';

let stack: SharedStack;
let key: string;
beforeAll(async () => {
  stack = await sharedStack();
  ({ key } = await stack.createKey({ credits: 1000, rate: 10_000 }));
});

/** Of 255: a canvas keeps colours times alpha, and those of less alpha too coarsely. */
const leastAlpha = 192;

async function cutout(file: Buffer): Promise<Buffer> {
  const send = overHttp(stack.base, key);
  return (await sendForm(send, 'image-without-background', file, { edge_colors: 'original' })).file;
}

/** Pixels that are clear enough to compare, and how far the largest of them is from the file's, in sRGB as the browser draws both. */
function compareDrawn(page: Page, file: Buffer, answer: Buffer): Promise<{ clear: number; apart: number }> {
  return page.evaluate(
    async ({ files, leastAlpha }) => {
      const [before, after] = await Promise.all(
        files.map(async (base64) => {
          const image = new Image();
          image.src = `data:;base64,${base64}`;
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
        if (after[at + 3] < leastAlpha) continue;
        clear++;
        for (let c = at; c < at + 3; c++) apart = Math.max(apart, Math.abs(before[c] - after[c]));
      }
      return { clear, apart };
    },
    { files: [file, answer].map((bytes) => bytes.toString('base64')), leastAlpha },
  );
}

describeWith(noBrowser, 'Chromium shows the answer in the colours of the file', () => {
  let page: Page;
  beforeAll(async () => {
    page = await (await launch()).newPage();
  });
  afterAll(() => page.context().browser()?.close());

  test.each(colourKinds)('$name', async ({ file: make, drawnAs }) => {
    const file = await make();
    const { clear, apart } = await compareDrawn(page, drawnAs ? await drawnAs(file) : file, await cutout(file));
    expect(clear).toBeGreaterThan(100);
    expect(apart).toBeLessThanOrEqual(2);
  });
});

test.each([
  ['PQ', 16, fromPq],
  ['HLG', 18, fromHlg],
] as const)('%s is as the recommendations make it', async (_, transfer, reference) => {
  const file = await highDynamicRangePng(transfer);
  const expected = reference(await drawing(file)).data;
  const answer = await pixelsOf(await cutout(file));
  let [clear, apart] = [0, 0];
  for (let pixel = 0; pixel < expected.length / 3; pixel++) {
    if (alphaAt(answer, pixel) < leastAlpha) continue;
    clear++;
    for (let c = 0; c < 3; c++) apart = Math.max(apart, Math.abs(answer.data[pixel * 4 + c] - expected[pixel * 3 + c]));
  }
  expect(clear).toBeGreaterThan(100);
  expect(apart).toBeLessThanOrEqual(2);
});
