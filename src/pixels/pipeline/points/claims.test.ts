import { describe, expect, test } from 'vitest';
import { layerOver } from '../plane/layer.ts';
import { claimsOf } from './claims.ts';
import { framePx } from './frame.ts';
import type { Point } from './pixels.ts';
import { type Mask, maskPx, type SegmentedPicture } from './segmenter.ts';

/** As large as a mask, so that pixels are its places. */
const picture = { widthPx: maskPx, heightPx: maskPx };
/** One value for each of its columns. */
type Columns = (x: number) => number;
const nothing: Columns = () => 0;

/** A mask of whole columns: from, and to but not including. */
function columns(from: number, to: number): Mask {
  const samples = Uint8Array.from({ length: maskPx * maskPx }, (_, at) =>
    at % maskPx >= from && at % maskPx < to ? 255 : 0,
  );
  return { ...picture, samples };
}

const keep = (x: number): Point => ({ kind: 'keep', x, y: 100 });
const drop = (x: number): Point => ({ kind: 'drop', x, y: 100 });

interface Seen {
  /** What the passes have. */
  readonly matte: Columns;
  readonly grey: Columns;
}

async function claimed(
  parts: readonly [Point, Mask][],
  together: readonly Mask[] = [],
  { matte, grey }: Seen = { matte: nothing, grey: nothing },
) {
  const asked: [number[], number[]][] = [];
  const segmented: SegmentedPicture = {
    parts: parts.map(([point, mask]) => ({ point, candidates: [mask] })),
    async ask(held, others) {
      asked.push([held.map(({ x }) => x), others.map(({ x }) => x)]);
      return together;
    },
  };
  const samples = Uint8Array.from({ length: maskPx * maskPx }, (_, at) => matte(at % maskPx));
  const colours = Uint8Array.from({ length: framePx * framePx * 3 }, (_, at) =>
    grey(Math.floor(((Math.floor(at / 3) % framePx) * maskPx) / framePx)),
  );
  const claims = await claimsOf(segmented, layerOver({ ...picture, samples }, picture), colours, picture);
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

  test('of parts beside each other have no gap, and go on to the border that they nearly reach', async () => {
    const found = await claimed([
      [keep(50), columns(2, 100)],
      [keep(150), columns(101, 200)],
      [drop(240), columns(230, 254)],
    ]);
    expect(found).toEqual({ asked: [], keep: [0, 200, 200], drop: [230, 256, 26] });
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

describe('a point to drop', () => {
  const haze = columns(60, 100);
  /** Haze, and beside it what the passes are sure of: dark and 40 places wide. */
  const seen: Seen = {
    matte: (x) => (x < 60 || x >= 140 ? 0 : x < 100 ? 120 : 255),
    grey: (x) => (x < 100 ? 180 : 30),
  };

  test('on haze is asked about once more without the other thing that its part takes', async () => {
    const found = await claimed([[drop(80), columns(60, 140)]], [haze], seen);
    expect(found.asked).toEqual([[[80], [119]]]);
    expect(found.drop).toEqual([60, 100, 40]);
  });

  test('on haze leaves that thing, whatever the segmenter says then', async () => {
    expect((await claimed([[drop(80), columns(60, 140)]], [], seen)).drop).toEqual([60, 100, 40]);
    expect((await claimed([[drop(80), columns(60, 140)]], [columns(60, 130)], seen)).drop).toEqual([60, 100, 40]);
  });

  test.each<[string, Point, Mask, Seen]>([
    ['that is clicked itself', drop(120), columns(60, 140), seen],
    ['of the same colour', drop(80), columns(60, 140), { ...seen, grey: () => 180 }],
    ['that is thin', drop(80), columns(60, 104), seen],
    ['of which the passes are not sure', drop(80), columns(60, 140), { ...seen, matte: () => 200 }],
  ])('takes a thing %s', async (_, point, mask, given) => {
    const found = await claimed([[point, mask]], [haze], given);
    const width = mask.samples.subarray(0, maskPx).filter((value) => value > 0).length;
    expect([found.asked, found.drop]).toEqual([[], [60, 60 + width, width]]);
  });

  /** A machine, and apart from it a sheet of paper, of one colour. */
  const [machine, paper] = [
    [20, 100],
    [120, 180],
  ];
  const isIn = (x: number, [from, to]: readonly number[]) => x >= from && x < to;
  const both: Seen = { matte: (x) => (isIn(x, machine) || isIn(x, paper) ? 255 : 0), grey: () => 90 };
  const all = columns(10, 190);

  test('leaves a large part of the subject that does not touch the one that was clicked', async () => {
    const found = await claimed([[drop(150), all]], [columns(115, 185)], both);
    expect(found.asked).toEqual([[[150], [59]]]);
    expect(found.drop).toEqual([115, 185, 70]);
    // Whatever the segmenter says then: with its edges.
    for (const answer of [[], [all]]) {
      const { drop: left } = await claimed([[drop(150), all]], answer, both);
      expect(left).toEqual([10, 190, 180 - (machine[1] - machine[0]) - 2]);
    }
  });

  test.each<[string, number, Columns]>([
    ['small', 150, (x) => (isIn(x, [20, 34]) || isIn(x, paper) ? 255 : 0)],
    ['joined to it', 150, (x) => (isIn(x, [20, 180]) ? 255 : 0)],
    ['of the colour of a haze that was clicked', 110, both.matte],
  ])('takes a part of the subject that is %s', async (_, x, given) => {
    const found = await claimed([[drop(x), all]], [], { ...both, matte: given });
    expect([found.asked, found.drop]).toEqual([[], [10, 190, 180]]);
  });

  test('to keep takes all of its part', async () => {
    const point = { ...drop(80), kind: 'keep' } as const;
    expect((await claimed([[point, columns(60, 140)]], [haze], seen)).keep).toEqual([60, 140, 80]);
  });
});
