/** Patches that show how something is added fit the sources of now, and cost what CONTRIBUTING says. */
import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { inProject } from '../../src/local/root.ts';
import { exercises } from '../../test/exercise/exercises.ts';
import { costOf, patchPath } from '../../test/exercise/patch.ts';
import { patchProblems } from '../verify/patches.ts';

test('all of them apply', () => {
  expect(patchProblems()).toEqual([]);
});

describe.each(exercises)('$patch', ({ what, patch }) => {
  const cost = costOf(patchPath(patch));

  test(`adds ${what} for ${cost}, as CONTRIBUTING says`, () => {
    const row = `| ${what} | ${cost}: [${patch}](test/exercise/${patch}) |`;
    expect(readFileSync(inProject('CONTRIBUTING.md'), 'utf8')).toContain(row);
  });
});
