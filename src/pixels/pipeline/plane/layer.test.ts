/** Layers read at the size of the picture and of a network. */
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { LayerSampler, layerOver, reducedLayer } from './layer.ts';
import type { Plane } from './plane.ts';

function sample(plane: Plane, widthPx: number, heightPx: number): number[][] {
  const sampler = new LayerSampler(layerOver(plane, { widthPx, heightPx }));
  return Array.from({ length: heightPx }, (_, y) => {
    const row = new Uint8Array(widthPx);
    sampler.row(y, widthPx, row);
    return [...row];
  });
}

/** Bilinear with half-pixel centres, written as its definition. */
function reference({ widthPx, heightPx, samples }: Plane, x: number, y: number, width: number, height: number): number {
  const clampTo = (value: number, most: number) => Math.min(Math.max(value, 0), most);
  const sx = clampTo(((x + 0.5) * widthPx) / width - 0.5, widthPx - 1);
  const sy = clampTo(((y + 0.5) * heightPx) / height - 0.5, heightPx - 1);
  const [x0, y0] = [Math.floor(sx), Math.floor(sy)];
  const at = (px: number, py: number) => samples[Math.min(py, heightPx - 1) * widthPx + Math.min(px, widthPx - 1)];
  const top = at(x0, y0) * (1 - (sx - x0)) + at(x0 + 1, y0) * (sx - x0);
  const bottom = at(x0, y0 + 1) * (1 - (sx - x0)) + at(x0 + 1, y0 + 1) * (sx - x0);
  return top * (1 - (sy - y0)) + bottom * (sy - y0);
}

describe('sampling', () => {
  test('at its own size a plane is itself', () => {
    const samples = Uint8Array.from({ length: 12 }, (_, i) => i * 21);
    expect(sample({ widthPx: 4, heightPx: 3, samples }, 4, 3).flat()).toEqual([...samples]);
  });

  test('any size agrees with the definition', () => {
    const side = fc.integer({ min: 1, max: 24 });
    fc.assert(
      fc.property(side, side, side, side, fc.integer(), (mw, mh, width, height, seed) => {
        const samples = Uint8Array.from({ length: mw * mh }, (_, i) => ((i * 2654435761 + seed) >>> 3) & 255);
        const plane = { widthPx: mw, heightPx: mh, samples };
        sample(plane, width, height).forEach((row, y) => {
          row.forEach((value, x) => {
            expect(Math.abs(value - reference(plane, x, y, width, height))).toBeLessThanOrEqual(0.502);
          });
        });
      }),
      { numRuns: 200, seed: 3 },
    );
  });
});

describe('a layer of a part', () => {
  const plane = { widthPx: 2, heightPx: 2, samples: Uint8Array.of(10, 20, 30, 40) };
  const region = { leftPx: 1, topPx: 1, widthPx: 2, heightPx: 2 };

  test('is itself inside, and has its outside value elsewhere', () => {
    const sampler = new LayerSampler({ plane, region, outside: 255 });
    const rows = Array.from({ length: 4 }, (_, y) => {
      const row = new Uint8Array(4);
      sampler.row(y, 4, row);
      return [...row];
    });
    expect(rows).toEqual([
      [255, 255, 255, 255],
      [255, 10, 20, 255],
      [255, 30, 40, 255],
      [255, 255, 255, 255],
    ]);
  });

  test('reduced over its own region it is itself; over a larger one it is zero around', () => {
    const layer = { plane, region, outside: 0 };
    expect([...reducedLayer(layer, region, 2, 2)]).toEqual([10, 20, 30, 40]);
    const wider = { leftPx: 0, topPx: 0, widthPx: 4, heightPx: 4 };
    expect([...reducedLayer(layer, wider, 4, 4)]).toEqual([0, 0, 0, 0, 0, 10, 20, 0, 0, 30, 40, 0, 0, 0, 0, 0]);
    expect([...reducedLayer(layer, wider, 2, 2)]).toEqual([3, 5, 8, 10]);
  });
});

describe('a part of what a network sees', () => {
  test('is that part of the whole, whatever the sizes', () => {
    const side = fc.integer({ min: 1, max: 40 });
    const place = fc.integer({ min: -12, max: 40 });
    const share = fc.double({ min: 0, max: 1, noNaN: true });
    fc.assert(
      fc.property(
        fc.tuple(side, side, side, side),
        fc.tuple(place, place, side, side),
        fc.tuple(share, share, share, share),
        fc.integer(),
        ([planeWidth, planeHeight, widthPx, heightPx], [leftPx, topPx, seenWidth, seenHeight], box, seed) => {
          const samples = Uint8Array.from({ length: planeWidth * planeHeight }, (_, i) => ((i + seed) * 97) & 255);
          const layer = layerOver(
            { widthPx: planeWidth, heightPx: planeHeight, samples },
            { widthPx: 30, heightPx: 20 },
          );
          const seen = { leftPx, topPx, widthPx: seenWidth, heightPx: seenHeight };
          const [left, top] = [Math.floor(box[0] * (widthPx - 1)), Math.floor(box[1] * (heightPx - 1))];
          const wanted = {
            leftPx: left,
            topPx: top,
            widthPx: 1 + Math.floor(box[2] * (widthPx - 1 - left)),
            heightPx: 1 + Math.floor(box[3] * (heightPx - 1 - top)),
          };
          const whole = reducedLayer(layer, seen, widthPx, heightPx);
          const part = Array.from({ length: wanted.heightPx }, (_, y) => {
            const from = (top + y) * widthPx + left;
            return [...whole.subarray(from, from + wanted.widthPx)];
          });
          expect([...reducedLayer(layer, seen, widthPx, heightPx, wanted)]).toEqual(part.flat());
        },
      ),
      { numRuns: 400, seed: 7 },
    );
  });
});
