import { spawnSync } from 'node:child_process';
import { expect, test } from 'vitest';
import { checkDeployable } from './deployable.ts';
import { inProject } from './root.ts';

test.each([
  [{ 'the shell': { LANE: 'image' }, '[vars]': {} }, 'the shell'],
  [{ 'the shell': {}, '[vars]': { LANE: 'edge' } }, '[vars]'],
  [{ 'the shell': { LANE: '' } }, 'the shell'],
])('%j is not deployed', (places, place) => {
  expect(() => checkDeployable(places)).toThrow(`LANE is for tests alone and never deployed. Remove it from ${place}`);
});

test('what a deployment may set is', () => {
  expect(() => checkDeployable({ 'the shell': { HEIC: 'off' }, '[vars]': { MATTE_MODEL: 'matte' } })).not.toThrow();
});

test('the command ends at once', () => {
  const { status, stderr } = spawnSync(
    process.execPath,
    ['--import', 'tsx', inProject('scripts/deploy.ts'), '--dry-run'],
    {
      env: { ...process.env, LANE: 'image' },
      encoding: 'utf8',
    },
  );
  expect([status, stderr.trim()]).toEqual([
    1,
    'LANE is for tests alone and never deployed. Remove it from the environment of this command',
  ]);
});
