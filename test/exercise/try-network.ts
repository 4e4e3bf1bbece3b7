/**
 * Run in a copy whose manifest has a matte network `luma`: it is installed as the service does, passes its self-test, and draws the
 * mattes that name it.
 */
import assert from 'node:assert/strict';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { readAnswer } from '../../src/inference/models/answer.ts';
import { installModel } from '../../src/inference/models/install.ts';
import { preparedPath, readManifest } from '../../src/inference/models/manifest.ts';
import { namedNetworks } from '../../src/inference/models/named-networks.ts';
import { modelSettings } from '../../src/inference/models/settings.ts';
import { openRuntime } from '../../src/inference/runtime/open.ts';
import { testNetwork } from '../../src/inference/runtime/self-test.ts';
import { NetworkFault, type Networks } from '../../src/pixels/pipeline/networks/networks.ts';
import { levels, matteOfHalves } from './halves.ts';

const modelsDirectory = await mkdtemp(path.join(tmpdir(), 'edgematte-network-'));
try {
  const { manifestPath } = modelSettings({});
  const { models, roles } = await readManifest(manifestPath);
  assert.equal(roles.luma, 'luma');
  const [described] = namedNetworks('luma', models.luma);
  const { record } = await installModel('luma', models.luma, { manifestPath, modelsDirectory });
  const runtime = await openRuntime({ name: 'native', threads: 1, providers: ['cpu'] }, console.error);
  const file = preparedPath(modelsDirectory, 'luma');
  const session = await runtime.open(file, 'fp32');

  const answer = await readAnswer(manifestPath, 'luma', models.luma.source.sha256);
  assert.ok(answer);
  await testNetwork({ ...described, file, precision: 'fp32', weights: record.sha256, answer }, session);

  const networks: Networks = {
    describe: async () => described,
    async infer(model, inputs) {
      if (model !== 'luma') throw new NetworkFault('unavailable', model);
      const outputs = await session.run(inputs, ['matte']);
      return outputs.map(({ name, shape, data }) => ({ name, shape, datatype: 'UINT8', data }));
    },
  };
  assert.deepEqual(await matteOfHalves({ model: 'luma' }, networks), levels);
} finally {
  await rm(modelsDirectory, { recursive: true, force: true });
}
