import { existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { copyPackages } from './production-packages.ts';

let directory: string;
beforeEach(() => {
  directory = mkdtempSync(path.join(tmpdir(), 'edgematte-packages-'));
});
afterEach(() => rmSync(directory, { recursive: true, force: true }));

const from = (...parts: string[]) => path.join(directory, 'from', ...parts);
const copied = (...parts: string[]) => existsSync(path.join(directory, 'into', ...parts));
const copy = (...names: string[]) => copyPackages(names, from(), path.join(directory, 'into'));

function addPackage(name: string, description: object = {}, ...files: string[]): void {
  for (const file of ['package.json', ...files]) {
    mkdirSync(path.dirname(from(name, file)), { recursive: true });
    writeFileSync(from(name, file), JSON.stringify({ name, ...description }));
  }
}

describe('copyPackages', () => {
  it('copies a package with what it needs, and what that needs', async () => {
    addPackage('sharp', { dependencies: { '@img/colour': '1' }, optionalDependencies: { '@img/darwin': '1' } });
    addPackage('@img/colour', { dependencies: { sharp: '1' } });
    addPackage('vitest');
    await copy('sharp');
    expect([copied('sharp'), copied('@img/colour'), copied('@img/darwin'), copied('vitest')]).toEqual([
      true,
      true,
      false,
      false,
    ]);
  });

  it('finds what packages inside a package need outside of it', async () => {
    addPackage('outer');
    addPackage('outer/node_modules/inner', { dependencies: { shared: '1', '@own/beside': '1' } });
    addPackage('outer/node_modules/@own/beside');
    addPackage('shared');
    await copy('outer');
    expect([copied('outer/node_modules/@own/beside'), copied('shared'), copied('@own/beside')]).toEqual([
      true,
      true,
      false,
    ]);
  });

  it('leaves binaries of other systems and what installs them', async () => {
    const own = `bin/napi-v6/${process.platform}/${process.arch}/binding.node`;
    const foreign = 'bin/napi-v6/plan9/mips/binding.node';
    addPackage('onnxruntime-node', { dependencies: { 'adm-zip': '1', 'onnxruntime-common': '1' } }, own, foreign);
    addPackage('adm-zip');
    addPackage('onnxruntime-common');
    await copy('onnxruntime-node');
    expect([copied('onnxruntime-node', own), copied('onnxruntime-node', foreign)]).toEqual([true, false]);
    expect([copied('onnxruntime-common'), copied('adm-zip')]).toEqual([true, false]);
  });

  it('leaves binaries of other systems where a path has backslashes', async () => {
    const foreign = String.raw`bin\napi-v6\plan9\mips\binding.node`;
    addPackage('onnxruntime-node', {}, foreign);
    await copy('onnxruntime-node');
    expect([copied('onnxruntime-node', 'package.json'), copied('onnxruntime-node', foreign)]).toEqual([true, false]);
  });

  it('names a package that is missing', async () => {
    addPackage('sharp', { dependencies: { 'detect-libc': '1' } });
    await expect(copy('sharp')).rejects.toThrow('The package detect-libc is not in');
  });
});
