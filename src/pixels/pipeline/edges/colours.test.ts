/** Estimated foreground and background, and soft pixels that are cleaned with them. */
import { describe, expect, test } from 'vitest';
import { layerOver } from '../plane/layer.ts';
import { wholeOf } from '../plane/region.ts';
import { EdgeColourSampler } from './colour-sampler.ts';
import { estimateColours } from './colours.ts';

const side = 64;
const front = [210, 120, 30];
const back = [20, 70, 160];

/** Alpha rises from left to right over `softPx` columns in the middle. */
function ramp(softPx: number): Uint8Array {
  return Uint8Array.from({ length: side * side }, (_, at) => {
    const place = ((at % side) - (side - softPx) / 2) / softPx;
    return 255 * Math.min(1, Math.max(0, place));
  });
}

function mixed(alpha: Uint8Array): Uint8Array {
  return Uint8Array.from({ length: alpha.length * 3 }, (_, at) => {
    const share = alpha[Math.floor(at / 3)] / 255;
    return share * front[at % 3] + (1 - share) * back[at % 3] + 0.5;
  });
}

function layerOf(widthPx: number, heightPx: number, alpha: Uint8Array) {
  return layerOver({ widthPx, heightPx, samples: alpha }, { widthPx, heightPx });
}

describe('colours of both sides', () => {
  test.each([1, 6, 30])('an edge of %i pixels between two plain colours is one and the other all over', (softPx) => {
    const alpha = ramp(softPx);
    const { widthPx, heightPx, foreground, background } = estimateColours(layerOf(side, side, alpha), mixed(alpha));
    expect([widthPx, heightPx]).toEqual([side / 2, side / 2]);
    const middle = (widthPx * heightPx) / 2 + widthPx / 2;
    for (let i = 0; i < 3; i++) {
      expect(Math.abs(foreground[middle * 3 + i] - front[i])).toBeLessThanOrEqual(4);
      expect(Math.abs(background[middle * 3 + i] - back[i])).toBeLessThanOrEqual(4);
    }
  });

  test.each([0, 255])('a matte of %i alone leaves the picture as it is', (value) => {
    const alpha = new Uint8Array(side * side).fill(value);
    const colours = Uint8Array.from({ length: side * side * 3 }, () => 77);
    const { foreground, background } = estimateColours(layerOf(side, side, alpha), colours);
    expect(new Set([...foreground, ...background])).toEqual(new Set([77]));
  });

  test('are not known where much was widely unknown before the pass chooser', () => {
    const sharp = ramp(4);
    const knownInMiddle = (samples: Uint8Array | null) => {
      const before = samples && { widthPx: side, heightPx: side, samples };
      const { known, widthPx, heightPx } = estimateColours(layerOf(side, side, sharp), mixed(sharp), before);
      return known[((heightPx + 1) * widthPx) / 2];
    };
    expect(knownInMiddle(null)).toBeGreaterThan(200);
    expect(knownInMiddle(sharp)).toBe(knownInMiddle(null));
    // Unknown all over its right half.
    expect(knownInMiddle(sharp.map((alpha) => (alpha > 0 ? 120 : 0)))).toBeLessThan(20);
  });

  test('the smallest picture and odd sides', () => {
    const one = estimateColours(layerOf(1, 1, Uint8Array.of(128)), Uint8Array.of(1, 2, 3));
    expect([...one.foreground, ...one.background]).toEqual([1, 2, 3, 1, 2, 3]);
    const odd = estimateColours(layerOf(5, 3, new Uint8Array(15).fill(90)), new Uint8Array(45).fill(9));
    expect([odd.widthPx, odd.heightPx, odd.foreground.length]).toEqual([3, 2, 18]);
  });

  test('a large matte is estimated at no more than 512 pixels a side', () => {
    const [widthPx, heightPx] = [2048, 64];
    const layer = layerOf(widthPx, heightPx, new Uint8Array(widthPx * heightPx).fill(100));
    const large = estimateColours(layer, new Uint8Array(widthPx * heightPx * 3));
    expect([large.widthPx, large.heightPx, large.background.length]).toEqual([512, 16, 512 * 16 * 3]);
  });
});

describe('cleaning a row', () => {
  const both = {
    region: wholeOf({ widthPx: 4, heightPx: 1 }),
    widthPx: 1,
    heightPx: 1,
    foreground: Uint8Array.from(front),
    background: Uint8Array.from(back),
    known: Uint8Array.of(255),
  };
  const half = front.map((value, i) => Math.round((value + back[i]) / 2));

  test('the mix of both is separated, and the subject keeps its own colour', () => {
    const photo = Uint8Array.from([...half, ...half, ...half.map((value) => value + 20), ...half]);
    const row = Uint8Array.from([...half, 128, ...half, 255, ...half.map((value) => value + 20), 128, ...half, 0]);
    new EdgeColourSampler(both).clean(0, row, photo, 3);
    for (let i = 0; i < 3; i++) {
      expect(Math.abs(row[i] - front[i])).toBeLessThanOrEqual(2);
      expect(row[8 + i]).toBeGreaterThan(row[i] + 15);
    }
    expect([...row.subarray(4, 8)]).toEqual([...half, 255]);
  });

  test('unknown colours leave the photo as it is, half known ones change it half as much', () => {
    const cleaned = [0, 128, 255].map((known) => {
      const row = Uint8Array.from([...half, 128, ...half, 128, ...half, 128, ...half, 128]);
      new EdgeColourSampler({ ...both, known: Uint8Array.of(known) }).clean(0, row, row.slice(), 3);
      return [...row.subarray(0, 3)];
    });
    expect(cleaned[0]).toEqual(half);
    cleaned[1].forEach((value, i) => {
      expect(Math.abs(value - (cleaned[0][i] + cleaned[2][i]) / 2)).toBeLessThanOrEqual(1);
    });
  });

  test('a part of the picture is all that changes', () => {
    const region = { leftPx: 1, topPx: 2, widthPx: 2, heightPx: 1 };
    const sampler = new EdgeColourSampler({ ...both, region });
    const rows = [1, 2, 3].map((y) => {
      const row = Uint8Array.from([...half, 128, ...half, 128, ...half, 128, ...half, 128]);
      sampler.clean(y, row, row.slice(), 3);
      return Array.from({ length: 4 }, (_, x) => (row[x * 4] === half[0] ? 'kept' : 'changed'));
    });
    const kept = ['kept', 'kept', 'kept', 'kept'];
    expect(rows).toEqual([kept, ['kept', 'changed', 'changed', 'kept'], kept]);
  });

  test('what the photo has half transparent keeps its colour', () => {
    const row = Uint8Array.from([...half, 128, ...half, 128, ...half, 128, ...half, 128]);
    const photo = Uint8Array.from([...half, 128, ...half, 255, ...half, 0, ...half, 255]);
    new EdgeColourSampler(both).clean(0, row, photo, 4);
    expect([...row.subarray(0, 4)]).toEqual([...half, 128]);
    expect([...row.subarray(4, 7)]).not.toEqual(half);
    expect([...row.subarray(8, 12)]).toEqual([...half, 128]);
  });
});

test('an estimate stays between the colours that the photo has nearby', () => {
  // Half opaque all over the middle, and brighter than what is sure on either side would explain.
  const alpha = ramp(30);
  const photo = mixed(alpha);
  for (let at = 0; at < photo.length; at++) if (at % 7 === 0) photo[at] = 90;
  const { foreground } = estimateColours(layerOf(side, side, alpha), photo);
  const [least, most] = [Math.min(...photo), Math.max(...photo)];
  expect(foreground.every((value) => value >= least && value <= most)).toBe(true);
});
