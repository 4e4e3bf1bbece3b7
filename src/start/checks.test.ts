import { chmodSync, mkdirSync, mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { checkNodeVersion } from './checks.ts';
import { LocalState } from './local-state.ts';

describe('Node', () => {
  test.each(['18.20.0', '20.18.3'])('%s is too old', (version) => {
    expect(() => checkNodeVersion(version)).toThrow(`Node 20.19 or newer is needed and this is ${version}`);
  });
  test.each(['20.19.0', '20.20.2', '22.0.0', '24.1.0'])('%s is new enough', (version) => {
    expect(() => checkNodeVersion(version)).not.toThrow();
  });
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

  test('the demo key is kept', () => {
    const state = new LocalState(directory);
    expect(state.demoKey()).toBeNull();
    state.keepDemoKey('test_x');
    expect(new LocalState(directory).demoKey()).toBe('test_x');
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
