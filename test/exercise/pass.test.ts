/**
 * A further pass of the matte network, kept as a patch: it costs its declaration and its use, and neither can be forgotten. Where the
 * sources have moved on, bring the patch up to date by hand.
 */
import { afterEach, describe, expect, test } from 'vitest';
import { inProject } from '../../src/start/root.ts';
import { type Copy, copyProject } from './copy.ts';
import { linesAdded } from './patch.ts';

const patch = inProject('test/exercise/pass.patch');
const files = ['src/passes/declaration.ts', 'src/pipeline/passes/subject.ts'];
const mostLines = 10;

let copy: Copy | null = null;
afterEach(() => copy?.remove());

async function patchedCopy(without?: string): Promise<Copy> {
  const made = copyProject();
  copy = made;
  expect(await made.apply(patch, without)).toEqual({ status: 0, output: '' });
  return made;
}

describe('a further pass', () => {
  test(`takes at most ${mostLines} lines in two files`, () => {
    const added = linesAdded(patch);
    expect([...added.keys()]).toEqual(files);
    expect([...added.values()].reduce((sum, count) => sum + count, 0)).toBeLessThanOrEqual(mostLines);
  });

  test('type-checks and comes from the manifest into the pipeline', async () => {
    const made = await patchedCopy();
    for (const ran of [await made.types(), await made.run('test/exercise/try-pass.ts')]) {
      expect(ran.status, ran.output).toBe(0);
    }
  }, 300_000);

  test.each(files)(
    'is found out where %s was forgotten',
    async (file) => {
      const made = await patchedCopy(file);
      const types = await made.types();
      const found = types.status === 0 ? await made.run('test/exercise/try-pass.ts') : types;
      expect(found.status, 'types and the trial pass').not.toBe(0);
      expect(found.output).toMatch(/error TS\d+|AssertionError/);
    },
    300_000,
  );
});
