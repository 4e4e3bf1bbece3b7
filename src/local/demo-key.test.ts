import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { createKey } from '../money/keys/format.ts';
import { endOldDemoKey } from './demo-key.ts';
import { LocalState } from './local-state.ts';

let directory: string;
beforeEach(() => {
  directory = mkdtempSync(path.join(tmpdir(), 'edgematte-demo-key-'));
});
afterEach(() => rmSync(directory, { recursive: true, force: true }));

test('a demo key of the layout before is forgotten, and one line says so', async () => {
  const state = new LocalState(directory);
  // 32 random characters and a CRC-32, as keys were.
  state.keepDemoKey('test_hzbAONV74tO0jfu5hzbAONV74tELmR000000');
  const said: string[] = [];
  await endOldDemoKey(state, (line) => said.push(line));
  expect(state.demoKey()).toBeNull();
  expect(said).toEqual(['Keys made before this version have ended, the demo key among them; a new demo key is made.']);
});

test('a demo key of this layout stays, and a folder without one says nothing', async () => {
  const state = new LocalState(directory);
  const said: string[] = [];
  await endOldDemoKey(state, (line) => said.push(line));
  const key = await createKey('test', state.secrets().KEY_HASH_SECRET);
  state.keepDemoKey(key);
  await endOldDemoKey(state, (line) => said.push(line));
  expect(state.demoKey()).toBe(key);
  expect(said).toEqual([]);
});

test('a demo key made under a former secret stays', async () => {
  const state = new LocalState(directory);
  const { KEY_HASH_SECRET: former, ...others } = state.secrets();
  const key = await createKey('test', former);
  state.keepDemoKey(key);
  const file = path.join(directory, 'secrets.json');
  const said: string[] = [];
  writeFileSync(
    file,
    JSON.stringify({ ...others, KEY_HASH_SECRET: 'another', KEY_HASH_SECRETS_OLD: `older, ${former}` }),
  );
  await endOldDemoKey(new LocalState(directory), (line) => said.push(line));
  expect([state.demoKey(), said]).toEqual([key, []]);
  writeFileSync(file, JSON.stringify({ ...others, KEY_HASH_SECRET: 'another' }));
  await endOldDemoKey(new LocalState(directory), (line) => said.push(line));
  expect([state.demoKey(), said.length]).toEqual([null, 1]);
});
