/** Settings that are gone: named once where they are still set. */
import { expect, test } from 'vitest';
import { programs } from './programs.ts';
import type { Settings } from './read.ts';
import { removedLine } from './removed.ts';

test.each([{}, { MAX_PARTS: '' }, { MAX_PARTS: undefined }, { LEASE_MS: '300' }])(
  '%j sets none of them',
  (variables) => {
    expect(removedLine(variables)).toBeNull();
  },
);

test('those that are set are named in one line', () => {
  expect(removedLine({ PREP_MAX_PIXELS: 5, MAX_PARTS: '64', HEIC: 'on' })).toBe(
    'No longer settings, and without effect: MAX_PARTS, PREP_MAX_PIXELS',
  );
});

test('what a program reads is not among them', () => {
  const groups: readonly Settings[] = Object.values(programs).flat();
  const read = groups.flatMap((group) => Object.values(group).map(({ variable }) => [variable, 'set']));
  expect(removedLine(Object.fromEntries(read))).toBeNull();
});
