/** Run in a copy whose mattes may have an option `invert`: it changes the task and the pixels of the answer, and is written for the image lane. */
import assert from 'node:assert/strict';
import { operationNamed, taskOptions } from '../../src/contract/operations.ts';
import type { Networks } from '../../src/pixels/pipeline/networks/networks.ts';
import { matteOfHalves } from './halves.ts';

const side = 16;
/** The right half is the subject. */
const networks: Networks = {
  describe: async () => ({ inputs: [{ name: 'image', shape: [-1, side, side, 3] }], outputs: [] }),
  async infer() {
    const data = Uint8Array.from({ length: side * side }, (_, at) => (at % side < side / 2 ? 0 : 255));
    return [{ name: 'matte', datatype: 'UINT8', shape: [1, side, side], data }];
  },
};

const { read } = operationNamed('alpha-channel');
const task = read(new Map([['invert', 'true']]));
assert.notDeepEqual(task, read(new Map()));
const written = new Map(Object.entries(taskOptions.matte));
assert.equal(written.get('inverted')?.read('true'), true);
assert.equal(written.get('inverted')?.read(null), false);

assert.deepEqual(await matteOfHalves({}, networks), [0, 255]);
assert.deepEqual(await matteOfHalves({ invert: 'true' }, networks), [255, 0]);
