import { chmodSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { connectionOf, keyOf } from './connection.ts';

const folder = mkdtempSync(path.join(tmpdir(), 'edgematte-key-'));
afterAll(() => rmSync(folder, { recursive: true }));

function keyFile(name: string, mode: number): string {
  const file = path.join(folder, name);
  mkdirSync(path.dirname(file), { recursive: true });
  writeFileSync(file, ' test_file\n');
  chmodSync(file, mode);
  return file;
}

test('the key is the one of the environment, unless a file is named', () => {
  const file = keyFile('own', 0o600);
  expect(keyOf(undefined, { EDGEMATTE_KEY: 'test_environment\n' })).toBe('test_environment');
  expect(keyOf(file, { EDGEMATTE_KEY: 'test_environment' })).toBe('test_file');
  expect(keyOf(undefined, { EDGEMATTE_KEY_FILE: file })).toBe('test_file');
});

test('a file in the place for settings is found', () => {
  keyFile('settings/edgematte/key', 0o400);
  expect(keyOf(undefined, { XDG_CONFIG_HOME: path.join(folder, 'settings') })).toBe('test_file');
});

test.each([0o640, 0o604, 0o644])('a file of mode %o is refused', (mode) => {
  const file = keyFile(`open-${mode}`, mode);
  expect(() => keyOf(file, {})).toThrow(`chmod 600 ${file}`);
});

test('the error names what is missing', () => {
  expect(() => keyOf('none', {})).toThrow('There is no key file none');
  expect(() => keyOf(undefined, { XDG_CONFIG_HOME: folder })).toThrow('EDGEMATTE_KEY');
  const nothing = { words: [], values: new Map<string, string>() };
  expect(() => connectionOf(nothing, { EDGEMATTE_KEY: 'x' })).toThrow('EDGEMATTE_ADDRESS');
  expect(() => connectionOf(nothing, { EDGEMATTE_KEY: 'x', EDGEMATTE_ADDRESS: 'api' })).toThrow('EDGEMATTE_ADDRESS');
});
