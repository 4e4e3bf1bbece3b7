/** What the floor raises, and what it leaves. */
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { wholeOf } from '../plane/region.ts';
import { withFloor } from './floor.ts';
import type { Subject } from './subject.ts';

type Seen = Pick<Subject, 'layer' | 'colours'>;

const [widthPx, heightPx] = [40, 30];
const size = { widthPx, heightPx };

/** A grey coat on white in columns 10 to 19, with black cuffs to its right, an own black thing apart, and a shadow below. */
function coat(isFlat = true): Seen {
  const greyOf = (x: number, y: number) => {
    if (x >= 10 && x < 20 && y >= 8 && y < 20) return 120;
    if (x >= 20 && x < 24 && y >= 10 && y < 14) return 10;
    // Six tenths of these pixels are cuff.
    if (x === 24 && y >= 10 && y < 14) return 108;
    if (x >= 30 && x < 34 && y >= 10 && y < 14) return 10;
    if (y >= 20 && y < 23 && x >= 8 && x < 22) return 150;
    return isFlat || x < 20 ? 255 : 90;
  };
  const each = Array.from({ length: widthPx * heightPx }, (_, at) => greyOf(at % widthPx, Math.floor(at / widthPx)));
  const samples = Uint8Array.from(each, (value) => (value === 120 ? 255 : 0));
  const colours = Uint8Array.from(each.flatMap((value) => [value, value, value]));
  return { layer: { plane: { ...size, samples }, region: wholeOf(size), outside: 0 }, colours };
}

const alphaAt = ({ layer }: Seen, x: number, y: number) => layer.plane.samples[y * widthPx + x];

test('black cuffs that touch the coat are of it, with their soft edge', () => {
  const raised = withFloor(coat());
  expect([20, 21, 23].map((x) => alphaAt(raised, x, 12))).toEqual([255, 255, 255]);
  expect(alphaAt(raised, 24, 12)).toBe(0.6 * 255);
  expect(alphaAt(raised, 25, 12)).toBe(0);
});

test('a thing apart and the shadow are left', () => {
  const raised = withFloor(coat());
  expect([alphaAt(raised, 31, 12), alphaAt(raised, 15, 21), alphaAt(raised, 15, 12)]).toEqual([0, 0, 255]);
});

test('a shadow darker than the limit goes on where a thing would have ended, and is left', () => {
  const { layer, colours } = coat();
  const dark = colours.slice();
  for (let y = 20; y < 29; y++) {
    for (let x = 1; x < widthPx - 1; x++) {
      const steps = y - 20 + Math.max(0, 10 - x, x - 19);
      const grey = Math.min(255, 60 + 14 * steps);
      dark.fill(grey, (y * widthPx + x) * 3, (y * widthPx + x) * 3 + 3);
    }
  }
  const raised = withFloor({ layer, colours: dark });
  expect([alphaAt(raised, 15, 20), alphaAt(raised, 15, 22), alphaAt(raised, 21, 12)]).toEqual([0, 0, 255]);
});

test('a background of many colours and a matte without a subject leave everything as it is', () => {
  const varied = coat(false);
  expect(withFloor(varied)).toBe(varied);
  const flat = coat();
  const none = { ...flat, layer: { ...flat.layer, plane: { ...size, samples: new Uint8Array(widthPx * heightPx) } } };
  expect(withFloor(none)).toBe(none);
});

test('no alpha is ever lowered', () => {
  const bytes = (length: number) => fc.uint8Array({ minLength: length, maxLength: length });
  fc.assert(
    fc.property(bytes(12 * 10), bytes(12 * 10), (samples, greys) => {
      const small = { widthPx: 12, heightPx: 10 };
      const isBorder = (at: number) => at < 12 || at >= 108 || at % 12 === 0 || at % 12 === 11;
      const colours = Uint8Array.from({ length: 360 }, (_, at) => {
        const pixel = Math.floor(at / 3);
        return isBorder(pixel) ? 255 : greys[pixel];
      });
      const plane = { ...small, samples };
      const subject: Seen = { layer: { plane, region: wholeOf(small), outside: 0 }, colours };
      const raised = withFloor(subject).layer.plane.samples;
      expect(samples.findIndex((value, at) => raised[at] < value)).toBe(-1);
    }),
    { numRuns: 100 },
  );
});
