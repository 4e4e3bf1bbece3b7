import { expect, test } from 'vitest';
import { meanOf, measure, together } from './measure.ts';

const size = { widthPx: 200, heightPx: 100 };
const pixels = (value: (x: number, y: number) => number) =>
  Uint8Array.from({ length: 200 * 100 }, (_, at) => value(at % 200, Math.floor(at / 200)));
/** A body on the left, and a part of the same height beside it, from column 100 to 140. */
const isBody = (x: number, y: number) => x >= 20 && x < 60 && y >= 20 && y < 80;
const isPart = (x: number, y: number) => x >= 100 && x < 140 && y >= 20 && y < 80;
const [body, thing] = [isBody, isPart].map((is) => pixels((x, y) => (is(x, y) ? 255 : 0)));
const part = pixels((x, y) => (isPart(x, y) ? 1 : 0));
const truth = body.map((alpha, at) => alpha + thing[at]);

test('errors are those in the part, before and after', () => {
  const after = truth.map((alpha, at) => (part[at] === 1 ? 204 : alpha));
  const { insideBefore, insideAfter } = measure({ truth, things: [body, thing], before: body, after, part }, size);
  expect(insideBefore).toEqual({ sum: 2400, pixels: 2400 });
  expect(insideAfter.pixels).toBe(2400);
  expect(insideAfter.sum).toBeCloseTo(480, 6);
});

test('edges of the part are measured after the click, and those of the rest before it', () => {
  // An error of a fifth along the left edge of the body before, and everywhere right of column 90 after.
  const before = pixels((x, y) => (isBody(x, y) ? (x < 26 ? 204 : 255) : 0));
  const after = pixels((x, y) => (x > 90 ? Math.abs(truth[y * 200 + x] - 51) : truth[y * 200 + x]));
  const found = measure({ truth, things: [body, thing], before, after, part }, size);
  expect(meanOf(found.partEdges)).toBeCloseTo(0.2, 6);
  expect(found.rightEdges.pixels).toBeGreaterThan(0);
  // Six pixels of the twelve that the band has on the left are wrong.
  expect(found.rightEdges.sum).toBeCloseTo(0.2 * 6 * 60, 0);
});

test('an edge of the part that is none of a thing does not count', () => {
  // What was lost is the right half of a thing: its left edge is within it.
  const whole = pixels((x, y) => (x >= 100 && x < 180 && y >= 20 && y < 80 ? 255 : 0));
  const right = pixels((x, y) => (x >= 140 && x < 180 && y >= 20 && y < 80 ? 1 : 0));
  const before = whole.map((alpha, at) => (right[at] === 1 ? 0 : alpha));
  const after = whole.map((alpha, at) => (at % 200 >= 136 && at % 200 < 144 ? 0 : alpha));
  const { partEdges } = measure({ truth: whole, things: [whole], before, after, part: right }, size);
  // What is wrong there touches the two outlines alone.
  expect(partEdges.sum).toBeLessThan(8 * 14);
  expect(partEdges.sum).toBeGreaterThan(0);
});

test('edges near something that was wrong were not right by themselves', () => {
  const { rightEdges } = measure({ truth, things: [body, thing], before: truth, after: truth, part }, size);
  const near = measure({ truth, things: [body, thing], before: body, after: truth, part }, size).rightEdges;
  expect(near.pixels).toBeLessThan(rightEdges.pixels / 1.8);
  expect(near.pixels).toBeGreaterThan(0);
});

test('errors of several pictures are summed, and over no pixel there is none', () => {
  expect(
    together([
      { sum: 1, pixels: 4 },
      { sum: 2, pixels: 2 },
    ]),
  ).toEqual({ sum: 3, pixels: 6 });
  expect(meanOf(together([]))).toBe(0);
});
