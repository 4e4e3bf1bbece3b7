import { spawnSync } from 'node:child_process';
import { describe, expect, test } from 'vitest';
import { inProject } from '../root.ts';
import { configurationsFor } from './deploy.ts';
import { checkDeployable, checkGiven } from './deployable.ts';
import { noOperator } from './operator-file.ts';

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

describe('without what every deployment has of its own', () => {
  const edge = { ...noOperator.edge, database_id: '11111111-2222-3333-4444-555555555555' };
  const gateway = { vars: { INFERENCE_URL: 'https://networks.example.com' } };
  const checked = (own: object) => () => checkGiven(configurationsFor({ ...noOperator, ...own }));

  test('none is made', () => {
    expect(checked({ gateway })).toThrow(
      /^Expected database_id .*: npx wrangler d1 create edgematte-directory prints it$/,
    );
    expect(checked({ gateway, staging: true })).toThrow(/d1 create edgematte-directory-staging prints it$/);
    expect(checked({ edge })).toThrow(/ for INFERENCE_URL .* but received http:\/\/127\.0\.0\.1:8788$/);
  });

  test.each([
    ['an address', { edge, gateway }],
    ['a private service', { edge, gateway: { vpc_service_id: 'vpc', vars: {} } }],
    ['containers', { edge, containers: {} }],
  ])('and with it, one is: %s', (_, own) => {
    expect(checked(own)).not.toThrow();
  });
});

describe('the command', () => {
  const run = (args: readonly string[], env: Record<string, string> = {}) => {
    const command = ['--import', 'tsx', inProject('scripts/deploy.ts'), ...args];
    const { status, stdout, stderr } = spawnSync(process.execPath, command, {
      env: { ...process.env, ...env },
      encoding: 'utf8',
    });
    return { status, stdout, stderr: stderr.trim() };
  };

  test('ends at once with what is for tests alone', () => {
    expect(run(['--dry-run'], { LANE: 'image' })).toMatchObject({
      status: 1,
      stderr: 'LANE is for tests alone and never deployed. Remove it from the environment of this command',
    });
  });

  test('says in one line what it does not know', () => {
    const { status, stderr } = run(['--stagging']);
    expect([status, stderr.split('\n').length]).toEqual([1, 1]);
    expect(stderr).toMatch(/--stagging/);
  });

  test('explains itself', () => {
    const { status, stdout } = run(['--help']);
    expect(status).toBe(0);
    expect(stdout).toMatch(/^Usage: npm run deploy .*--operator FILE/);
  });
});
