import { describe, expect, test } from 'vitest';
import { layerOver } from '../layer.ts';
import { claimsOf } from './claims.ts';
import type { Point } from './pixels.ts';
import { type Mask, maskPx, type SegmentedPicture } from './segmenter.ts';

/** As large as a mask, so that pixels are its places. */
const picture = { widthPx: maskPx, heightPx: maskPx };
const nothing = layerOver({ ...picture, samples: new Uint8Array(maskPx * maskPx) }, picture);

/** A mask of whole columns: from, and to but not including. */
function columns(from: number, to: number): Mask {
  const samples = Uint8Array.from({ length: maskPx * maskPx }, (_, at) =>
    at % maskPx >= from && at % maskPx < to ? 255 : 0,
  );
  return { ...picture, samples };
}

const keep = (x: number): Point => ({ kind: 'keep', x, y: 100 });
const drop = (x: number): Point => ({ kind: 'drop', x, y: 100 });

async function claimed(parts: readonly [Point, Mask][], together: readonly Mask[] = []) {
  const asked: [number[], number[]][] = [];
  const segmented: SegmentedPicture = {
    parts: parts.map(([point, mask]) => ({ point, candidates: [mask] })),
    async ask(held, others) {
      asked.push([held.map(({ x }) => x), others.map(({ x }) => x)]);
      return together;
    },
  };
  const claims = await claimsOf(segmented, nothing, picture);
  const rowOf = ({ samples }: Mask) => {
    const row = [...samples.subarray(0, maskPx).keys()].filter((x) => samples[x] >= 128);
    return row.length === 0 ? null : [row[0], row[row.length - 1] + 1, row.length];
  };
  return { asked, keep: rowOf(claims.keep), drop: rowOf(claims.drop) };
}

describe('claims', () => {
  test('of points on other parts are the parts themselves, and nobody is asked again', async () => {
    const found = await claimed([
      [keep(10), columns(0, 20)],
      [keep(60), columns(50, 70)],
      [drop(110), columns(100, 120)],
    ]);
    expect(found).toEqual({ asked: [], keep: [0, 70, 40], drop: [100, 120, 20] });
  });

  test('of points to keep on the same part are asked about together, without what is dropped there', async () => {
    const found = await claimed(
      [
        [keep(10), columns(0, 40)],
        [keep(30), columns(5, 45)],
        [keep(90), columns(80, 100)],
        [drop(20), columns(18, 22)],
        [drop(150), columns(140, 160)],
      ],
      [columns(0, 17)],
    );
    expect(found.asked).toEqual([[[10, 30], [20]]]);
    expect(found.keep).toEqual([0, 100, 37]);
  });

  test('of points that hold each other belong together, however large their parts are', async () => {
    const found = await claimed([
      [keep(10), columns(0, 100)],
      [keep(20), columns(8, 24)],
    ]);
    // Nothing holds both, so that both parts count.
    expect(found).toEqual({ asked: [[[10, 20], []]], keep: [0, 100, 100], drop: null });
  });

  test('of both kinds go to that of the nearer point', async () => {
    const found = await claimed([
      [keep(50), columns(0, 200)],
      [drop(150), columns(40, 220)],
    ]);
    expect([found.keep, found.drop]).toEqual([
      [0, 101, 101],
      [101, 220, 119],
    ]);
  });
});
