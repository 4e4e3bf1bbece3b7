/** PNG files that say their colours otherwise than by a profile: samples stay and are labelled, PQ and HLG become sRGB. */
import { readFileSync } from 'node:fs';
import { crc32, deflateSync } from 'node:zlib';
import sharp, { type SharpOptions } from 'sharp';
import { describe, expect, it } from 'vitest';
import { pngWith } from '../../../testing/png.ts';
import { bt2020Primaries } from '../../pixels/pipeline/colour/code-points.ts';
import { labelsOf } from '../../pixels/pipeline/colour/colour.ts';
import { highDynamicRangeToSrgb } from '../../pixels/pipeline/picture/high-dynamic-range.ts';
import { plan } from '../../pixels/pipeline/plan/plan.ts';
import { probe } from '../../pixels/pipeline/probe/probe.ts';
import { fixture, openFile, rawOf } from './testing/fixture.ts';

const report = (name: string) =>
  new Uint8Array(readFileSync(new URL(`../../../test/fixtures/reports/${name}.png`, import.meta.url)));
const plain = report('v');

it.each(['png-cicp-p3', 'png-gama-1.0', 'png-gama-1.8'])('%s keeps its samples and gets a profile', async (name) => {
  const file = report(name);
  const { colourSignal } = probe(file);
  if (!colourSignal) throw new Error('no signal was read');
  const picture = await openFile(file);
  expect(rawOf(picture).samples).toEqual(rawOf(await openFile(plain)).samples);
  expect(picture.icc).toEqual(labelsOf(colourSignal).icc);
  expect(picture.icc?.length).toBeGreaterThan(400);
  expect(picture.codePoints !== undefined).toBe(name.includes('cicp'));
  expect(plan(probe(file)).lane).toBe('edge');
});

it('grey that is linear goes out as RGB with the profile', async () => {
  const size = { widthPx: 3, heightPx: 1, bitDepth: 8, colourType: 0 };
  const gamma: [string, Buffer] = ['gAMA', Buffer.from([0, 1, 0x86, 0xa0])];
  const picture = await openFile(new Uint8Array(pngWith(size, deflateSync(Buffer.of(0, 10, 100, 200)), [gamma])));
  expect([...rawOf(picture).samples]).toEqual([10, 10, 10, 100, 100, 100, 200, 200, 200]);
  expect(picture.icc).not.toBeNull();
});

it('code points for sRGB count before a profile, of grey too', async () => {
  const grey = Buffer.from(fixture('png-grey-icc.png'));
  const chunk = Buffer.concat([Buffer.of(0, 0, 0, 4), Buffer.from('cICP'), Buffer.of(1, 13, 0, 1), Buffer.alloc(4)]);
  chunk.writeUInt32BE(crc32(chunk.subarray(4, 12)), 12);
  const picture = await openFile(new Uint8Array(Buffer.concat([grey.subarray(0, 33), chunk, grey.subarray(33)])));
  const ignoring: SharpOptions = { ignoreIcc: true };
  const stored = await sharp(grey, ignoring).toColourspace('srgb').raw().toBuffer();
  expect(picture.icc).toBeNull();
  expect(rawOf(picture).samples).toEqual(new Uint8Array(stored));
  expect(rawOf(await openFile(new Uint8Array(grey))).samples).not.toEqual(new Uint8Array(stored));
});

describe('PQ', () => {
  it('of 8 bits becomes sRGB on the image lane', async () => {
    const file = report('png-cicp-pq');
    expect(plan(probe(file)).lane).toBe('image');
    const picture = await openFile(file);
    expect(picture.icc).toBeNull();
    const stored = rawOf(await openFile(plain)).samples;
    const expected = new Uint8Array(stored.length);
    highDynamicRangeToSrgb({ kind: 'pq', primaries: bt2020Primaries, fullRange: true }, 255)(stored, 3, expected);
    expect(rawOf(picture).samples).toEqual(expected);
    expect(rawOf(picture).samples).not.toEqual(stored);
  });

  it.each([
    [2, 3],
    [6, 4],
    [0, 3],
  ])('of 16 bits and colour type %i keeps its low bytes until then', async (colourType, channels) => {
    const [widthPx, heightPx, stored] = [64, 4, { 0: 1, 2: 3, 6: 4 }[colourType] ?? 0];
    const values = Uint16Array.from({ length: widthPx * heightPx * stored }, (_, at) => (at * 15_013) & 65_535);
    const raw = Buffer.concat(
      Array.from({ length: heightPx }, (_, row) => {
        const line = Buffer.alloc(1 + widthPx * stored * 2);
        for (let at = 0; at < widthPx * stored; at++) {
          line.writeUInt16BE(values[row * widthPx * stored + at], 1 + at * 2);
        }
        return line;
      }),
    );
    const size = { widthPx, heightPx, bitDepth: 16, colourType };
    const file = pngWith(size, deflateSync(raw), [['cICP', Buffer.of(9, 18, 0, 1)]]);
    const wide =
      stored === 1 ? Uint16Array.from({ length: values.length * 3 }, (_, at) => values[Math.floor(at / 3)]) : values;
    const expected = new Uint8Array(wide.length);
    const space = { kind: 'hlg', primaries: bt2020Primaries, fullRange: true } as const;
    highDynamicRangeToSrgb(space, 65_535)(wide, channels === 4 ? 4 : 3, expected);
    expect(rawOf(await openFile(new Uint8Array(file))).samples).toEqual(expected);
  });
});
