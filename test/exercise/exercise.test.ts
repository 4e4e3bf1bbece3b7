/**
 * A ninth operation, `POST /v1.0/background`, kept as a patch: what an operation costs, and that none of its parts can be
 * forgotten (docs/extending.md). Where the sources have moved on, bring the patch up to date by hand.
 */
import { afterEach, describe, expect, test } from 'vitest';
import { inProject } from '../../src/start/root.ts';
import { type Copy, copyProject } from './copy.ts';
import { linesAdded } from './patch.ts';

const patch = inProject('test/exercise/background.patch');
const mostLines = 60;
const mostFiles = 4;

const added = linesAdded(patch);

let copy: Copy | null = null;
afterEach(() => copy?.remove());

async function patchedCopy(without?: string): Promise<Copy> {
  const made = copyProject();
  copy = made;
  expect(await made.apply(patch, without)).toEqual({ status: 0, output: '' });
  return made;
}

/** What holds an operation together beside the types. */
const unitTests = ['src/contract', 'src/protocol/lane'];

describe('a ninth operation', () => {
  test(`takes at most ${mostLines} lines in at most ${mostFiles} files of source`, () => {
    expect([...added.keys()].filter((file) => !file.startsWith('src/'))).toEqual([]);
    expect(added.size).toBeLessThanOrEqual(mostFiles);
    const lines = [...added.values()].reduce((sum, count) => sum + count, 0);
    expect(lines).toBeGreaterThan(0);
    expect(lines).toBeLessThanOrEqual(mostLines);
  });

  test('type-checks, passes the unit tests of the contract and works on both lanes', async () => {
    const made = await patchedCopy();
    for (const ran of [await made.types(), await made.unitTests(...unitTests)]) {
      expect(ran.status, ran.output).toBe(0);
    }
    const ran = await made.run('test/exercise/try-background.ts');
    expect(ran.status, ran.output).toBe(0);
  }, 600_000);

  test.each([...added.keys()])('is found out where %s was forgotten', async (file) => {
    const made = await patchedCopy(file);
    const types = await made.types();
    const found = types.status === 0 ? await made.unitTests(...unitTests) : types;
    expect(found.status, 'types and unit tests pass').not.toBe(0);
    expect(found.output).toMatch(/error TS\d+|FAIL/);
  });
});
