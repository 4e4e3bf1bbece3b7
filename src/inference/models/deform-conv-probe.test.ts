import { readdir, readFile } from 'node:fs/promises';
import { describe, expect, it } from 'vitest';
import { useTemporaryDirectory } from '../../../test/models/directory.ts';
import { runOnceWith } from '../run-once.ts';
import { hasDeformConv } from './deform-conv-probe.ts';
import type { RunOnce } from './trial.ts';

const directory = useTemporaryDirectory();
const runOnce = runOnceWith({ INFERENCE_THREADS: '1' }, () => {});

describe('the probe for DeformConv', () => {
  it('passes in onnxruntime, and leaves nothing behind', async () => {
    expect(await hasDeformConv(runOnce, directory())).toBe(true);
    expect(await readdir(directory())).toEqual([]);
  });

  it('fails where the runtime does not know the operator', async () => {
    const without: RunOnce = async (file, ...others) => {
      const isOfIt = (await readFile(file)).includes('DeformConv');
      if (isOfIt) throw new Error('DeformConv(19) is not implemented');
      return runOnce(file, ...others);
    };
    expect(await hasDeformConv(without, directory())).toBe(false);
    expect(await readdir(directory())).toEqual([]);
  });

  it('fails where it computes something else, and with another picture proves that it looks', async () => {
    const other: RunOnce = (file, input, output) =>
      runOnce(file, { ...input, data: input.data.map((value, at) => (at === 0 ? 255 - value : value)) }, output);
    expect(await hasDeformConv(other, directory())).toBe(false);
  });
});
