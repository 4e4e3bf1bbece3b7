import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { facilitiesOf } from '../machine.ts';
import { readSettings } from '../settings.ts';
import { chooseRuntime, type RuntimeWish } from './choose.ts';
import { findOpenVino } from './openvino-library.ts';

let directory: string;
beforeEach(() => {
  directory = mkdtempSync(path.join(tmpdir(), 'edgematte-openvino-'));
});
afterEach(() => {
  vi.unstubAllEnvs();
  rmSync(directory, { recursive: true, force: true });
});

/** A folder that seems to contain the library. */
function openVinoIn(folder: string, name = 'libopenvino_c.so.2641'): string {
  mkdirSync(path.join(directory, folder), { recursive: true });
  writeFileSync(path.join(directory, folder, name), '');
  return path.join(directory, folder, name);
}

const choose = (wish: Partial<RuntimeWish>) =>
  chooseRuntime({ ...readSettings({ OPENVINO_DIR: directory }, 2), ...wish }).name;

describe('findOpenVino', () => {
  it.each(['', 'libs', 'lib', 'runtime/lib/intel64'])('searches %j of the folder', (folder) => {
    const file = openVinoIn(folder);
    expect(findOpenVino(directory)).toBe(file);
  });

  it('takes no other library for it', () => {
    openVinoIn('libs', 'libopenvino.so.2641');
    expect(findOpenVino(directory)).toBeUndefined();
    expect(findOpenVino(path.join(directory, 'none'))).toBeUndefined();
  });
});

describe('chooseRuntime', () => {
  it('takes OpenVINO where it is found, else the native runtime', () => {
    openVinoIn('libs');
    expect(choose({})).toBe('openvino');
    expect(choose({ runtime: 'native' })).toBe('native');
    expect(choose({ runtime: 'wasm' })).toBe('wasm');
  });

  it('leaves GPUs to the native runtime', () => {
    openVinoIn('libs');
    expect(choose({ providers: ['cuda', 'cpu'] })).toBe('native');
  });

  it('says what to do where OpenVINO was asked for and is missing, and does without it where it was not', () => {
    vi.stubEnv('PATH', directory);
    expect(() => choose({ runtime: 'openvino', openVino: undefined })).toThrow(
      /OpenVINO was not found: pip install openvino, or .*OPENVINO_DIR/,
    );
    expect(choose({ openVino: undefined })).toBe('native');
  });

  it('refuses a folder that was named and does not hold it, unless another runtime was chosen', () => {
    for (const runtime of ['auto', 'openvino'] as const) {
      expect(() => choose({ runtime })).toThrow(
        `Expected a folder with OpenVINO's libraries for OPENVINO_DIR but received ${directory}`,
      );
    }
    expect(choose({ runtime: 'native' })).toBe('native');
  });
});

it('bfloat16 without OpenVINO is refused in one line', () => {
  const settings = readSettings({ INFERENCE_RUNTIME: 'native', INFERENCE_PRECISION: 'bf16' }, 2);
  expect(() => facilitiesOf(settings)).toThrow('INFERENCE_PRECISION=bf16 needs OpenVINO');
});
