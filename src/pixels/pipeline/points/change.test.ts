/** What claims change of a matte, on pictures as large as the square that the segmenter is shown. */
import { describe, expect, test } from 'vitest';
import { atOnce } from '../../bounds/shared-thread.ts';
import { layerOver } from '../plane/layer.ts';
import { changeOf } from './change.ts';
import { framePx } from './frame.ts';
import type { Point, PointKind } from './pixels.ts';
import { type Mask, maskPx } from './segmenter.ts';

const picture = { widthPx: framePx, heightPx: framePx / 2 };
const cellPx = framePx / maskPx;
const rampPx = 3;
type Inside = (x: number, y: number) => boolean;
const nothing: Inside = () => false;
const box = (left: number, top: number, right: number, bottom: number): Inside => {
  return (x, y) => x >= left && x < right && y >= top && y < bottom;
};
const disc = (x: number, y: number, radius: number): Inside => {
  return (column, row) => Math.hypot(column + 0.5 - x, row + 0.5 - y) < radius;
};
const but = (one: Inside, ...others: Inside[]): Inside => {
  return (x, y) => one(x, y) && !others.some((other) => other(x, y));
};
const any = (...all: Inside[]): Inside => {
  return (x, y) => all.some((one) => one(x, y));
};

/** A mask of the segmenter: its cells have their share of the shape, smoothed over so many pixels. */
function maskOf(inside: Inside): Mask {
  const samples = Uint8Array.from({ length: maskPx * maskPx }, (_, at) => {
    const [left, top] = [(at % maskPx) * cellPx, Math.floor(at / maskPx) * cellPx];
    let held = 0;
    for (let pixel = 0; pixel < cellPx * cellPx; pixel++) {
      if (inside(left + (pixel % cellPx), top + Math.floor(pixel / cellPx))) held++;
    }
    return Math.round((255 * held) / (cellPx * cellPx));
  });
  return { widthPx: maskPx, heightPx: maskPx, samples };
}

interface Given {
  readonly subject: Inside;
  readonly keep?: Inside;
  readonly drop?: Inside;
  readonly at: readonly [PointKind, number, number];
  /** What is seen red; everything else is green. */
  readonly red?: Inside;
  /** What of the subject the matte has with this alpha. */
  readonly haze?: readonly [Inside, number];
}

/** Alpha after a change, and what may change. */
function changed({ subject, keep = nothing, drop = nothing, at: [kind, x, y], red = nothing, haze }: Given) {
  const [isHaze, hazeAlpha] = haze ?? [nothing, 0];
  const pixels = Array.from({ length: picture.widthPx * picture.heightPx }, (_, at) => {
    return [at % picture.widthPx, Math.floor(at / picture.widthPx)] as const;
  });
  const alphaOf = (column: number, row: number) => (isHaze(column, row) ? hazeAlpha : 255);
  const matte = Uint8Array.from(pixels, ([column, row]) => (subject(column, row) ? alphaOf(column, row) : 0));
  const colours = Uint8Array.from(
    pixels.flatMap(([column, row]) => (red(column, row) ? [200, 40, 40] : [40, 160, 60])),
  );
  const points: Point[] = [{ kind, x, y }];
  const claims = { keep: maskOf(keep), drop: maskOf(drop) };
  const change = atOnce(
    changeOf(
      claims,
      { layer: layerOver({ ...picture, samples: matte }, picture), colours },
      { points, picture, rampPx },
    ),
  );
  if (!change) return null;
  const { target, share, weights } = change;
  const after = matte.map((alpha, at) => {
    const count = Math.min(share.plane.samples[at], weights.plane.samples[at]);
    return alpha + ((target.plane.samples[at] - alpha) * count) / 255;
  });
  return {
    alphaAt: (column: number, row: number) => after[row * picture.widthPx + column],
    weightAt: (column: number, row: number) => weights.plane.samples[row * picture.widthPx + column],
    /** Pixels of a shape that are at least half subject. */
    countIn: (shape: Inside) => pixels.filter(([column, row], at) => shape(column, row) && after[at] >= 128).length,
  };
}

describe('a part that is dropped', () => {
  const cup = box(300, 100, 500, 300);
  const saucer = box(200, 300, 600, 400);
  const subject = any(cup, saucer);

  test('goes with the holes of its mask, and the cup beside it stays', () => {
    const holes = [disc(260, 350, 14), disc(540, 340, 20), disc(400, 370, 9)];
    const found = changed({ subject, drop: but(saucer, ...holes), at: ['drop', 330, 350] });
    expect(found?.countIn(box(190, 304, 610, 420))).toBe(0);
    expect(found?.countIn(box(304, 104, 496, 296))).toBe(192 * 192);
    expect(found?.weightAt(540, 340)).toBe(255);
  });

  test('goes with the rims that its mask leaves', () => {
    const found = changed({ subject, drop: box(204, 304, 596, 398), at: ['drop', 330, 350] });
    expect(found?.countIn(box(190, 306, 610, 420))).toBe(0);
  });

  test('leaves what is thick round it as it is, without squares', () => {
    const ball = disc(400, 220, 80);
    const found = changed({ subject: any(ball, saucer), drop: saucer, at: ['drop', 230, 350] });
    // All of the ball but for where it was one with the saucer.
    for (let angle = 0; angle < 360; angle += 5) {
      const [x, y] = [400 + 74 * Math.cos((angle * Math.PI) / 180), 220 + 74 * Math.sin((angle * Math.PI) / 180)];
      expect(found?.alphaAt(Math.round(x), Math.round(y)), `at ${angle} degrees`).toBe(255);
    }
  });

  test('leaves a spoon whole that stands on it', () => {
    const spoon = box(396, 60, 406, 300);
    const found = changed({ subject: any(spoon, saucer), drop: saucer, at: ['drop', 330, 350] });
    expect(found?.alphaAt(401, 292)).toBe(255);
  });

  test('goes with a crumb of it, however small it is', () => {
    const small = box(200, 300, 260, 340);
    const [island, larger] = [box(222, 312, 238, 328), box(222, 308, 246, 332)];
    const given = { subject: small, at: ['drop', 205, 305] } as const;
    expect(changed({ ...given, drop: but(small, island) })?.alphaAt(230, 320)).toBe(0);
    expect(changed({ ...given, drop: but(small, larger) })?.alphaAt(234, 320)).toBe(255);
  });

  test('leaves a large piece, and one that is kept', () => {
    const large = disc(500, 350, 40);
    const given = { subject: saucer, drop: but(saucer, large), at: ['drop', 230, 350] } as const;
    expect(changed(given)?.alphaAt(500, 350)).toBe(255);
    const small = disc(500, 350, 12);
    const kept = { ...given, drop: but(saucer, small), keep: small };
    expect(changed(kept)?.alphaAt(500, 350)).toBe(255);
    expect(changed({ ...kept, keep: nothing })?.alphaAt(500, 350)).toBe(0);
  });
});

describe('a part that is kept', () => {
  const body = box(300, 100, 500, 400);
  const arm = box(500, 160, 800, 300);

  test('comes with pinholes of its mask filled, and with nothing between it and the subject', () => {
    const mask = but(box(508, 160, 800, 300), disc(600, 230, 5));
    const found = changed({ subject: body, keep: mask, at: ['keep', 560, 230] });
    expect(found?.countIn(box(500, 170, 796, 290))).toBe(296 * 120);
  });

  test('has the hole of its handle', () => {
    const hole = disc(600, 230, 16);
    const found = changed({ subject: body, keep: but(arm, hole), at: ['keep', 530, 230] });
    expect(found?.alphaAt(600, 230)).toBe(0);
  });

  test('comes with the haze that goes on from what was lost of it, however narrow it is', () => {
    const leg = box(500, 200, 800, 220);
    const hazy = box(500, 200, 700, 220);
    const found = changed({ subject: any(body, hazy), haze: [hazy, 160], keep: leg, at: ['keep', 760, 210] });
    for (const column of [505, 560, 620, 695, 760]) expect(found?.alphaAt(column, 210), `at ${column}`).toBe(255);
  });

  test('leaves its soft edges beside what was lost, and haze elsewhere', () => {
    const [edge, apart] = [box(500, 160, 700, 164), box(520, 290, 620, 298)];
    const haze = [any(edge, apart), 160] as const;
    const found = changed({ subject: any(body, box(500, 160, 700, 300)), haze, keep: arm, at: ['keep', 760, 230] });
    expect(found?.alphaAt(780, 230)).toBe(255);
    expect(found?.alphaAt(600, 162)).toBe(160);
    expect(found?.alphaAt(560, 294)).toBe(160);
  });

  test('makes nothing clearer that the matte has, where its edges move', () => {
    const hazy = box(500, 160, 800, 220);
    const red = any(body, box(500, 166, 760, 300));
    const found = changed({ subject: any(body, hazy), haze: [hazy, 160], keep: arm, red, at: ['keep', 600, 280] });
    expect(found?.alphaAt(600, 190)).toBe(255);
    expect(found?.alphaAt(600, 162)).toBeGreaterThanOrEqual(160);
    expect(found?.alphaAt(600, 304)).toBe(0);
  });

  test('leaves gaps open that are not beside the subject', () => {
    const fingers = any(box(600, 200, 620, 260), box(628, 200, 648, 260));
    const found = changed({ subject: body, keep: any(fingers, box(500, 260, 700, 300)), at: ['keep', 540, 280] });
    expect(found?.alphaAt(624, 210)).toBeLessThan(128);
  });
});

describe('edges of a mask', () => {
  const body = box(100, 100, 300, 400);
  /** As drawn by the segmenter: some pixels beside what is seen. */
  const seen = box(300, 200, 700, 300);
  const mask = box(300, 206, 706, 306);

  test('are where colours are', () => {
    const red = any(body, seen);
    const found = changed({ subject: body, keep: mask, red, at: ['keep', 500, 250] });
    expect(found?.alphaAt(500, 204)).toBeGreaterThan(200);
    expect(found?.alphaAt(500, 296)).toBeGreaterThan(200);
    expect(found?.alphaAt(500, 304)).toBeLessThan(55);
    expect(found?.alphaAt(704, 250)).toBeLessThan(55);
  });

  test('leave no crumb of what is dropped that looks like the rest', () => {
    const [left, strip, right] = [box(100, 100, 302, 400), box(302, 100, 320, 400), box(320, 100, 500, 400)];
    const given = { subject: any(left, strip, right), drop: strip, at: ['drop', 311, 150] } as const;
    const found = changed({ ...given, red: any(left, right, disc(311, 250, 5.5)) });
    expect(found?.alphaAt(311, 250)).toBe(0);
  });

  test('leave no nub of what is dropped where that looks like what stays', () => {
    const [sole, joint] = [box(100, 100, 500, 300), box(296, 300, 306, 400)];
    const given = { subject: any(sole, joint), drop: joint, at: ['drop', 301, 350] } as const;
    const found = changed({ ...given, red: any(sole, joint) });
    expect(found?.countIn(box(280, 304, 320, 410))).toBe(0);
    expect(found?.countIn(box(104, 104, 496, 296))).toBe(392 * 192);
  });

  test('are where the segmenter has them if colours say nothing', () => {
    const found = changed({ subject: body, keep: mask, at: ['keep', 500, 250] });
    expect(found?.alphaAt(500, 200)).toBeLessThan(55);
    expect(found?.alphaAt(500, 302)).toBeGreaterThan(200);
  });
});

test('nothing changes where claims say what the matte says', () => {
  const subject = box(100, 100, 300, 300);
  expect(changed({ subject, keep: subject, at: ['keep', 200, 200] })).toBeNull();
  expect(changed({ subject, drop: box(400, 100, 600, 300), at: ['drop', 500, 200] })).toBeNull();
});
