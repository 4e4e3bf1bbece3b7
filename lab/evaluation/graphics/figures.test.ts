import { expect, test } from 'vitest';
import { differenceOf, type Judged, summary } from './figures.ts';

const right: Judged = {
  name: 'a',
  kind: 'word',
  saved: 'PNG',
  parts: [],
  difference: 0.001,
  overlap: 0.99,
  isByColour: true,
  uncertainty: 0,
};

test('the difference is the mean over all pixels', () => {
  expect(differenceOf(Uint8Array.of(0, 255, 51), Uint8Array.of(0, 255, 0))).toBeCloseTo(0.2 / 3);
});

test('a summary counts what is right and names what is not', () => {
  const wrong: Judged = {
    ...right,
    name: 'b',
    kind: 'ring',
    saved: 'JPEG 80',
    parts: ['JPEG'],
    difference: 0.3,
    overlap: 0.5,
    isByColour: false,
    uncertainty: 0.6,
  };
  const lines = summary([right, wrong]).split('\n');
  expect(lines[0]).toBe(
    'all: mean difference 15.05 %, overlap of 0.98 in 1 of 2, by colour 1, to be reviewed 1, 0 of these right',
  );
  expect(lines.map((line) => line.split(':')[0])).toEqual([
    'all',
    'JPEG',
    'ring',
    'word',
    'b ring, JPEG 80, by network',
  ]);
});
