/** Patches that show how something is added fit the sources of now, and cost what CONTRIBUTING says. */
import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { inProject, projectRoot } from '../../src/start/root.ts';
import { exercises } from '../../test/exercise/exercises.ts';
import { costOf, patchPath } from '../../test/exercise/patch.ts';
import { git } from './git.ts';

describe.each(exercises)('$patch', ({ what, patch }) => {
  const cost = costOf(patchPath(patch));

  test('applies', () => {
    expect(git(projectRoot, 'apply', '--check', patchPath(patch))).toBe('');
  });

  test(`adds ${what} for ${cost}, as CONTRIBUTING says`, () => {
    const row = `| ${what} | ${cost}: [${patch}](test/exercise/${patch}) |`;
    expect(readFileSync(inProject('CONTRIBUTING.md'), 'utf8')).toContain(row);
  });
});
