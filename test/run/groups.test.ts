/** A group's copy holds nothing but its inputs: one that is not listed is found as the group fails. */
import { expect, test } from 'vitest';
import { runGroup } from '../../scripts/groups/run-group.ts';
import { statedGroupOf } from '../../scripts/groups/stated-group.ts';
import { treeOf } from '../../scripts/repository/tree.ts';
import { projectRoot } from '../../src/local/root.ts';
import { groups } from '../../testing/groups.ts';

/** Its cheapest tests: they read files and compare hashes. */
const cheap = ['--testNamePattern=was built from these sources'];

test('a group passes in its copy, and fails without one of its inputs', { timeout: 300_000 }, async () => {
  const group = groups.find(({ name }) => name === 'wasm-builds');
  if (!group) throw new Error('There is no group wasm-builds');
  const state = await statedGroupOf(projectRoot, group, treeOf(projectRoot), '');
  const whole = await runGroup(state, cheap, 'unseen');
  expect(whole).toMatchObject({ passed: true, counts: { passed: 5, failed: 0 } });

  const forgotten = 'src/pixels/codecs/png-rows/source.sh';
  expect(state.files).toContain(forgotten);
  const files = state.files.filter((file) => file !== forgotten);
  expect(await runGroup({ ...state, files }, cheap, 'unseen')).toMatchObject({
    passed: false,
    counts: { failed: 1 },
  });
});
