import {
  chmodSync,
  existsSync,
  linkSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { checkNodeVersion, checkPortsDiffer } from './checks.ts';
import { LocalState } from './local-state.ts';

describe('Node', () => {
  test.each(['18.20.0', '20.20.2', '22.11.0'])('%s is too old', (version) => {
    expect(() => checkNodeVersion(version)).toThrow(`Node 22.12 or newer is needed and this is ${version}`);
  });
  test.each(['22.12.0', '22.23.5', '24.1.0'])('%s is new enough', (version) => {
    expect(() => checkNodeVersion(version)).not.toThrow();
  });
});

test('one port for both parts is refused', () => {
  expect(() => checkPortsDiffer(8787, 8788)).not.toThrow();
  expect(() => checkPortsDiffer(8787, 8787)).toThrow(
    'Expected two ports for PORT and INFERENCE_PORT but received 8787 twice',
  );
});

describe('local state', () => {
  let directory: string;
  beforeEach(() => {
    directory = mkdtempSync(path.join(tmpdir(), 'edgematte-state-'));
  });
  afterEach(() => rmSync(directory, { recursive: true, force: true }));

  test('secrets are made once, differ from each other and are readable by their owner alone', () => {
    const first = new LocalState(directory).secrets();
    expect(new LocalState(directory).secrets()).toEqual(first);
    expect(new Set(Object.values(first)).size).toBe(4);
    expect(statSync(path.join(directory, 'secrets.json')).mode & 0o077).toBe(0);
  });

  test('a folder that cannot be made is refused at once, in one line', () => {
    const file = path.join(directory, 'file');
    writeFileSync(file, '');
    const impossible = [file, path.join(file, 'below'), ...(existsSync('/proc') ? ['/proc/edgematte'] : [])];
    for (const folder of impossible) {
      expect(() => new LocalState(folder)).toThrow(/^[^\n]* cannot be made \([^\n]*\); set EDGEMATTE_STATE[^\n]*$/);
    }
  });

  test('the demo key is kept', () => {
    const state = new LocalState(directory);
    expect(state.demoKey()).toBeNull();
    state.keepDemoKey('test_x');
    expect(new LocalState(directory).demoKey()).toBe('test_x');
  });

  test.each([
    ['secrets.json', '{"KEY_HASH_SECRET":"ab', (state: LocalState) => state.secrets()],
    ['secrets.json', '{"KEY_HASH_SECRET":7}', (state: LocalState) => state.secrets()],
    ['demo-account.json', '{"email":"demo@exam', (state: LocalState) => state.demoAccount()],
    ['demo-account.json', '', (state: LocalState) => state.demoAccount()],
  ])('a damaged %s is named, with the way out: %s', (name, text, read) => {
    writeFileSync(path.join(directory, name), text);
    expect(() => read(new LocalState(directory))).toThrow(
      new RegExp(`^${path.join(directory, name)} is damaged; .*delete it.*$`),
    );
  });

  test('what is kept takes the place of the file before as a whole', () => {
    const state = new LocalState(directory);
    for (const name of ['demo-key', 'demo-account.json', 'secrets.json', 'start-word']) {
      // A hard link keeps what a file held: one that is written in place would change it.
      writeFileSync(path.join(directory, name), name === 'demo-key' || name === 'start-word' ? 'before' : '{}');
      linkSync(path.join(directory, name), path.join(directory, `${name}.before`));
    }
    state.keepDemoKey('test_x');
    state.keepDemoAccount({ email: 'demo@example.com', password: 'a', isMade: true });
    state.secrets();
    state.newStartWord();
    for (const name of ['demo-key', 'start-word'])
      expect(readFileSync(path.join(directory, `${name}.before`), 'utf8')).toBe('before');
    for (const name of ['demo-account.json', 'secrets.json'])
      expect(readFileSync(path.join(directory, `${name}.before`), 'utf8')).toBe('{}');
  });

  test('the word of a start is another one each time', () => {
    const state = new LocalState(directory);
    const word = state.newStartWord();
    expect(word).toMatch(/^[\w-]{22}$/);
    expect(state.newStartWord()).not.toBe(word);
  });

  test('folder and ledgers are their owner’s alone, also those made open before', () => {
    const ledger = path.join(directory, 'workers', 'do', 'ledger.sqlite');
    mkdirSync(path.dirname(ledger), { recursive: true, mode: 0o755 });
    writeFileSync(ledger, '', { mode: 0o644 });
    chmodSync(directory, 0o755);
    new LocalState(directory).protect();
    for (const file of [directory, path.dirname(ledger), ledger]) expect(statSync(file).mode & 0o077).toBe(0);
    expect(statSync(path.join(new LocalState(path.join(directory, 'new')).directory)).mode & 0o777).toBe(0o700);
  });
});
