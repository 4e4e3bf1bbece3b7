/** Every format through both lanes, pixel by pixel against an independent decoder (test/fixtures/pictures). */
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import sharp, { type SharpOptions } from 'sharp';
import { describe, expect, test } from 'vitest';
import { meanTolerance, toleranceOf } from '../../../test/fixtures/pictures/tolerances.ts';
import { sendForm } from '../../../test/pixels/outputs.ts';
import { declareInProcess } from '../../../testing/in-process/service.ts';
import type { OperationName } from '../../contract/operations.ts';
import { inProject } from '../../local/root.ts';
import { plan } from '../../pixels/pipeline/plan/plan.ts';
import { probe } from '../../pixels/pipeline/probe/probe.ts';

const fixtures = inProject('test/fixtures/pictures');
const names = readdirSync(path.join(fixtures, 'input')).sort();
/** The codecs of the edge are of other versions than the independent ones: docs/decisions, tolerance. */
const lossyAtEdge = /^(jpeg|webp-(?!lossless))/;
const allowed = (name: string) => Math.max(toleranceOf(name), lossyAtEdge.test(name) ? 2 : 0);

const { send, postToLane } = declareInProcess();

interface Pixels {
  readonly width: number;
  readonly height: number;
  /** RGBA, four bytes a pixel. */
  readonly data: Buffer;
}

async function rgba(png: Buffer): Promise<Pixels> {
  // The profile is kept beside the samples: it must not be applied to them here.
  const { data, info } = await sharp(png, { ignoreIcc: true } as SharpOptions)
    .ensureAlpha()
    .toColourspace('srgb')
    .raw()
    .toBuffer({ resolveWithObject: true });
  return { width: info.width, height: info.height, data };
}

type EdgeColours = 'original' | 'refined';

async function throughService(name: string, operation: OperationName, edgeColours: EdgeColours): Promise<Buffer> {
  const file = readFileSync(path.join(fixtures, 'input', name));
  return (await sendForm(send, operation, file, { edge_colors: edgeColours })).file;
}

async function throughImageLane(name: string, edgeColours: EdgeColours): Promise<Buffer> {
  const file = readFileSync(path.join(fixtures, 'input', name));
  const cleanEdges = edgeColours === 'refined';
  const answer = await postToLane({ kind: 'cutout', imageType: false, refine: true, cleanEdges }, file);
  const body = Buffer.from(await answer.arrayBuffer());
  if (answer.status !== 200) throw new Error(`${name}: the image lane answered ${answer.status} ${body.toString()}`);
  return body;
}

/** Largest and mean difference of a colour sample where the cutout shows anything. */
function colourDifference(cutout: Pixels, expected: Pixels): { largest: number; mean: number } {
  let largest = 0;
  let sum = 0;
  for (let at = 0; at < cutout.data.length; at += 4) {
    if (cutout.data[at + 3] === 0) continue;
    for (let channel = 0; channel < 3; channel++) {
      const difference = Math.abs(cutout.data[at + channel] - expected.data[at + channel]);
      largest = Math.max(largest, difference);
      sum += difference;
    }
  }
  return { largest, mean: sum / ((cutout.data.length / 4) * 3) };
}

describe('the cutout has the colours that an independent decoder gives', () => {
  for (const name of names) {
    test(name, async () => {
      const cutout = await rgba(await throughService(name, 'image-without-background', 'original'));
      const expected = await rgba(readFileSync(path.join(fixtures, 'expected', `${name}.png`)));
      expect([cutout.width, cutout.height]).toEqual([expected.width, expected.height]);
      const difference = colourDifference(cutout, expected);
      expect(difference.largest).toBeLessThanOrEqual(allowed(name));
      expect(difference.mean).toBeLessThan(meanTolerance);
    });
  }
});

describe.each(['original', 'refined'] as const)('both lanes give the same picture, edge colours %s', (edgeColours) => {
  const atEdge = names.filter((name) => plan(probe(readFileSync(path.join(fixtures, 'input', name)))).lane === 'edge');

  test('there are pictures of each edge format to compare', () => {
    expect(new Set(atEdge.map((name) => name.split('-')[0]))).toEqual(new Set(['jpeg', 'png', 'webp']));
  });

  for (const name of atEdge) {
    test(name, async () => {
      const [edge, lane] = await Promise.all([
        throughService(name, 'image-without-background', edgeColours),
        throughImageLane(name, edgeColours),
      ]);
      const [first, second] = [await rgba(edge), await rgba(lane)];
      expect([first.width, first.height]).toEqual([second.width, second.height]);
      let alphaDifference = 0;
      for (let at = 3; at < first.data.length; at += 4) alphaDifference += Math.abs(first.data[at] - second.data[at]);
      expect(alphaDifference / (first.data.length / 4)).toBeLessThanOrEqual(0.5);
      expect(colourDifference(first, second).largest).toBeLessThanOrEqual(allowed(name));
    });
  }
});

describe('the matte is the alpha of the cutout', () => {
  for (const name of ['jpeg-baseline.jpg', 'png-rgba.png', 'webp-alpha.webp', 'heic-alpha.heic', 'tiff-alpha.tif']) {
    test(name, async () => {
      const cutout = await rgba(await throughService(name, 'image-without-background', 'refined'));
      const matte = await sharp(await throughService(name, 'alpha-channel', 'refined'))
        .toColourspace('b-w')
        .raw()
        .toBuffer();
      expect(matte.equals(cutout.data.filter((_, at) => at % 4 === 3))).toBe(true);
    });
  }
});
