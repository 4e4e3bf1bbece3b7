import { describe, expect, it } from 'vitest';
import type { Region } from '../region.ts';
import { subjectInBox } from './chosen.ts';

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

  it('stays, and what reaches in from beside it goes', () => {
    const { subject, of } = scene(front, behind);
    const box = region(56, 56, 148, 148);
    const [own, others] = kept(subjectInBox(subject, asked(box)).layer.plane.samples, of, box);
    expect(own).toBeGreaterThan(0.97);
    expect(others).toBeLessThan(0.1);
  });

  it('may be the one behind', () => {
    const { subject, of } = scene(front, behind);
    const box = region(140, 96, 174, 158);
    const [others, own] = kept(subjectInBox(subject, asked(box)).layer.plane.samples, of, box);
    expect(own).toBeGreaterThan(0.97);
    expect(others).toBeLessThan(0.1);
  });

  it('is left alone where nothing goes on beyond the box', () => {
    const { subject } = scene(front, front);
    expect(subjectInBox(subject, asked(region(56, 56, 148, 148)))).toBe(subject);
  });

  it('is left alone where the box was drawn through it', () => {
    const { subject } = scene(region(60, 20, 100, 100), region(40, 120, 140, 190));
    expect(subjectInBox(subject, asked(region(30, 16, 160, 180)))).toBe(subject);
  });

  it('is left alone where the matte shows nothing', () => {
    const { subject } = scene(region(0, 0, 0, 0), region(0, 0, 0, 0));
    expect(subjectInBox(subject, asked(region(56, 56, 148, 148)))).toBe(subject);
  });
});
