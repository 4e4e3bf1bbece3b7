/** Every exercise works, and none of its parts can be forgotten: all are applied to one copy, and then one part is left out at a time. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Copy, copyProject, type Ran } from './copy.ts';
import { type Check, exercises, unitTests } from './exercises.ts';
import { costOf, linesAdded, patchPath } from './patch.ts';

const done: Ran = { status: 0, output: '' };

let copy: Copy;
beforeAll(async () => {
  copy = copyProject();
  for (const { patch } of exercises) expect(await copy.apply(patchPath(patch))).toEqual(done);
});
afterAll(() => copy.remove());

test('types and unit tests of all of them together pass', async () => {
  for (const ran of [await copy.types(), await copy.renewedUnitTests(...unitTests)]) {
    expect(ran.status, ran.output).toBe(0);
  }
}, 600_000);

describe.each(exercises)('$what', ({ patch, trial, parts }) => {
  const file = patchPath(patch);
  const check = (by: Check): Promise<Ran> => {
    if (by === 'trial') return copy.run(`test/exercise/${trial}`);
    return 'typesFrom' in by ? copy.typesFrom(by.typesFrom) : copy.unitTest(by.unitTest);
  };

  test(`works, and takes ${costOf(file)}`, async () => {
    expect(Object.keys(parts).sort()).toEqual([...linesAdded(file).keys()].sort());
    const ran = await check('trial');
    expect(ran.status, ran.output).toBe(0);
  }, 600_000);

  test.each(Object.entries(parts))(
    'is found out where %s was forgotten',
    async (part, by) => {
      expect(await copy.leaveOut(file, part)).toEqual(done);
      const found = await check(by);
      expect(await copy.putBack(file, part)).toEqual(done);
      expect(found.status, 'the check passes').not.toBe(0);
      expect(found.output).toMatch(/error TS\d+|FAIL|AssertionError/);
    },
    300_000,
  );
});
