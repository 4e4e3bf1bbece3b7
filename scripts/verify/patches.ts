/** Whether the patches that show how something is added still fit. */
import { projectRoot } from '../../src/local/root.ts';
import { exercises } from '../../test/exercise/exercises.ts';
import { patchPath } from '../../test/exercise/patch.ts';
import { gitIfPossible } from '../repository/git.ts';

/** A line for each patch of `test/exercise` that does not apply to the working tree. */
export function patchProblems(): string[] {
  return exercises
    .filter(({ patch }) => gitIfPossible(projectRoot, 'apply', '--check', patchPath(patch)) === null)
    .map(({ patch }) => `test/exercise/${patch} does not apply: bring it up to date by hand`);
}
