import { describe, expect, it } from 'vitest';
import type { Region } from '../plane/region.ts';
import { matteInBox, type SeeAgain, subjectInBox } from './chosen.ts';

const side = 320;
type Colour = readonly [red: number, green: number, blue: number];
const [blue, red, grey]: Colour[] = [
  [30, 60, 200],
  [210, 60, 40],
  [120, 120, 120],
];

/** Two squares, the second one behind; a matte that takes both for one subject. */
function scene(front: Region, behind: Region, colours: readonly [Colour, Colour] = [blue, red]) {
  const isIn = (x: number, y: number, { leftPx, topPx, widthPx, heightPx }: Region) =>
    x >= leftPx && x < leftPx + widthPx && y >= topPx && y < topPx + heightPx;
  const samples = new Uint8Array(side * side);
  const rgb = new Uint8Array(side * side * 3);
  const of = new Uint8Array(side * side);
  for (let at = 0; at < samples.length; at++) {
    const [x, y] = [at % side, Math.floor(at / side)];
    of[at] = isIn(x, y, front) ? 1 : isIn(x, y, behind) ? 2 : 0;
    samples[at] = of[at] > 0 ? 255 : 0;
    const grain = ((x * 7) ^ (y * 13)) % 9;
    rgb.set(
      [grey, ...colours][of[at]].map((level) => level + grain),
      at * 3,
    );
  }
  const region = { leftPx: 0, topPx: 0, widthPx: side, heightPx: side };
  const layer = { plane: { widthPx: side, heightPx: side, samples }, region, outside: 0 };
  return { subject: { layer, colours: rgb }, of };
}

const region = (leftPx: number, topPx: number, widthPx: number, heightPx: number): Region => {
  return { leftPx, topPx, widthPx, heightPx };
};
/** Where no further pass can be had. */
const noPass: SeeAgain = async () => null;
const asked = (box: Region) => ({ box, seen: region(0, 0, side, side) });

/** Share of the pixels of each square in the box that is kept. */
function kept(samples: Uint8Array, of: Uint8Array, box: Region) {
  return [1, 2].map((which) => {
    let [all, left] = [0, 0];
    for (let y = box.topPx; y < box.topPx + box.heightPx; y++) {
      for (let x = box.leftPx; x < box.leftPx + box.widthPx; x++) {
        if (of[y * side + x] !== which) continue;
        all++;
        left += samples[y * side + x] / 255;
      }
    }
    return left / all;
  });
}

describe('the subject in a box', () => {
  const front = region(60, 60, 140, 140);
  const behind = region(140, 100, 170, 150);

  it('stays, and what reaches in from beside it goes', async () => {
    const { subject, of } = scene(front, behind);
    const box = region(56, 56, 148, 148);
    const [own, others] = kept((await subjectInBox(subject, asked(box), noPass)).layer.plane.samples, of, box);
    expect(own).toBeGreaterThan(0.97);
    expect(others).toBeLessThan(0.1);
  });

  it('may be the one behind', async () => {
    const { subject, of } = scene(front, behind);
    const box = region(140, 96, 174, 158);
    const [others, own] = kept((await subjectInBox(subject, asked(box), noPass)).layer.plane.samples, of, box);
    expect(own).toBeGreaterThan(0.97);
    expect(others).toBeLessThan(0.1);
  });

  it('is left alone where nothing goes on beyond the box', async () => {
    const { subject } = scene(front, front);
    expect(await subjectInBox(subject, asked(region(56, 56, 148, 148)), noPass)).toBe(subject);
  });

  it('is left alone where the box was drawn through it', async () => {
    const { subject } = scene(region(60, 20, 100, 100), region(40, 120, 140, 190));
    expect(await subjectInBox(subject, asked(region(30, 16, 160, 180)), noPass)).toBe(subject);
  });

  it('is left alone where the matte shows nothing', async () => {
    const { subject } = scene(region(0, 0, 0, 0), region(0, 0, 0, 0));
    expect(await subjectInBox(subject, asked(region(56, 56, 148, 148)), noPass)).toBe(subject);
  });

  it('in a closer pass is separated as in any other', async () => {
    const { subject, of } = scene(front, behind);
    // As if the pass had been over the right half of what was seen.
    const closer = { ...subject, layer: { ...subject.layer, region: region(side, 0, side, side) } };
    const box = region(56, 56, 148, 148);
    const wide = { box: { ...box, leftPx: side + box.leftPx }, seen: region(0, 0, 2 * side, side) };
    const { layer } = await subjectInBox(closer, wide, noPass);
    const [own, others] = kept(layer.plane.samples, of, box);
    expect(own).toBeGreaterThan(0.97);
    expect(others).toBeLessThan(0.1);
    const { widthPx, samples } = matteInBox(layer, wide);
    expect([widthPx, samples.length]).toEqual([148, 148 * 148]);
    expect(samples[74 * 148 + 40]).toBe(255);
  });
});

describe('a further pass', () => {
  /** What a network shows that takes all for subject that is not grey, as far as it is shown. */
  const passes = () => {
    const shown: Uint8Array[] = [];
    const pass: SeeAgain = async (colours) => {
      shown.push(colours);
      const isGrey = (at: number) => Math.max(...[0, 1, 2].map((c) => Math.abs(colours[at * 3 + c] - 124))) < 30;
      const samples = Uint8Array.from({ length: side * side }, (_, at) => (isGrey(at) ? 0 : 255));
      return { widthPx: side, heightPx: side, samples };
    };
    return { pass, shown };
  };
  const large = region(120, 20, 180, 280);
  const thin = region(20, 150, 200, 12);
  const thinBox = region(16, 148, 110, 16);

  it('finds what the first one has missed beside something large', async () => {
    const { subject, of } = scene(large, thin);
    const samples = subject.layer.plane.samples.map((alpha, at) => (of[at] === 2 ? 0 : alpha));
    const missed = { ...subject, layer: { ...subject.layer, plane: { ...subject.layer.plane, samples } } };
    const { pass, shown } = passes();
    const { plane } = (await subjectInBox(missed, asked(thinBox), pass)).layer;
    const [others, own] = kept(plane.samples, of, thinBox);
    expect(own).toBeGreaterThan(0.9);
    expect(others).toBeLessThan(0.1);
    // The large one was painted over: nothing in its middle is blue.
    const middle = (160 * side + 210) * 3;
    expect(shown).toHaveLength(1);
    expect(shown[0][middle + 2]).toBeLessThan(180);
  });

  it('that shows nothing there changes nothing', async () => {
    const { subject } = scene(large, large);
    const nothing: SeeAgain = async () => ({ widthPx: 1, heightPx: 1, samples: new Uint8Array(1) });
    expect(await subjectInBox(subject, asked(thinBox), nothing)).toBe(subject);
  });

  it('is used where it is surer', async () => {
    const [front, behind] = [region(60, 60, 140, 140), region(140, 100, 170, 150)];
    const { subject, of } = scene(front, behind);
    const samples = subject.layer.plane.samples.map((alpha, at) => (of[at] === 1 ? 150 : alpha));
    const faint = { ...subject, layer: { ...subject.layer, plane: { ...subject.layer.plane, samples } } };
    const box = region(56, 56, 148, 148);
    const [own, others] = kept((await subjectInBox(faint, asked(box), passes().pass)).layer.plane.samples, of, box);
    expect(own).toBeGreaterThan(0.97);
    expect(others).toBeLessThan(0.1);
    const [unseen] = kept((await subjectInBox(faint, asked(box), noPass)).layer.plane.samples, of, box);
    expect(unseen).toBeLessThan(0.6);
  });

  it('shows whether what is left stands by itself, where too little of it was separated', async () => {
    // The thin one before the large one, and of one colour with it there.
    const { subject, of } = scene(thin, large, [red, blue]);
    const colours = subject.colours.map((value, at) => {
      const pixel = Math.floor(at / 3);
      return of[pixel] === 1 && pixel % side >= 104 ? (pixel % side < 120 ? grey : blue)[at % 3] : value;
    });
    const samples = subject.layer.plane.samples.map((alpha, at) => (at % side >= 104 && at % side < 120 ? 0 : alpha));
    const layer = { ...subject.layer, plane: { ...subject.layer.plane, samples } };
    const box = region(18, 149, 206, 14);
    const { plane } = (await subjectInBox({ layer, colours }, asked(box), passes().pass)).layer;
    expect(plane.samples[156 * side + 60]).toBe(255);
    expect(plane.samples[150 * side + 200]).toBe(0);
  });

  it('is not asked for where nothing goes on beyond the box', async () => {
    const { subject } = scene(thin, thin);
    const { pass, shown } = passes();
    expect(await subjectInBox(subject, asked(region(16, 146, 208, 20)), pass)).toBe(subject);
    expect(shown).toHaveLength(0);
  });
});
