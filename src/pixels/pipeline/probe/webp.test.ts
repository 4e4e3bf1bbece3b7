import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { probe } from './probe.ts';

it.each([
  ['lossy', false],
  ['lossless', false],
  ['alpha', false],
  ['icc', false],
  ['animated', true],
])('a %s WebP is animated: %s', (what, animated) => {
  const file = new URL(`../../../../test/fixtures/pictures/input/webp-${what}.webp`, import.meta.url);
  expect(probe(new Uint8Array(readFileSync(file))).animated).toBe(animated);
});
